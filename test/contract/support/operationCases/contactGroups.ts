import { seed } from '../../../../simulator';
import type { OperationCase } from './case';

export const contactGroups: OperationCase[] = [
	{
		resource: 'contactGroup',
		operation: 'delete',
		operationId: 'deleteContactGroup',
		kind: 'write',
		parameters: { groupId: { __rl: true, mode: 'list', value: seed.groupIds[0] } },
		requests: [{ method: 'DELETE', path: `/accounts/self/contact-groups/${seed.groupIds[0]}` }],
		output: () => [{ deleted: true, id: seed.groupIds[0] }],
		effect: ({ groups }) => {
			expect([...groups.keys()]).toEqual([seed.groupIds[1]]);
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: ['fax:all:edit'],
	},
	{
		resource: 'contactGroup',
		operation: 'share',
		operationId: 'shareContactGroups',
		kind: 'write',
		parameters: {
			groupIds: [...seed.groupIds],
			memberIds: [seed.memberId, seed.secondMemberId],
		},
		requests: [
			{
				method: 'POST',
				path: '/accounts/self/contact-groups/share',
				body: { group_ids: seed.groupIds, member_ids: [seed.memberId, seed.secondMemberId] },
			},
		],
		output: () => [
			{ shared: true, groupIds: seed.groupIds, memberIds: [seed.memberId, seed.secondMemberId] },
		],
		effect: ({ groups }) => {
			for (const { sharedWith } of groups.values()) {
				expect([...sharedWith]).toEqual([seed.memberId, seed.secondMemberId]);
			}
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit'],
	},
];
