import { badRequest } from '../apiError';
import { fieldsOf, sheetsOf, type Letter } from './letter';
import { invoice, labResult, purchaseOrder, referral } from './letters';
import { SHEET, textOn, type Mark, type Sheet } from './sheet';

/** What a fax that arrives is about. */
export interface Kind {
	/** The number that it comes from. */
	from: string;
	sheets: readonly Sheet[];
	/** What Fax AI finds on the sheets: the text, and the fields. Nothing if they cannot be read. */
	found?: { text: string; fields: Readonly<Record<string, string>> };
}

/** In the order in which they arrive where each has its turn. */
export const KIND_NAMES = ['referral', 'purchaseOrder', 'labResult', 'invoice', 'unreadable'] as const;

export type KindName = (typeof KIND_NAMES)[number];

/** All kinds of faxes; a fax is a referral unless said otherwise. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
	referral: kindOf(referral),
	purchaseOrder: kindOf(purchaseOrder),
	labResult: kindOf(labResult),
	invoice: kindOf(invoice),
	unreadable: { from: '+15550101050', sheets: [unreadableSheet()] },
};

/**
 * The sheets of a fax with a number of pages; where there are more pages than sheets, the last sheet comes again.
 *
 * @param pages from 1
 */
export function sheetsOfFax(kind: KindName, pages: number): Sheet[] {
	const { sheets } = KINDS[kind];
	return Array.from({ length: pages }, (_, page) => sheets[Math.min(page, sheets.length - 1)]).filter(
		(sheet) => sheet !== undefined,
	);
}

/** @throws ApiError 400 when there is no such kind */
export function checkKind(name: unknown): asserts name is KindName | undefined {
	if (name === undefined || KIND_NAMES.some((kind) => kind === name)) return;
	throw badRequest(`kind must be one of ${KIND_NAMES.join(', ')}`);
}

function kindOf(letter: Letter): Kind {
	const sheets = sheetsOf(letter);
	return { from: letter.from, sheets, found: { text: textOn(sheets), fields: fieldsOf(letter) } };
}

/** A page on which nothing can be read: bars and specks, the same each time. */
function unreadableSheet(): Sheet {
	let last = 4711;
	// Looks random (Park and Miller).
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
