import { recordAt } from '../../../shared/http/answers';
import { userIdField } from '../../fields/common';
import { accountOutput, simplifyAccount } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id} (docs/contributing/api.md, "Operations") */
export const get: ReadOperation = {
	...GET,
	action: 'Get account',
	description: 'Read the record of an account: whose it is, its status and its settings',
	scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	userField: userIdField,
	output: accountOutput,
	fields: [],
	simplify: simplifyAccount,
	async execute(call) {
		return toItems([await recordAt(call, `/accounts/${call.userId()}`)]);
	},
};
