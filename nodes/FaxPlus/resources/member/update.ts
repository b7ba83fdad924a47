import type { INodeProperties } from 'n8n-workflow';

import { toNumber, toRequiredText } from '../../../shared/values/fieldValues';
import type { MemberDetail } from '../../../shared/service/types';
import { memberFieldOf } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';
import type { Changeable } from '../../fields/updateFields';
import { requireChanges, updateFieldsOf } from '../../fields/updateFields';

const quotaField: INodeProperties = {
	displayName: 'Quota',
	name: 'quota',
	type: 'number',
	typeOptions: { minValue: 0 },
	// No number: one that was added and forgotten would otherwise be sent as 0.
	default: '',
	description: 'Pages that the member may send in a month',
};

const roleField: INodeProperties = {
	displayName: 'Role',
	name: 'role',
	type: 'string',
	default: '',
	placeholder: 'e.g. manager',
	description:
		'Role of the member. The service does not publish its names for roles; Fax.Plus itself speaks of administrator, manager and user.',
};

const changeable: Changeable<MemberDetail> = {
	role: [roleField, toRequiredText],
	quota: [quotaField, toNumber],
};

const memberUserIdField = memberFieldOf('The member to change: from the list, or its user ID');

/** PUT /accounts/self/member-details/{member_user_id} (docs/api.md, "Operations") */
export const update: WriteOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update a member',
	description: 'Change the role or the faxing quota of a member of a corporate account',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:member:edit'],
	effect: 'the member was changed',
	howToCheck: 'Look at the member in Fax.Plus before you run it again.',
	itemField: memberUserIdField,
	sendsValues: true,
	userField: memberUserIdField,
	fields: [
		memberUserIdField,
		updateFieldsOf(
			changeable,
			'What to change. The service does not say what becomes of a field that is left out; to be safe, add both.',
		),
	],
	async execute(call) {
		const id = call.id(memberUserIdField);
		const path = `/accounts/self/member-details/${call.pathId(memberUserIdField)}`;
		const changes = requireChanges(call.changes(changeable), 'Add Role or Quota');
		await call.write({ method: 'PUT', path, body: changes });
		return toItems([{ updated: true, id, ...changes }]);
	},
};
