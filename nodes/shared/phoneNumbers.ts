import { InputError } from './faults';

const SEPARATORS = /[\s().-]/g;
const E164 = /^\+[1-9]\d{1,14}$/;

/**
 * Brings a fax number into E.164 form, as the service does (rule 3 of creating a webhook endpoint).
 *
 * @param text a number as people write it, such as "+1 (555) 010-0000"
 * @returns the plus sign and the digits, such as "+15550100000"
 * @throws InputError when the plus sign is missing or something other than digits remains
 */
export function toE164(text: string): string {
	if (isE164(text)) return text.replace(SEPARATORS, '');
	throw new InputError(
		`"${text}" is not a number in E.164 form. Write the plus sign, the country code and the number, such as +15550100000.`,
	);
}

/** Whether a text is a number that `toE164` takes. */
export function isE164(text: string): boolean {
	return E164.test(text.replace(SEPARATORS, ''));
}
