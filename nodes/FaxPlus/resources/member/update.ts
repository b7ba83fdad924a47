import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../shared/values/inputError';
import { toNumber } from '../../../shared/values/fieldValues';
import { toText } from '../../../shared/values/text';
import type { MemberDetail } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';

const quotaField: INodeProperties = {
	displayName: 'Quota',
	name: 'quota',
	type: 'number',
	typeOptions: { minValue: 0 },
	// No number: one that was added and forgotten would otherwise be sent as 0.
	default: '',
	description: 'Pages that the member may send in a month',
};

const memberUserIdField: INodeProperties = {
	displayName: 'Member User ID',
	name: 'memberUserId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 13d8z73c',
	description: 'User ID of the member to change',
};

/** PUT /accounts/self/member-details/{member_user_id} */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a member',
	description: 'Change the role or the faxing quota of a member of a corporate account',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:member:edit'],
	howToCheck: 'Look at the member in Fax.Plus before you run it again.',
	itemField: memberUserIdField,
	sendsValues: true,
	userField: memberUserIdField,
	fields: [
		memberUserIdField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description:
				'What to change. The service does not say what becomes of a field that is left out; to be safe, add both.',
			options: [
				quotaField,
				{
					displayName: 'Role',
					name: 'role',
					type: 'string',
					default: '',
					placeholder: 'e.g. manager',
					description:
						'Role of the member. The service does not publish its names for roles; Fax.Plus itself speaks of administrator, manager and user.',
				},
			],
		},
	],
	async execute(call) {
		const memberUserId = call.text('memberUserId');
		const path = `/accounts/self/member-details/${call.id('memberUserId', 'Member User ID')}`;
		const changes = memberDetail(call.collection('updateFields'));
		await call.write({ method: 'PUT', path, body: changes });
		return toItems([{ updated: true, memberUserId, ...changes }]);
	},
};

function memberDetail({ role, quota }: { role?: unknown; quota?: unknown }): MemberDetail {
	const changes: MemberDetail = {};
	if (role !== undefined) {
		changes.role = toText(role);
		if (changes.role === '') throw new InputError('Role is empty. Enter one, or remove the field.');
	}
	if (quota !== undefined) changes.quota = toNumber(quotaField, quota);
	if (Object.keys(changes).length === 0) {
		throw new InputError('There is nothing to update. Add Role or Quota under "Update Fields".');
	}
	return changes;
}
