import { visibleIn } from './text';

/** No number, with its label and what stands around it, is longer. Patterns only ever see texts of this length. */
const LONGEST = 100;

/** What people write between the digits of a number, whichever of the many hyphens it is. */
const SEPARATORS = /[\s().\p{Pd}\u2212\u2043\u02D7\u00B7]/gu;

/** What stands before a number that was copied from a page or a table. */
const BEFORE = /^["'`“”„‘’«»<\s]+/;

const AFTER = /(?<!["'`“”„‘’«»>,;\s])["'`“”„‘’«»>,;\s]+$/;

const FAX =
	'tel(?:efon|ephone)?\\.?\\s*[/&]\\s*fax|(?:tele)?fax|(?:tele)?faks|facs[ií]mile|fac-simile|t[ée]l[ée]copie(?:ur)?|fx';
const NUMBER = 'numbers?|nummer|num[ée]ro|número|num|no|nr|n[°º]';

/** What a directory, a letterhead or an address book calls a fax number. Behind "tel:" links have any number. */
const LABEL = new RegExp(
	`^(?:(?:${NUMBER}|#)[.\\s]*(?:d[eiu]\\s+)?)?(?:(?:${FAX}|(?:f|tel|callto)(?=[:.\\s#]))(?:[:.=\\s#-]|${NUMBER})*)+(?=[+\\d(])`,
	'iu',
);

/** The same behind a number. */
const MARK = new RegExp(`(?<=[\\d)])(?:\\s*[([]\\s*(?:${FAX}|f)\\s*[)\\]]|\\s+(?:${FAX}))$`, 'iu');

/** A number as an address book has it in a file (vCard). Its own semicolons divide nothing. */
const CARD = /\bTEL(?:;[\w=",-]{1,40}){1,6}:/gi;

/** Whether a text is too long for a number; it costs nothing to see that. */
export function isTooLong(text: string): boolean {
	return text.length > LONGEST;
}

/** The beginning of a text that is as long as a number may be. */
export function shownPart(text: string): string {
	return visibleIn(isTooLong(text) ? `${text.slice(0, LONGEST / 2)}…` : text);
}

/**
 * A number without what nobody sees or means, and without a label that says fax. Full-width characters count as the plain ones,
 * raised digits don't. Of a text that is too long for a number nothing is left.
 */
export function plainOf(text: string): string {
	if (isTooLong(text)) return '';
	return withoutCards(visibleIn(text))
		.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
		.replace(BEFORE, '')
		.replace(AFTER, '')
		.replace(LABEL, '')
		.replace(MARK, '');
}

/** The sign and the digits of a number. */
export function withoutSeparators(text: string): string {
	return text.replace(SEPARATORS, '');
}

/** A list of numbers in which entries of address books are written as people write them. */
export function withoutCards(text: string): string {
	return text.replace(CARD, (card) => (/fax/i.test(card) ? 'Fax: ' : 'Phone: '));
}
