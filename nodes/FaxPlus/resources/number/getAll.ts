import { returnAllFields, userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { readNumbers } from './numbers';

/** GET /accounts/{user_id}/numbers (docs/api.md, "Numbers") */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many numbers',
	description: 'List the numbers of the account, and who they are assigned to',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:numbers:read'],
	userField: userIdField,
	fields: returnAllFields,
	async execute(call) {
		const userId = call.userId();
		return toItems(await call.limited(async () => await readNumbers(call, userId)));
	},
};
