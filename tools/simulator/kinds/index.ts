import { badRequest } from '../apiError';
import { fieldsOf, sheetsOf, type Letter } from './letter';
import { invoice, labResult, purchaseOrder, referral } from './letters';
import { SHEET, textOn, type Mark, type Sheet } from './sheet';

/** What a received fax is about. */
export interface Kind {
	/** The sender's number. */
	from: string;
	sheets: readonly Sheet[];
	/** The text and fields that Fax AI finds on the sheets. Missing if the sheets can't be read. */
	found?: { text: string; fields: Readonly<Record<string, string>> };
}

/** Names of the kinds, in the order of `inTurn`. */
export const KIND_NAMES = ['referral', 'purchaseOrder', 'labResult', 'invoice', 'unreadable'] as const;

export type KindName = (typeof KIND_NAMES)[number];

/** All kinds of faxes. The default is a referral. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
	referral: kindOf(referral),
	purchaseOrder: kindOf(purchaseOrder),
	labResult: kindOf(labResult),
	invoice: kindOf(invoice),
	unreadable: { from: '+15550101050', sheets: [unreadableSheet()] },
};

/**
 * The sheets of a fax with a number of pages. If there are more pages than sheets, the last sheet is repeated.
 *
 * @param pages number of pages, at least 1
 */
export function sheetsOfFax(kind: KindName, pages: number): Sheet[] {
	const { sheets } = KINDS[kind];
	return Array.from({ length: pages }, (_, page) => sheets[Math.min(page, sheets.length - 1)]).filter(
		(sheet) => sheet !== undefined,
	);
}

/** @throws ApiError 400 if there's no such kind */
export function checkKind(name: unknown): asserts name is KindName | undefined {
	if (name === undefined || KIND_NAMES.some((kind) => kind === name)) return;
	throw badRequest(`kind must be one of ${KIND_NAMES.join(', ')}`);
}

function kindOf(letter: Letter): Kind {
	const sheets = sheetsOf(letter);
	return { from: letter.from, sheets, found: { text: textOn(sheets), fields: fieldsOf(letter) } };
}

/** A page with nothing to read. Its bars and specks are the same each time. */
function unreadableSheet(): Sheet {
	let last = 4711;
	// The numbers only look random. They come from Park and Miller's generator.
	const upTo = (most: number) =>
		Math.round((most * (last = (last * 16_807) % 2_147_483_647)) / 2_147_483_647);
	const bars = Array.from({ length: 26 }, (): Mark => {
		const x = upTo(SHEET.width / 3);
		return { x, y: upTo(SHEET.height), width: SHEET.width - x - upTo(120), height: 2 + upTo(22) };
	});
	const specks = Array.from({ length: 1500 }, (): Mark => {
		return { x: upTo(SHEET.width), y: upTo(SHEET.height), width: 1 + upTo(5), height: 1 + upTo(2) };
	});
	return { words: [], marks: [...bars, ...specks] };
}
