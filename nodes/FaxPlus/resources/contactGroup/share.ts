import type { INodeProperties } from 'n8n-workflow';

import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';

const groupIdsField: INodeProperties = {
	displayName: 'Group IDs',
	name: 'groupIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f1e8c,60ab31',
	description: 'IDs of the contact groups, separated by commas, or an array from an expression',
};

const memberIdsField: INodeProperties = {
	displayName: 'Member IDs',
	name: 'memberIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 13d8z73c,22af90b1',
	description: 'User IDs of the members to share with, separated by commas, or an array from an expression',
};

/** POST /accounts/self/contact-groups/share (docs/api.md, "Operations") */
export const share: WriteOperation = {
	value: 'share',
	name: 'Share',
	action: 'Share contact groups',
	description: 'Share contact groups with members of a corporate account',
	kind: 'write',
	scopes: ['fax:all:edit'],
	howToCheck: 'Look at the contact groups in Fax.Plus; sharing them again does no harm.',
	userField: memberIdsField,
	itemField: groupIdsField,
	fields: [groupIdsField, memberIdsField],
	async execute(call) {
		const groupIds = call.ids(groupIdsField);
		const memberIds = call.ids(memberIdsField);
		await call.write({
			method: 'POST',
			path: '/accounts/self/contact-groups/share',
			body: { group_ids: groupIds, member_ids: memberIds },
		});
		return toItems([{ shared: true, groupIds, memberIds }]);
	},
};
