import { recordAt } from '../../../shared/http/answers';
import { GET, toItems, type ReadOperation } from '../../operation/operation';
import { detailsPath, memberUserIdField } from './fields';

/** GET /accounts/self/member-details/{member_user_id} (docs/contributing/api.md, "Members") */
export const get: ReadOperation = {
	...GET,
	action: 'Get role and quota of member',
	description: 'Read the role and the monthly quota of a member (administrators only)',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	itemField: memberUserIdField,
	userField: memberUserIdField,
	output: { uid: 'string', role: 'string', quota: 'number' },
	fields: [memberUserIdField],
	async execute(call) {
		const uid = call.id(memberUserIdField);
		return toItems([{ uid, ...(await recordAt(call, detailsPath(call))) }]);
	},
};
