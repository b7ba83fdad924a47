import { memberListGuidance, readMembers } from '../../../shared/lists/members';
import { returnAllFields } from '../../fields/common';
import { accountOutput, simplifyAccount } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts (docs/contributing/api.md, "Members") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many members',
	description: 'List the members of a corporate account (administrators only)',
	...memberListGuidance,
	output: accountOutput,
	fields: returnAllFields,
	simplify: simplifyAccount,
	async execute(call) {
		return toItems(await call.limited(async () => await readMembers(call)));
	},
};
