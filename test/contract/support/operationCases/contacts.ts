import { seed } from '../../../../simulator';
import type { OperationCase } from './case';

const [hill, pharmacy, berg] = seed.contactIds;

const read = {
	resource: 'contact',
	operation: 'getAll',
	operationId: 'listContacts',
	kind: 'read',
	codes: ['invalid_user_id'],
	scopes: ['fax:all:read'],
} satisfies Partial<OperationCase>;

/** The page, and what shows that it is the last. */
function requests(offsets: number[], query: Record<string, string> = {}): OperationCase['requests'] {
	return offsets.map((offset) => ({
		method: 'GET',
		path: '/accounts/self/contacts',
		query: { limit: '50', offset: String(offset), ...query },
	}));
}

function withIds(...ids: string[]): object[] {
	return ids.map((id) => expect.objectContaining({ id }) as object);
}

export const contacts: OperationCase[] = [
	{
		...read,
		parameters: {},
		requests: requests([0, 2]),
		output: ({ state }) => [...(state.accounts.get(seed.accountId)?.contacts.values() ?? [])],
	},
	{
		...read,
		name: 'contact: getAll of those that a search finds',
		parameters: { search: 'hill' },
		requests: requests([0, 1, 0], { search: 'hill' }),
		output: () => withIds(hill),
	},
	{
		...read,
		name: 'contact: getAll of a group',
		parameters: { filters: { groupId: seed.groupIds[0] } },
		requests: requests([0, 2]),
		output: () => withIds(hill, pharmacy),
	},
	{
		...read,
		name: 'contact: getAll with all filters',
		parameters: {
			filters: {
				name: 'MARY',
				notes: 'cardio',
				faxNumber: '+1 555 010 0200, +15550100210',
				groupId: seed.groupIds[0],
				isShared: true,
			},
		},
		requests: requests([0, 2]),
		output: () => withIds(hill),
	},
	{
		...read,
		name: 'contact: getAll sorted',
		parameters: { limit: 2, options: { sortBy: 'modification_date', direction: 'desc' } },
		requests: requests([0, 2]),
		output: () => withIds(berg, hill),
	},
	{
		...read,
		name: 'contact: getAll sorted by name unless said otherwise',
		parameters: { options: { direction: 'asc' } },
		requests: requests([0, 2]),
		output: () => withIds(berg, pharmacy, hill),
	},
];
