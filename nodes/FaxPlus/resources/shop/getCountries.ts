import { returnAllFields } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { readCountries } from './countries';

/** GET /shop/numbers/countries (docs/api.md, "Operations") */
export const getCountries: ReadOperation = {
	value: 'getCountries',
	name: 'Get Countries',
	action: 'Get the countries of the number shop',
	description: 'List countries, and whether numbers can be bought there',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	fields: returnAllFields,
	async execute(call) {
		return toItems(await call.limited(async () => await readCountries(call)));
	},
};
