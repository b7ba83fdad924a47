import { recordIn } from '../../../shared/service/answers';
import type { Member } from '../../../shared/service/types';
import { userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';

/** GET /accounts/{user_id} (docs/api.md, "Operations") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get an account',
	description: 'Read the record of an account: whose it is, its status and its settings',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	userField: userIdField,
	fields: [],
	async execute(call) {
		return toItems([recordIn(await call.read<Member>({ path: `/accounts/${call.userId()}` }))]);
	},
};
