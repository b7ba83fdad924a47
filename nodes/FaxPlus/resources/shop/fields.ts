import { InputError } from '../../../shared/values/inputError';
import { listField } from '../../fields/common';

export const countryField = listField('Country', 'countryCode', 'searchCountries', {
	description: 'The country: one of those in which numbers can be bought from the list, or its code',
	placeholder: 'Select a country…',
	byHand: {
		displayName: 'By Code',
		name: 'code',
		placeholder: 'e.g. US',
		hint: 'The two letters of ISO 3166',
	},
});

/** Reads a country as the number shop knows it: two letters, given in capitals or not. */
export function toCountryCode(code: string): string {
	if (/^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
	throw new InputError(`${countryField.displayName} "${code}" is not a two-letter ISO code such as US.`);
}
