import { seed } from '../../simulator';
import { contact } from '../../simulator/makers';
import { faxingBench } from '../support/faxingBench';
import { apiClient, refusalIn } from '../support/simulatorClient';

const bench = faxingBench();

interface Page {
	records: Array<{ id: string; groups: unknown }>;
	total_count?: number;
	error?: string;
}

describe('The contacts of the simulator', () => {
	const get = async (params: object = {}) =>
		await bench().owner.get<Page>('/accounts/self/contacts', { params });
	const page = async (params?: object) => (await get(params)).data;
	const ids = async (params?: object) => (await page(params)).records.map(({ id }) => id);
	const [hill, pharmacy, berg] = seed.contactIds;

	it('are listed page by page, with their number in all', async () => {
		expect(await page({ limit: 2 })).toMatchObject({
			records: [{ id: hill, name: 'Mary Hill' }, { id: pharmacy }],
			total_count: 3,
		});
		expect(await ids({ limit: 2, offset: 2 })).toEqual([berg]);
		expect(await ids({ offset: 3 })).toEqual([]);
		for (let at = 0; at < 60; at++)
			bench()
				.account()
				.contacts.set(`con_${at}`, contact({ id: `con_${at}` }));
		expect(await ids()).toHaveLength(20);
		expect(await ids({ limit: 50 })).toHaveLength(50);
	});

	it.each([{ limit: 0 }, { limit: 51 }, { offset: -1 }, { page: 2 }])('refuse %j', async (params) => {
		expect(refusalIn(await get(params))).toEqual([400, 'bad_request']);
	});

	it('are found by what is in them', async () => {
		expect(await ids({ search: 'HILL' })).toEqual([hill]);
		expect(await page({ search: '0100', limit: 1 })).toMatchObject({
			records: [{ id: hill }],
			total_count: 2,
		});
	});

	it('are seen with a scope for everything only', async () => {
		const { simulator } = bench();
		const narrow = apiClient(
			simulator,
			simulator.addToken(seed.ownerId, ['fax:fax:read', 'fax:member:read']),
		);
		expect(refusalIn(await narrow.get('/accounts/self/contacts'))).toEqual([403, 'forbidden']);
	});

	it('are told in other ways where the settings say so', async () => {
		const { settings } = bench().simulator;
		const groups = async () => (await page()).records.map((record) => record.groups);
		const [first, second] = seed.groupIds;
		expect(await groups()).toEqual([[first], [first, second], []]);
		settings.contactGroups = 'names';
		expect(await groups()).toEqual([['Referrals'], ['Referrals', 'Pharmacies'], []]);
		settings.contactGroups = 'objects';
		expect((await groups())[0]).toEqual([{ id: first, name: 'Referrals' }]);
		settings.contactsTotalTold = false;
		expect(Object.keys(await page())).toEqual(['records']);
		settings.contactsOffsetHonoured = false;
		settings.largestContactPage = 2;
		expect(await ids({ limit: 50, offset: 2 })).toEqual([hill, pharmacy]);
	});
});

describe('The contact groups of the simulator', () => {
	const share = '/accounts/self/contact-groups/share';

	it('are shared, all or none', async () => {
		const [first] = seed.groupIds;
		const half = { group_ids: [first, 'grp_unknown'], member_ids: [seed.memberId] };
		expect(refusalIn(await bench().owner.post(share, half))).toEqual([400, 'bad_request']);
		expect(bench().account().groups.get(first)?.sharedWith.size).toBe(0);

		const { status, data } = await bench().owner.post<unknown>(share, { ...half, group_ids: [first] });
		expect([status, data]).toEqual([200, {}]);
		expect(bench().account().groups.get(first)?.sharedWith).toEqual(new Set([seed.memberId]));
	});

	it('are not shared with strangers', async () => {
		const body = { group_ids: [...seed.groupIds], member_ids: [seed.otherOwnerId] };
		expect(refusalIn(await bench().owner.post(share, body))).toEqual([400, 'invalid_user_id']);
	});

	it('are deleted once', async () => {
		const path = `/accounts/self/contact-groups/${seed.groupIds[0]}`;
		expect((await bench().owner.delete(path)).data).toEqual({});
		expect(refusalIn(await bench().owner.delete(path))).toEqual([400, 'bad_request']);
		const left = [...bench().account().contacts.values()].map((entry) => entry.groups);
		expect(left).toEqual([[], [seed.groupIds[1]], []]);
	});
});
