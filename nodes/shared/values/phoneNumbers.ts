import { toFullList } from './fieldValues';
import { InputError } from './inputError';
import { visibleIn } from './text';

/** What people write between the digits of a number, whichever of the many hyphens it is. */
const SEPARATORS = /[\s().\p{Pd}\u2212\u2043\u02D7\u00B7]/gu;

/** What stands around a number that was copied from a page or a table. */
const AROUND = /^["'`“”„‘’«»<\s]*(?:(?:tel(?:efax)?|fax|callto)[:.\s]+)*(?=[+\d(])|["'`“”„‘’«»>\s]+$/gi;

/** The numbers of the smallest islands have seven digits with their country codes, and none has more than fifteen. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** What the editor calls every field that limits deliveries. */
const NUMBERS = 'Numbers';

/** How people divide the numbers of a list: a mark at the end of a line and the line break are one. */
const DIVIDERS = /[,;，；、][^\S\n]*\n|[,;，；、\n\t]/;

/** The country codes of one digit and of two; all others have three. */
const SHORT_CODES = '1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]';

/**
 * After which a number may begin with 0: Benin, Burkina Faso, Congo, Gabon, Italy, Ivory Coast, Niger, San Marino, Tajikistan,
 * and services of no country. In all other plans a 0 there is the one that is dialled within the country.
 */
const CODES_BEFORE_ZERO = '39|378|379|22[5679]|24[12]|992|8[079]\\d|88[1-57-9]|979';

/** A zero that is dialled within the country only: it would lead to another number, or to none. */
const TRUNK_ZERO = new RegExp(
	`^(?!\\+(?:${CODES_BEFORE_ZERO}))(\\+(?:${SHORT_CODES}|(?!${SHORT_CODES})\\d{3}))0+`,
);

/** The zero that is dialled within the country, as people write it beside the country code. */
const ZERO_IN_BRACKETS = /[\s\p{Pd}]*[([]\s*0\s*[)\]][\s\p{Pd}]*/u;

/** What is dialled once somebody has answered. */
const EXTENSION = /(?<=\d)[\s.]*(?:;?ext(?:ension)?|x|#|int|app|poste|dw)[\s.:=]*\d+$/i;

/**
 * The two plans that span a continent have numbers of one length. A digit that is missing, or an 8 or a 0 dialled within the country,
 * shows there; of other countries only the service knows which numbers there are.
 */
const FIXED_LENGTHS: Array<[country: RegExp, number: RegExp, words: string]> = [
	[
		/^\+1/,
		/^\+1[2-9]\d{9}$/,
		'is no number of North America, where ten digits follow +1, the first of them 2 to 9',
	],
	[
		/^\+7/,
		/^\+7[3-9]\d{9}$/,
		'is no number of Russia or Kazakhstan, where ten digits follow +7, the first of them 3 to 9',
	],
];

const NO_PLUS = 'has no plus sign, so its country is not certain';

/** Elsewhere it may begin an area code. */
const NORTH_AMERICAN_PREFIX = 'begins with 011, which is dialled in North America only';

/** What makes a text no number, as people write them, in words; and what may be meant instead. */
type Fault = [pattern: RegExp, words: string, meant?: (text: string) => string];

const FAULTS: Fault[] = [
	[/%[0-9a-f]{2}/i, 'is written as in an address, with percent signs', decoded],
	[
		ZERO_IN_BRACKETS,
		'holds "(0)", which is not dialled from abroad',
		(text) => text.replace(ZERO_IN_BRACKETS, ' '),
	],
	[EXTENSION, 'holds an extension, which a fax cannot dial', (text) => text.replace(EXTENSION, '')],
	[/^\+?\d{7,}\.0$/, 'ends in ".0", as a decimal number does', (text) => text.replace(/\.0$/, '')],
	[/\+.*\+/, 'holds two plus signs. Separate numbers by commas'],
	[/\/|\\|\|/, 'holds a slash, which may divide two numbers'],
	[/\p{L}/u, 'holds letters'],
	[/(?![0-9])[\p{Nd}\p{No}]/u, 'holds digits other than 0 to 9'],
	[/^\D*(?:\+[^\d]*)?00/, 'begins with 00, which not every country dials', withoutPrefix(/^\D*00/)],
	[/^\D*(?:\+[^\d]*)?011/, NORTH_AMERICAN_PREFIX, withoutPrefix(/^\D*011/)],
	[/^[^+]*\d[^+]*\+/, 'has digits before the plus sign'],
	[/^[^+]*\d/, NO_PLUS],
	[/^[^+]*\+[^\d]*0/, 'begins with 0 after the plus sign, as no country code does'],
];

/**
 * Brings a fax number, such as "+1 (555) 010-0000", into the form of the service (docs/api.md, "Webhook endpoints"). What
 * nobody sees, and what stands between digits, is taken off. What nobody can mean is refused with its reason and, where it is
 * certain, the number to write. Which numbers there are in a country is not known here: the service and the line tell.
 *
 * @param label the editor's name for the field
 * @throws InputError
 */
export function toE164(text: string, label?: string): string {
	const number = plainOf(text);
	const words = faultOf(number);
	if (words === undefined) return number.replace(SEPARATORS, '');
	throw new InputError(`${asEntered(text, label)} ${words}`);
}

/** A number as it was entered, behind the editor's name for its field. */
export function asEntered(text: string, label?: string): string {
	return `${label === undefined ? '' : `${label}: `}"${visibleIn(text)}"`;
}

/** Whether a text is a number that `toE164` takes. */
export function isE164(text: string): boolean {
	return faultOf(plainOf(text)) === undefined;
}

/** The digits of a text that lacks nothing of a number but the plus sign and the country; undefined where it lacks more, or nothing. */
export function digitsWithoutPlus(text: string): string | undefined {
	const number = plainOf(text);
	const digits = number.replace(SEPARATORS, '');
	const [, words = ''] = faultIn(number) ?? [];
	return [NO_PLUS, NORTH_AMERICAN_PREFIX].includes(words) && /^\d+$/.test(digits) ? digits : undefined;
}

/** The beginning of numbers, with an asterisk at the end, in the same form; undefined for what is none. */
export function beginningIn(text: string): string | undefined {
	const beginning = plainOf(text).replace(SEPARATORS, '');
	return /^\+[1-9]\d{0,13}\*$/.test(beginning) && !TRUNK_ZERO.test(beginning) ? beginning : undefined;
}

/** The entries of a list of numbers, each once, as they are written; one that is empty is refused. */
export function numberEntries(label: string, value: unknown): string[] {
	return toFullList(label, value, DIVIDERS);
}

/** Reads the numbers of a field "Numbers"; none means all. An expression that yields nothing must not widen that: refused. */
export function numbersIn(value: unknown): string[] {
	if (value === undefined || value === null)
		throw new InputError(
			`${NUMBERS} is missing. Leave the field empty for all numbers, or check the expression that provides them.`,
		);
	return [...new Set(numberEntries(NUMBERS, value).map((text) => toE164(text, NUMBERS)))];
}

/** Whether two texts name the same number, however they are written. */
export function sameNumber(one: string, other: string): boolean {
	return digitsOf(one) === digitsOf(other);
}

/** The digits of a number, without what people write between them. */
export function digitsOf(number: string): string {
	return number.replace(/\D/g, '');
}

/** A number without what nobody sees or means; full-width characters count as the plain ones, raised digits do not. */
function plainOf(text: string): string {
	return visibleIn(text)
		.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
		.replace(AROUND, '');
}

/** Why a text is no number, and what to write; undefined where it is one. */
function faultOf(text: string): string | undefined {
	const number = text.replace(SEPARATORS, '');
	const [, words, meant] = faultIn(text) ?? [];
	if (words !== undefined) return `${words}. ${whatToWrite(meant?.(text))}`;
	const misfit = misfitOf(number);
	if (misfit !== undefined) return `${misfit}. ${whatToWrite()}`;
	return TRUNK_ZERO.test(number)
		? `holds a 0 after the country code, which is not dialled from abroad. ${whatToWrite(number.replace(TRUNK_ZERO, '$1'))}`
		: undefined;
}

/** Why the digits of a text are no number, though nothing else is amiss. */
function misfitOf(number: string): string | undefined {
	if (!/^\+\d+$/.test(number)) return 'is not a fax number';
	const [, , words] =
		FIXED_LENGTHS.find(([country, right]) => country.test(number) && !right.test(number)) ?? [];
	if (words !== undefined || E164.test(number)) return words;
	return number.length < 8
		? 'has too few digits: there are seven or more with the country code'
		: 'has too many digits: there are fifteen at most with the country code';
}

function faultIn(text: string): Fault | undefined {
	return FAULTS.find(([pattern]) => pattern.test(text));
}

function whatToWrite(meant = ''): string {
	const isCertain = meant !== '' && isE164(meant);
	return isCertain
		? `Write ${plainOf(meant).replace(/\s+/g, ' ')}.`
		: 'Write the plus sign, the country code and the number, such as +15550100000.';
}

function withoutPrefix(prefix: RegExp): (text: string) => string {
	return (text) =>
		text
			.replace(/^[^+\d]*\+/, '')
			.replace(prefix, '+')
			.replace(/^\+[\s\p{Pd}.]+/u, '+');
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return '';
	}
}
