import type { INodeProperties } from 'n8n-workflow';

import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';

const groupIdField: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f1e8c',
	description: 'ID of the contact group to delete',
};

/** DELETE /accounts/self/contact-groups/{group_id} (docs/api.md, "Operations") */
export const deleteOperation: WriteOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a contact group permanently',
	description: 'Delete a contact group permanently',
	kind: 'write',
	scopes: ['fax:all:edit'],
	effect: 'the group was deleted',
	howToCheck: 'Run it again: if the group is gone, the service says that it was not found.',
	itemField: groupIdField,
	fields: [groupIdField],
	async execute(call) {
		const id = call.id(groupIdField);
		await call.write({
			method: 'DELETE',
			path: `/accounts/self/contact-groups/${call.pathId(groupIdField)}`,
		});
		return toItems([{ deleted: true, id }]);
	},
};
