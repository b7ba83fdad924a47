import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../shared/values/inputError';

export const countryField: INodeProperties = {
	displayName: 'Country',
	name: 'countryCode',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The country: one of those in which numbers can be bought from the list, or its code',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a country…',
			typeOptions: { searchListMethod: 'searchCountries', searchable: true },
		},
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. US',
			hint: 'The two letters of ISO 3166',
		},
	],
};

/**
 * Reads a country as the number shop knows it.
 *
 * @param code two letters, in capitals or not
 * @throws InputError for anything else
 */
export function toCountryCode(code: string): string {
	if (/^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
	throw new InputError(`${countryField.displayName} "${code}" is not a two-letter ISO code such as US.`);
}
