import { recordIn } from '../../../shared/service/answers';
import type { MemberDetail } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { detailsPath, memberUserIdField } from './fields';

/** GET /accounts/self/member-details/{member_user_id} (docs/api.md, "Members") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get the role and quota of a member',
	description: 'Read the role and the faxing quota of a member of a corporate account (administrators only)',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	itemField: memberUserIdField,
	userField: memberUserIdField,
	fields: [memberUserIdField],
	async execute(call) {
		const id = call.id(memberUserIdField);
		const details = recordIn(await call.read<MemberDetail>({ path: detailsPath(call) }));
		return toItems([{ id, ...details }]);
	},
};
