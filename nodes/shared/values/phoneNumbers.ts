import {
	dialedFromAbroad,
	dividedByCode,
	isNumber,
	mayBeNumber,
	onlyOne,
	plansOf,
	withoutPrefixes,
} from './dialPlans';
import { requireListLength, toFullList } from './fieldValues';
import { InputError } from './inputError';
import { FAULTS, NO_PLUS, NORTH_AMERICAN_PREFIX, withoutSlash, type Fault } from './numberFaults';
import { isTooLong, plainOf, shownPart, withoutCards, withoutSeparators } from './numberText';
import { jsonIn } from './text';

/** Limits for a number whose country code isn't known. */
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;

/** The editor's name for every field that limits deliveries. */
const NUMBERS = 'Numbers';

/**
 * Matches what people write between the numbers of a list. A separator at the end of a line and the line break after it
 * separate only once.
 */
const DIVIDERS = /[,;，；、][^\S\n]*\n|[,;，；、\n\t]/;

/** Trailing characters of a list from a table or a program. */
const AT_END = ',;，；、 \t\r\n';

/**
 * Converts a fax number, such as "+1 (555) 010-0000", into Fax.Plus's format (docs/contributing/api.md, "Webhook
 * endpoints"). Invisible characters and separators are removed. A string that can't be a number is refused with the reason
 * and, if that's certain, the number to enter. Lengths and first digits are checked for each country. Whether the number
 * exists shows only when it's dialed.
 *
 * @param label the editor's name for the field
 * @throws InputError
 */
export function toE164(text: string, label?: string): string {
	const fault = faultOf(text);
	if (fault === undefined) return withoutSeparators(plainOf(text));
	const { words, advice = whatToWrite(readingOf(fault, text)) } = fault;
	throw new InputError(`${asEntered(text, label)} ${words}. ${advice}`);
}

/**
 * Returns a number in Fax.Plus's format if it's certain which one is meant, however it's written. A number without its country
 * isn't certain.
 */
export function certainNumber(text: string): string | undefined {
	const fault = faultOf(text);
	const meant = fault ? readingOf(fault, text) : text;
	return meant === undefined ? undefined : withoutSeparators(plainOf(meant));
}

/** Returns a number as it was entered, after the editor's name for its field. */
export function asEntered(text: string, label?: string): string {
	return `${label === undefined ? '' : `"${label}": `}"${shownPart(text)}"`;
}

/** Whether a string is a number that `toE164` accepts. */
export function isE164(text: string): boolean {
	return faultOf(text) === undefined;
}

/**
 * Returns the digits of a number that only lacks the plus sign and the country code. It's undefined if nothing is missing,
 * or more than that.
 */
export function digitsWithoutPlus(text: string): string | undefined {
	const number = withoutSlash(plainOf(text));
	const digits = withoutSeparators(number);
	const { words = '' } = faultIn(number) ?? {};
	return [NO_PLUS, NORTH_AMERICAN_PREFIX].includes(words) && /^\d+$/.test(digits) ? digits : undefined;
}

/**
 * Returns a prefix of numbers, with an asterisk at the end, in the same format. It's undefined if the text isn't a prefix.
 */
export function prefixIn(text: string): string | undefined {
	const prefix = withoutSeparators(plainOf(text));
	if (!/^\+[1-9]\d{0,13}\*$/.test(prefix)) return undefined;
	const { code = '', rest = '' } = dividedByCode(prefix.slice(1, -1)) ?? {};
	const mayBegin = rest === '' || plansOf(code).some(({ starts }) => starts.includes(rest.charAt(0)));
	return mayBegin ? prefix : undefined;
}

/** An entry of a list of numbers, as it was entered. */
interface NumberEntry {
	text: string;
	/** Whether the entry was a number instead of text, as in a table. */
	isNumeric: boolean;
}

/**
 * Returns the entries of a list of numbers, without duplicates. An empty entry is refused, except after a separator at the
 * end.
 */
export function numberEntries(label: string, value: unknown): NumberEntry[] {
	const list = typeof value === 'string' ? listIn(label, value.trim()) : value;
	const numeric = new Set([list].flat().flatMap((entry) => (typeof entry === 'number' ? String(entry) : [])));
	return toFullList(label, list, DIVIDERS).map((text) => ({ text, isNumeric: numeric.has(text) }));
}

/** Reads a list in a string, either as JSON or as people separate it. */
function listIn(label: string, text: string): unknown {
	requireListLength(label, text);
	const array = text.startsWith('[') ? jsonIn(text) : undefined;
	return Array.isArray(array) ? array : withoutCards(withoutEnd(text));
}

/**
 * Reads the numbers of a field "Numbers". An empty list means all numbers. So an expression that returns nothing is
 * refused. Otherwise, it would select all numbers.
 */
