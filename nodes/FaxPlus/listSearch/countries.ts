import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readCountries } from '../resources/shop/countries';
import { getCountries as guidance } from '../resources/shop/getCountries';
import { load } from './load';

/** Offers the countries in which numbers can be bought, by name. */
export async function getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const countries = await load(this, guidance, readCountries);
	return countries
		.filter((country) => country.is_available)
		.map(({ iso, name }) => ({ name: `${name || iso} (${iso})`, value: iso }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
