import { returnAllFields } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { readAreas } from './areas';
import { countryField, toCountryCode } from './fields';

/** GET /shop/numbers/countries/{country_code}/areas (docs/api.md, "Shop") */
export const getAreas: ReadOperation = {
	value: 'getAreas',
	name: 'Get Areas',
	action: 'Get the areas of a country in the number shop',
	description: 'List the areas of a country in which numbers can be bought, with the codes to search by',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	fields: [countryField, ...returnAllFields],
	async execute(call) {
		const country = toCountryCode(call.requiredText(countryField));
		return toItems(await call.limited(async () => await readAreas(call, country)));
	},
};
