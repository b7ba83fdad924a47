import { recordAt } from '../../../shared/http/answers';
import { userIdField } from '../../fields/common';
import { accountOutput, simplifyAccount } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id} (docs/contributing/api.md, "Operations") */
export const get: ReadOperation = {
	...GET,
	action: 'Get account',
	description: 'Read the owner, the status and the settings of an account',
	scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	userField: userIdField,
	output: accountOutput,
	fields: [],
	simplify: simplifyAccount,
	async execute(call) {
		return toItems([await recordAt(call, `/accounts/${call.userId()}`)]);
	},
};
