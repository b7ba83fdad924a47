import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Area } from '../../shared/service/types';
import { InputError } from '../../shared/values/inputError';
import { toText } from '../../shared/values/text';
import { readAreas } from '../resources/shop/areas';
import { readCountries } from '../resources/shop/countries';
import { countryField, toCountryCode } from '../resources/shop/fields';
import { getAreas } from '../resources/shop/getAreas';
import { getCountries } from '../resources/shop/getCountries';
import { described, matching } from './entries';
import { load } from './load';

/** Offers the countries in which numbers can be bought, by name; `filter` matches part of the name or of the code. */
export async function searchCountries(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const countries = await load(this, getCountries, readCountries);
	const entries = countries
		.filter((country) => country.is_available !== false)
		.map(({ iso, name }) => ({ name: `${name || iso} (${iso})`, value: iso }))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results: matching(entries, filter) };
}

/**
 * Offers the areas of the country that the node names, such as "Washington, DC (202)"; `filter` matches part of that.
 *
 * @throws NodeOperationError also where the node names no country
 */
export async function searchAreas(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const areas = await load(this, getAreas, async (api) => readAreas(api, countryOf(this)));
	const entries = [...new Set(areas.map((area) => area.calling_code))]
		.map((code) => ({ name: `${placesWith(code, areas)} (${code})`.trim(), value: code }))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results: matching(entries, filter) };
}

/** The editor has resolved an expression where it can, and sends nothing where it cannot. */
function countryOf(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter(countryField.name, { extractValue: true });
	const code = toText(value);
	if (code !== '' && !code.startsWith('=')) return toCountryCode(code);
	throw new InputError(
		`Select a ${countryField.displayName} first: the list shows its areas. Where an expression gives the country, enter the area "By Code".`,
	);
}

/** All places with one code, such as "Berkeley, CA / Oakland, CA". */
function placesWith(code: string, areas: readonly Area[]): string {
	const places = areas.filter((area) => area.calling_code === code);
	return [...new Set(places.map(({ city, state }) => described([city, state])))].join(' / ');
}
