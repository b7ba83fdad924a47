import { seed } from '../../../../simulator';
import { get, locator, operation, request, type OperationCase } from './case';

const [hill, pharmacy, berg] = seed.contactIds;

/** Pages of fewer than ten: each is the last of its list. */
function requests(offsets: number[], query: Record<string, string> = {}): OperationCase['requests'] {
	return offsets.map((offset) =>
		get('/accounts/self/contacts', { limit: '50', offset: String(offset), ...query }),
	);
}

function withIds(...ids: string[]): object[] {
	return ids.map((id) => expect.objectContaining({ id }) as object);
}

export const contacts: OperationCase[] = [
	operation('contact: getAll', {
		requests: requests([0]),
		output: ({ state }) => [...(state.accounts.get(seed.accountId)?.contacts.values() ?? [])],
	}),
	operation('contact: getAll of those that a search finds', {
		parameters: { search: 'hill' },
		requests: requests([0], { search: 'hill' }),
		output: () => withIds(hill),
	}),
	operation('contact: getAll with all filters', {
		parameters: {
			filters: {
				name: 'MARY',
				notes: 'cardio',
				faxNumber: '+1 555 010 0200, +15550100210',
				groupId: seed.groupIds[0],
				isShared: true,
			},
		},
		requests: requests([0]),
		output: () => withIds(hill),
	}),
	operation('contact: getAll sorted', {
		parameters: { limit: 2, options: { sortBy: 'modification_date', direction: 'desc' } },
		requests: requests([0]),
		output: () => withIds(berg, hill),
	}),
	operation('contact: getAll sorted by name unless said otherwise', {
		parameters: { options: { direction: 'asc' } },
		requests: requests([0]),
		output: () => withIds(berg, pharmacy, hill),
	}),
];

export const contactGroups: OperationCase[] = [
	operation('contactGroup: delete', {
		parameters: { groupId: locator('list', seed.groupIds[0]) },
		requests: [request('DELETE', `/accounts/self/contact-groups/${seed.groupIds[0]}`)],
		output: () => [{ deleted: true, id: seed.groupIds[0] }],
		effect: ({ groups }) => [[...groups.keys()], [seed.groupIds[1]]],
	}),
	operation('contactGroup: share', {
		parameters: { groupIds: [...seed.groupIds], memberIds: [seed.memberId, seed.secondMemberId] },
		requests: [
			request('POST', '/accounts/self/contact-groups/share', {
				group_ids: seed.groupIds,
				member_ids: [seed.memberId, seed.secondMemberId],
			}),
		],
		output: () => [
			{ shared: true, groupIds: seed.groupIds, memberIds: [seed.memberId, seed.secondMemberId] },
		],
		effect: ({ groups }) => [
			[...groups.values()].map(({ sharedWith }) => [...sharedWith]),
			seed.groupIds.map(() => [seed.memberId, seed.secondMemberId]),
		],
	}),
];
