import { DELETED } from '../../fields/output';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { listField } from '../../fields/common';

const groupIdField = listField('Contact Group', 'groupId', 'searchContactGroups', {
	description: 'The contact group to delete: one that contacts are in from the list, or its ID',
	placeholder: 'Select a group…',
	byHand: { placeholder: 'e.g. 665f2a' },
});

/** DELETE /accounts/self/contact-groups/{group_id} (docs/contributing/api.md, "Contacts") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete contact group',
	description: 'Delete a contact group permanently',
	scopes: ['fax:all:edit'],
	effect: 'the group was deleted',
	howToCheck: 'Run it again: if the group is gone, the service says that it was not found.',
	itemField: groupIdField,
	output: DELETED,
	fields: [groupIdField],
	async execute(call) {
		const id = call.id(groupIdField);
		const path = `/accounts/self/contact-groups/${call.pathId(groupIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};
