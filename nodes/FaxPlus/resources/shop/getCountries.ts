import { listAt } from '../../../shared/http/answers';
import type { Reads } from '../../../shared/http/requests';
import type { Country } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import { toItems, type ReadOperation } from '../../operation/operation';

/** GET /shop/numbers/countries (docs/contributing/api.md, "Operations") */
export const getCountries: ReadOperation = {
	value: 'getCountries',
	name: 'Get Countries',
	action: 'Get countries in number shop',
	description: 'List countries, and whether you can buy numbers there',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	output: { iso: 'string', name: 'string', is_available: 'boolean' },
	fields: returnAllFields,
	async execute(call) {
		return toItems(await call.limited(async () => await readCountries(call)));
	},
};

/** Reads the countries of the number shop. */
export async function readCountries(reader: Reads): Promise<Country[]> {
	return await listAt<Country>(reader, '/shop/numbers/countries', 'countries');
}
