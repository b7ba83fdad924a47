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

const GONE =
	'Check Group IDs and Member IDs: the service found nothing with one of them. A group or member may have been deleted, or belong to another account.';

/** POST /accounts/self/contact-groups/share (docs/api.md, "Operations") */
export const share: WriteOperation = {
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
		await call.write({
			method: 'POST',
			path: '/accounts/self/contact-groups/share',
			body: { group_ids: groupIds, member_ids: memberIds },
		});
		return toItems([{ shared: true, groupIds, memberIds }]);
	},
};
