import { visibleIn } from './text';

/**
 * Maximum length in characters, more than any number needs with its label and surrounding text. Patterns only check strings
 * up to this length.
 */
const LONGEST = 100;

/** Matches what people write between the digits of a number, including all kinds of hyphens. */
const SEPARATORS = /[\s().\p{Pd}\u2212\u2043\u02D7\u00B7]/gu;

/** Matches characters before a number that was copied from a page or a table. */
const BEFORE = /^["'`“”„‘’«»<\s]+/;

const AFTER = /(?<!["'`“”„‘’«»>,;\s])["'`“”„‘’«»>,;\s]+$/;

const FAX =
	'tel(?:efon|ephone)?\\.?\\s*[/&]\\s*fax|(?:tele)?fax|(?:tele)?faks|facs[ií]mile|fac-simile|t[ée]l[ée]copie(?:ur)?|fx';
const NUMBER = 'numbers?|nummer|num[ée]ro|número|num|no|nr|n[°º]';

/** Matches what a directory, a letterhead or an address book calls a fax number. Links with "tel:" may have any number. */
const LABEL = new RegExp(
	`^(?:(?:${NUMBER}|#)[.\\s]*(?:d[eiu]\\s+)?)?(?:(?:${FAX}|(?:f|tel|callto)(?=[:.\\s#]))(?:[:.=\\s#-]|${NUMBER})*)+(?=[+\\d(])`,
	'iu',
);

/** Matches such a label after a number. */
const MARK = new RegExp(`(?<=[\\d)])(?:\\s*[([]\\s*(?:${FAX}|f)\\s*[)\\]]|\\s+(?:${FAX}))$`, 'iu');

/** Matches the start of a number in an address book file (vCard). The semicolons in it don't separate numbers. */
const CARD = /\bTEL(?:;[\w=",-]{1,40}){1,6}:/gi;

/** Whether a string is too long for a number, which is cheap to check. */
export function isTooLong(text: string): boolean {
	return text.length > LONGEST;
}

/** Returns the beginning of a string, up to the length of a number. */
export function shownPart(text: string): string {
	return visibleIn(isTooLong(text) ? `${text.slice(0, LONGEST / 2)}…` : text);
}

/**
 * Returns a number without invisible or meaningless characters, and without a label that says fax. Full-width characters
 * are read like plain ones, but superscript digits aren't. If a string is too long for a number, it's empty.
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

/** Returns the sign and the digits of a number. */
export function withoutSeparators(text: string): string {
	return text.replace(SEPARATORS, '');
}

/** In a list of numbers, rewrites address book entries as people would write them. */
export function withoutCards(text: string): string {
	return text.replace(CARD, (card) => (/fax/i.test(card) ? 'Fax: ' : 'Phone: '));
}
