import { InputError } from '../../../shared/values/inputError';
import { listField } from '../../fields/common';

export const countryField = listField('Country', 'countryCode', 'searchCountries', {
	description: 'The country to look for numbers in',
	placeholder: 'Select a country…',
	byHand: {
		displayName: 'By Code',
		name: 'code',
		placeholder: 'e.g. US',
		hint: 'The two-letter ISO code',
	},
});

/** Reads a country as the number shop knows it: two letters, given in capitals or not. */
export function toCountryCode(code: string): string {
	if (/^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
	throw new InputError(
		`"${countryField.displayName}" is "${code}", which isn't a two-letter ISO code such as US. Correct it.`,
	);
}
