import { listAt } from '../../../shared/http/answers';
import type { Reads } from '../../../shared/http/requests';
import type { CustomField } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { customFieldOutput, customFieldPath } from './fields';

/** GET /accounts/self/ai/custom-fields (docs/contributing/api.md, "Operations") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many custom fields',
	description: 'List the custom fields that Fax AI extracts from faxes',
	scopes: ['fax:all:read', 'fax:ai_settings:read'],
	output: customFieldOutput,
	fields: returnAllFields,
	async execute(call) {
		return toItems(await call.limited(async () => await readCustomFields(call)));
	},
};

export async function readCustomFields(reader: Reads): Promise<CustomField[]> {
	return await listAt<CustomField>(reader, customFieldPath, 'records');
}
