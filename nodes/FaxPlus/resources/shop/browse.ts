import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listAt, listIn, recordAt } from '../../../shared/http/answers';
import type { Reader } from '../../../shared/http/requests';
import type { Area, Country, NumberOffer } from '../../../shared/records';
import { InputError } from '../../../shared/values/inputError';
import { listField, returnAllFields } from '../../fields/common';
import type { ReadCall } from '../../itemCall';
import { toItems, type ReadOperation } from '../../operation';

const read = { kind: 'read', scopes: ['fax:all:read', 'fax:shop:read'] } as const;

export const countryField: INodeProperties = listField({
	displayName: 'Country',
	name: 'countryCode',
	description: 'The country: one of those in which numbers can be bought from the list, or its code',
	placeholder: 'Select a country…',
	searchListMethod: 'searchCountries',
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

/** GET /shop/numbers/countries (docs/api.md, "Operations") */
export const getCountries: ReadOperation = {
	value: 'getCountries',
	name: 'Get Countries',
	action: 'Get countries of number shop',
	description: 'List countries, and whether numbers can be bought there',
	...read,
	fields: returnAllFields,
	execute: async (call) => toItems(await call.limited(async () => await readCountries(call))),
};

/** Reads the countries of the number shop. */
export async function readCountries(reader: Reader): Promise<Country[]> {
	return await listAt<Country>(reader, '/shop/numbers/countries', 'countries');
}

/** GET /shop/numbers/countries/{country_code}/areas (docs/api.md, "Shop") */
export const getAreas: ReadOperation = {
	value: 'getAreas',
	name: 'Get Areas',
	action: 'Get areas of country in number shop',
	description: 'List the areas of a country in which numbers can be bought, with the codes to search by',
	...read,
	fields: [countryField, ...returnAllFields],
	async execute(call) {
		const country = toCountryCode(call.requiredText(countryField));
		return toItems(await call.limited(async () => await readAreas(call, country)));
	},
};

/** Reads the areas in which numbers can be bought of a country, as toCountryCode writes it. */
export async function readAreas(reader: Reader, country: string): Promise<Area[]> {
	return await listAt<Area>(reader, `/shop/numbers/countries/${country}/areas`, 'areas');
}

const channelField: INodeProperties = {
	displayName: 'Numbers to Offer',
	name: 'channel',
	type: 'options',
	options: [
		{ name: 'Any', value: 'random', description: 'Whatever the service offers' },
		{ name: 'With Certain Digits', value: 'custom', description: 'Numbers that contain the digits you want' },
	],
	default: 'random',
};

const areaField: INodeProperties = {
	...listField({
		displayName: 'Area Code',
		name: 'callingCode',
		description: 'The area in which to look for numbers: one of the country from the list, or its code',
		placeholder: 'Select an area…',
		searchListMethod: 'searchAreas',
		byHand: { displayName: 'By Code', name: 'code', placeholder: 'e.g. 212' },
	}),
	// The editor empties it when another country is selected.
	typeOptions: { loadOptionsDependsOn: ['countryCode.value'] },
};

const digitsField: INodeProperties = {
	displayName: 'Digits',
	name: 'contains',
	type: 'string',
	displayOptions: { show: { channel: ['custom'] } },
	default: '',
	placeholder: 'e.g. 2580',
	description: 'Digits that the number must contain',
};

/** GET /shop/numbers/countries/{country_code}/areas/{calling_code}/numbers (docs/api.md, "Shop") */
export const searchNumbers: ReadOperation = {
	value: 'searchNumbers',
	name: 'Search Numbers',
	action: 'Search for available numbers',
	description: 'List fax numbers that can be bought in a country and area, with their prices; buys nothing',
	...read,
	fields: [countryField, areaField, channelField, digitsField, ...returnAllFields],
	simplify,
	async execute(call) {
		const offers = await call.limited(async () => {
			const country = toCountryCode(call.requiredText(countryField));
			const path = `/shop/numbers/countries/${country}/areas/${call.pathId(areaField)}/numbers`;
			return listIn<NumberOffer>(await call.read({ path, qs: queryOf(call) }), 'numbers');
		});
		return toItems(offers);
	},
};

function queryOf(call: ReadCall): IDataObject {
	if (call.choice(channelField) === 'random') return { channel: 'random' };
	const contains = call.optionalText(digitsField);
	if (/^[0-9]*$/.test(contains)) return { channel: 'custom', ...(contains !== '' && { contains }) };
	throw new InputError(`${digitsField.displayName} "${contains}" may hold only the digits 0 to 9.`);
}

function simplify(record: IDataObject): IDataObject {
	const { item, ...offer } = record as unknown as NumberOffer;
	return {
		itemId: item?.id,
		number: item?.number,
		country: item?.country,
		areaCode: item?.geographic_area?.area_code,
		city: item?.geographic_area?.city,
		type: offer.type,
		availability: offer.availability,
		price: offer.price,
		monthlyFee: offer.monthly_fee,
		numberOfMonths: offer.number_of_months,
		currency: offer.currency,
	};
}

/** GET /shop/balance (docs/api.md, "Operations") */
export const getBalance: ReadOperation = {
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get account balance',
	description: 'Read the balance of the account, from which numbers are paid',
	...read,
	fields: [],
	execute: async (call) => toItems([await recordAt(call, '/shop/balance')]),
};
