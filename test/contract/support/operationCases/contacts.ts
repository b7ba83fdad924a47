import { seed } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';

const [hill] = seed.contactIds;

/** Returns the only request of a list. A page with fewer than ten contacts is the last one. */
function onlyPage(query: Record<string, string> = {}): OperationCase['requests'] {
	return [get('/accounts/self/contacts', { limit: '50', offset: '0', ...query })];
}

export const contacts: OperationCase[] = [
	operation('contact: getAll', {
		requests: onlyPage(),
		output: ({ state }) => [...(state.accounts.get(seed.accountId)?.contacts.values() ?? [])],
	}),
	operation('contact: getAll of those that a search finds', {
		parameters: { search: 'hill' },
		requests: onlyPage({ search: 'hill' }),
		output: () => [expect.objectContaining({ id: hill }) as object],
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
