import type { INodeProperties } from 'n8n-workflow';

import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';

const groupIdField: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f1e8c',
	description: 'ID of the contact group to delete',
};

/** DELETE /accounts/self/contact-groups/{group_id} */
export const deleteOperation: Operation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a contact group permanently',
	description: 'Delete a contact group permanently',
	kind: 'write',
	scopes: ['fax:all:edit'],
	howToCheck: 'Run it again: if the group is gone, the service says that it was not found.',
	itemField: groupIdField,
	fields: [groupIdField],
	async execute(call) {
		const groupId = call.text('groupId');
		await call.write({
			method: 'DELETE',
			path: `/accounts/self/contact-groups/${call.id('groupId', 'Group ID')}`,
		});
		return toItems([{ deleted: true, groupId }]);
	},
};
