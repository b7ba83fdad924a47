import { listAt } from '../../../shared/http/answers';
import type { Reads } from '../../../shared/http/requests';
import type { Member } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import { accountOutput, simplifyAccount } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts (docs/contributing/api.md, "Members") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many members',
	description: 'List the members of a corporate account (administrators only)',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	output: accountOutput,
	fields: returnAllFields,
	simplify: simplifyAccount,
	async execute(call) {
		return toItems(await call.limited(async () => await readMembers(call)));
	},
};

/** Reads the members of a corporate account, which only administrators may. */
export async function readMembers(reader: Reads): Promise<Member[]> {
	return await listAt<Member>(reader, '/accounts', 'members', 'records', 'data');
}
