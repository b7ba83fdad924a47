import { returnAllFields } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { readMembers } from './members';

/** GET /accounts (docs/api.md, "Members") */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many members',
	description: 'List the members of a corporate account (administrators only)',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	fields: returnAllFields,
	async execute(call) {
		return toItems(await call.limited(async () => await readMembers(call)));
	},
};
