import { field } from '../../../shared/editor/field';
import { toItems, type WriteOperation } from '../../operation/operation';

const groupIdsField = field('multiOptions', 'Group Names or IDs', 'groupIds', {
	typeOptions: { loadOptionsMethod: 'getContactGroups' },
	required: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The list shows groups with at least one contact. An expression can return an array, or comma-separated text.',
});

const memberIdsField = field('multiOptions', 'Member Names or IDs', 'memberIds', {
	typeOptions: { loadOptionsMethod: 'getMembers' },
	required: true,
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The members to share the groups with. An expression can return an array of user IDs, or comma-separated text.',
});

const NOT_FOUND = `Check "${groupIdsField.displayName}" and "${memberIdsField.displayName}". Fax.Plus can't find one of them. It may have been deleted, or belong to another account.`;

/** POST /accounts/self/contact-groups/share (docs/contributing/api.md, "Contacts") */
export const share: WriteOperation = {
	value: 'share',
	name: 'Share',
	action: 'Share contact groups',
	description: 'Share contact groups with members of a corporate account',
	kind: 'write',
	scopes: ['fax:all:edit'],
	effect: 'the groups were shared',
	howToCheck: 'Check the contact groups in Fax.Plus. You can safely share them again.',
	userField: memberIdsField,
	advice: { '404': NOT_FOUND, bad_request: NOT_FOUND },
	output: { shared: 'boolean', groupIds: 'string[]', memberIds: 'string[]' },
	fields: [groupIdsField, memberIdsField],
	async execute(call) {
		const groupIds = call.ids(groupIdsField);
		const memberIds = call.ids(memberIdsField);
		const body = { group_ids: groupIds, member_ids: memberIds };
		await call.write({ method: 'POST', path: '/accounts/self/contact-groups/share', body });
		return toItems([{ shared: true, groupIds, memberIds }]);
	},
};
