import { DELETED } from '../../fields/output';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { listField, undoNotice } from '../../fields/common';

const groupIdField = listField('Contact Group', 'groupId', 'searchContactGroups', {
	description: 'The contact group to delete. The list shows groups with at least one contact.',
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
	howToCheck: "Run the node again. If the group was deleted, Fax.Plus can't find it.",
	itemField: groupIdField,
	output: DELETED,
	fields: [undoNotice('The group is deleted permanently.'), groupIdField],
	async execute(call) {
		const id = call.id(groupIdField);
		const path = `/accounts/self/contact-groups/${call.pathId(groupIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};
