import { badRequest } from '../apiError';
import { invoice } from './invoice';
import { labResult } from './labResult';
import { fieldsOf, sheetsOf, type Letter } from './letter';
import { purchaseOrder } from './purchaseOrder';
import { referral } from './referral';
import { textOn, type Sheet } from './sheet';
import { unreadableSheet } from './unreadable';

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
	if (name === undefined || KIND_NAMES.some((known) => known === name)) return;
	throw badRequest(`kind must be one of ${KIND_NAMES.join(', ')}`);
}

function kindOf(letter: Letter): Kind {
	const sheets = sheetsOf(letter);
	return { from: letter.from, sheets, found: { text: textOn(sheets), fields: fieldsOf(letter) } };
}
