import type { INodeProperties } from 'n8n-workflow';

import { listField } from '../fields/common';
import { deletionOf, toItems, type Resource, type WriteOperation } from '../operation';

const groupIdsField: INodeProperties = {
	displayName: 'Group Names or IDs',
	name: 'groupIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getContactGroups' },
	required: true,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The list has the groups that contacts are in. An expression gives an array, or text with commas.',
};

const memberIdsField: INodeProperties = {
	...groupIdsField,
	displayName: 'Member Names or IDs',
	name: 'memberIds',
	typeOptions: { loadOptionsMethod: 'getMembers' },
	hint: 'The members to share with. An expression gives an array of user IDs, or text with commas.',
};

const GONE = `Check ${groupIdsField.displayName} and ${memberIdsField.displayName}: the service found nothing with one of them. A group or member may have been deleted, or belong to another account.`;

/** POST /accounts/self/contact-groups/share (docs/api.md, "Contacts") */
const share: WriteOperation = {
	value: 'share',
	name: 'Share',
	action: 'Share contact groups',
	description: 'Share contact groups with members of a corporate account',
	kind: 'write',
	scopes: ['fax:all:edit'],
	effect: 'the groups were shared',
	howToCheck: 'Look at the contact groups in Fax.Plus; sharing them again does no harm.',
	userField: memberIdsField,
	advice: { '404': GONE, bad_request: GONE },
	fields: [groupIdsField, memberIdsField],
	async execute(call) {
		const groupIds = call.ids(groupIdsField);
		const memberIds = call.ids(memberIdsField);
		const body = { group_ids: groupIds, member_ids: memberIds };
		await call.write({ method: 'POST', path: '/accounts/self/contact-groups/share', body });
		return toItems([{ shared: true, groupIds, memberIds }]);
	},
};

const groupIdField = listField({
	displayName: 'Contact Group',
	name: 'groupId',
	description: 'The contact group to delete: one that contacts are in from the list, or its ID',
	placeholder: 'Select a group…',
	searchListMethod: 'searchContactGroups',
	byHand: { placeholder: 'e.g. 665f2a' },
});

/** DELETE /accounts/self/contact-groups/{group_id} (docs/api.md, "Contacts") */
const deletion: WriteOperation = {
	...deletionOf(groupIdField, (call) => `/accounts/self/contact-groups/${call.pathId(groupIdField)}`),
	action: 'Delete contact group',
	description: 'Delete a contact group permanently',
	scopes: ['fax:all:edit'],
	effect: 'the group was deleted',
	howToCheck: 'Run it again: if the group is gone, the service says that it was not found.',
	fields: [groupIdField],
};

export const contactGroup: Resource = {
	value: 'contactGroup',
	name: 'Contact Group',
	operations: [share, deletion],
};
