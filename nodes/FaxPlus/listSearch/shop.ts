import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Area } from '../../shared/records';
import { InputError } from '../../shared/values/inputError';
import { toText } from '../../shared/values/text';
import {
	countryField,
	getAreas,
	getCountries,
	readAreas,
	readCountries,
	toCountryCode,
} from '../resources/shop/browse';
import { described, sorted, searchOf } from './load';

/** Offers the countries in which numbers can be bought, by name. */
export const searchCountries = searchOf(getCountries, async (api) => {
	const countries = await readCountries(api);
	const available = countries.filter((country) => country.is_available !== false);
	return sorted(available.map(({ iso, name }) => ({ name: `${name || iso} (${iso})`, value: iso })));
});

/** Offers the areas of the country that the node names, such as "Washington, DC (202)"; an error where it names none. */
export const searchAreas = searchOf(getAreas, async (api, context) => {
	const areas = await readAreas(api, countryOf(context));
	const codes = [...new Set(areas.map((area) => area.calling_code))];
	return sorted(codes.map((code) => ({ name: `${placesWith(code, areas)} (${code})`.trim(), value: code })));
});

/** The editor has resolved an expression where it can, and sends nothing where it cannot. */
function countryOf(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter(countryField.name, { extractValue: true });
	const code = toText(value, countryField.displayName);
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
