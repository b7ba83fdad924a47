import { listIn } from '../../../shared/service/answers';
import type { CustomField } from '../../../shared/service/types';
import { returnAllFields } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { customFieldPath } from './fields';

/** GET /accounts/self/ai/custom-fields (docs/api.md, "Operations") */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many custom fields',
	description: 'List the fields that Fax AI extracts from faxes',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:ai_settings:read'],
	fields: returnAllFields,
	async execute(call) {
		const fields = await call.limited(async () => {
			const answer = await call.read({ path: customFieldPath });
			return listIn<CustomField>(answer, 'records');
		});
		return toItems(fields);
	},
};
