import { recordAt } from '../../../shared/http/answers';
import { userIdField } from '../../fields/common';
import { toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id}/plan (docs/contributing/api.md, "Operations") */
export const getPlan: ReadOperation = {
	value: 'getPlan',
	name: 'Get Plan',
	action: 'Get plan of account',
	description: 'Read the plan of an account, and whether its user is an administrator or the owner',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	userField: userIdField,
	output: { plan_type: 'string', is_admin: 'boolean', is_owner: 'boolean' },
	fields: [],
	async execute(call) {
		return toItems([await recordAt(call, `/accounts/${call.userId()}/plan`)]);
	},
};
