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

/** Returns a two-letter country code in capitals, as the number shop needs it. */
export function toCountryCode(code: string): string {
	if (/^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
	throw new InputError(
		`"${countryField.displayName}" is "${code}", which isn't a two-letter ISO code such as US. Correct it.`,
	);
}