export function numbersIn(value: unknown): string[] {
	if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
		throw new InputError(
			`"${NUMBERS}" has no value. Check its expression, or leave the field empty for all numbers.`,
		);
	return [...new Set(numberEntries(NUMBERS, value).map(({ text }) => toE164(text, NUMBERS)))];
}

/** Whether two strings are the same number in any format, with or without an extension. */
export function sameNumber(one: string, other: string): boolean {
	return digitsOf(withoutExtension(one)) === digitsOf(withoutExtension(other));
}

/** Returns one of the account's own numbers without its extension, which follows an asterisk. */
export function withoutExtension(number: string): string {
	return number.split('*', 1)[0] ?? '';
}

/**
 * Returns the digits of a number as they're dialed from abroad, whatever its format. The prefix 00 is left out, and so is
 * the zero in parentheses that's only dialed within the country.
 */
export function lineOf(number: string): string {
	return digitsOf(plainOf(number).replace('(0)', '')).replace(/^00/, '');
}

/** Returns the digits of a number, without what people write between them. */
export function digitsOf(number: string): string {
	return number.replace(/\D/g, '');
}

/**
 * Returns a list without trailing separators. A list of nothing but separators isn't changed, because it comes from an
 * expression that found nothing.
 */
function withoutEnd(text: string): string {
	let end = text.length;
	while (end > 0 && AT_END.includes(text.charAt(end - 1))) end -= 1;
	return end === 0 ? text : text.slice(0, end);
}

/** What's wrong with a string, and other ways to read it. */
type Misfit = Omit<Fault, 'pattern'>;

/** Returns why a string isn't a number, or undefined if it is. */
function faultOf(text: string): Misfit | undefined {
	if (isTooLong(text))
		return {
			words: `is too long for a number, with ${text.length} characters`,
			advice: 'Separate numbers with commas, or check the expression.',
		};
	const plain = plainOf(text);
	return faultIn(plain) ?? misfitOf(withoutSeparators(plain));
}

function faultIn(plain: string): Fault | undefined {
	return FAULTS.find(({ pattern }) => pattern.test(plain));
}

/** Returns why a sign and digits aren't a number, once no other fault was found. */
function misfitOf(number: string): Misfit | undefined {
	if (!/^\+\d+$/.test(number)) return { words: "isn't a fax number" };
	const digits = number.slice(1);
	if (digits.length > MOST_DIGITS)
		return { words: `has too many digits. Numbers have up to ${MOST_DIGITS}, with the country code` };
	const known = dividedByCode(digits);
	if (known) return misfitIn(known.code, known.rest);
	return digits.length < FEWEST_DIGITS
		? { words: `has too few digits. Numbers have at least ${FEWEST_DIGITS}, with the country code` }
		: undefined;
}

/** Returns why digits after a country code aren't a number there. A number that newer plans may have isn't reported. */
function misfitIn(code: string, rest: string): Misfit | undefined {
	const plans = plansOf(code);
	const meant = dialedFromAbroad(code, rest);
	const isMeant = meant !== undefined && plans.some((plan) => isNumber(plan, meant));
	const isKnown = plans.some((plan) => isNumber(plan, rest));
	const mayBe = plans.some((plan) => mayBeNumber(plan, rest));
	if (isKnown || (mayBe && !isMeant)) return undefined;
	if (meant !== undefined)
		return {
			words: 'has digits that you dial only inside the country',
			readings: () => [`+${code}${meant}`],
		};
	const lengths = [...new Set(plans.flatMap((plan) => plan.lengths))].sort((one, other) => one - other);
	if (!lengths.includes(rest.length))
		return { words: `has ${rest.length} digits after +${code}, but numbers there have ${inWords(lengths)}` };
	const first = rest.charAt(0);
	const mayBegin = plans.some((plan) => plan.starts.includes(first));
	const isPrefixed = plans.some((plan) => withoutPrefixes(plan, rest).length > 0);
	return mayBegin && !isPrefixed && first !== '0'
		? undefined
		: { words: `isn't a number of that country, because it has ${first} after +${code}` };
}

/** Returns a string such as "8", "9 or 10" or "6 to 11". */
function inWords(lengths: number[]): string {
	const [first = 0] = lengths;
	const last = lengths.at(-1) ?? first;
	if (lengths.length <= 2) return lengths.join(' or ');
	return lengths.length === last - first + 1
		? `${first} to ${last}`
		: `${lengths.slice(0, -1).join(', ')} or ${last}`;
}

/** Returns the only way to read a faulty string as a number, or undefined if there's none or more than one. */
function readingOf({ readings }: Misfit, text: string): string | undefined {
	return onlyOne((readings?.(plainOf(text)) ?? []).filter((reading) => reading !== '' && isE164(reading)));
}

function whatToWrite(meant: string | undefined): string {
	return meant === undefined
		? 'Enter the plus sign, the country code and the number, such as +15550100000.'
		: `Enter ${plainOf(meant).replace(/\s+/g, ' ')}.`;
}
