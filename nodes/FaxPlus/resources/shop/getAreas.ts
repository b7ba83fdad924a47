import { listAt } from '../../../shared/http/answers';
import type { Reader } from '../../../shared/http/requests';
import type { Area } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import { toItems, type ReadOperation } from '../../operation/operation';
import { countryField, toCountryCode } from './fields';

/** GET /shop/numbers/countries/{country_code}/areas (docs/contributing/api.md, "Shop") */
export const getAreas: ReadOperation = {
	value: 'getAreas',
	name: 'Get Areas',
	action: 'Get areas of country in number shop',
	description: 'List the areas of a country where you can buy numbers, with their area codes',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	output: { calling_code: 'string', city: 'string', state: 'string' },
	fields: [countryField, ...returnAllFields],
	async execute(call) {
		const country = toCountryCode(call.requiredText(countryField));
		return toItems(await call.limited(async () => await readAreas(call, country)));
	},
};

/** Reads the areas of a country in which you can buy numbers. The country has the format that `toCountryCode` returns. */
export async function readAreas(reader: Reader, country: string): Promise<Area[]> {
	return await listAt<Area>(reader, `/shop/numbers/countries/${country}/areas`, 'areas');
}
