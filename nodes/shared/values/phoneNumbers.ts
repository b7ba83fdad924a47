import { InputError } from './inputError';
import { toFullList } from './lists';

const SEPARATORS = /[\s().-]/g;
/** Such as in +49 (0)30 1234567: kept, it would lead to another number. */
const TRUNK_ZERO = '(0)';

/** What the editor calls every field that limits deliveries. */
const NUMBERS = 'Numbers';

const E164 = /^\+[1-9]\d{1,14}$/;

/**
 * Brings a fax number, such as "+1 (555) 010-0000", into E.164 form, as the service does (docs/api.md, "Webhook endpoints");
 * refuses, with the editor's name for the field, what lacks the plus sign or has more than digits.
 */
export function toE164(text: string, label?: string): string {
	const said = label === undefined ? `"${text}"` : `${label}: "${text}"`;
	if (text.includes(TRUNK_ZERO))
		throw new InputError(
			`${said} holds "(0)", which is not dialled from abroad. Write the number without it, such as ${text.replace(TRUNK_ZERO, ' ').replace(/\s+/g, ' ')}.`,
		);
	if (isE164(text)) return text.replace(SEPARATORS, '');
	throw new InputError(
		`${said} is not a number in E.164 form. Write the plus sign, the country code and the number, such as +15550100000.`,
	);
}

/** Whether a text is a number that `toE164` takes. */
export function isE164(text: string): boolean {
	return !text.includes(TRUNK_ZERO) && E164.test(text.replace(SEPARATORS, ''));
}

/** Reads the numbers of a field "Numbers"; none means all. An expression that yields nothing must not widen that: refused. */
export function numbersIn(value: unknown): string[] {
	if (value === undefined || value === null)
		throw new InputError(
			`${NUMBERS} is missing. Leave the field empty for all numbers, or check the expression that provides them.`,
		);
	return [...new Set(toFullList(NUMBERS, value).map((text) => toE164(text, NUMBERS)))];
}

/** Whether two texts name the same number, however they are written. */
export function sameNumber(one: string, other: string): boolean {
	return digitsOf(one) === digitsOf(other);
}

/** The digits of a number, without what people write between them. */
export function digitsOf(number: string): string {
	return number.replace(/\D/g, '');
}
