import { ServiceFault } from '../../nodes/shared/http/faults';
import { InputError } from '../../nodes/shared/values/inputError';
import { FaxCursor } from '../../nodes/shared/faxes/faxCursor';
import { listFaxes, normalized } from '../../nodes/shared/faxes/faxRecords';
import type { Fax } from '../../nodes/shared/records';
import type { Readings } from './support/faxList';
import { DATES, fax, FaxList, idsOf, START, USUAL } from './support/faxList';

const query = { userId: 'self', category: 'inbox' };

/** So many faxes, every so many seconds. */
const sequence = (length: number, apart = 1): Fax[] =>
	Array.from({ length }, (_, at) => fax(`a${at}`, at * apart));

describe('the list of an ordinary account', () => {
	const caps = [10, 20, 25, 50, 5000];
	const services = [true, false].flatMap((offsetHonoured) =>
		caps.map((longestPage) => ({ ...USUAL, offsetHonoured, longestPage })),
	);

	/** In the order of the list: one a minute, and at the front a few of one second. */
	const account = (count: number, ofOneSecond: number): Fax[] =>
		Array.from({ length: count }, (_, at) =>
			fax(`f${String(at).padStart(4, '0')}`, -60 * Math.max(at, ofOneSecond - 1)),
		);

	test.each([
		['nothing', 0, 1],
		['one fax', 1, 1],
		['two of one second', 2, 2],
		['nine of one second', 9, 9],
		['nine', 9, 1],
		['ten', 10, 1],
		['ten, nine of them of one second', 10, 9],
		['eleven', 11, 2],
		['fifty', 50, 2],
		['fifty-one', 51, 2],
		['5,000', 5_000, 9],
	])(
		'is complete and in order with %s, whatever a page holds, and whether or not `offset` is heeded',
		async (_what, count, ofOneSecond) => {
			const faxes = account(count, ofOneSecond);
			const ids = idsOf(faxes);
			for (const service of services.filter(({ longestPage }) => count <= 100 || longestPage === 50)) {
				const list = async (limit?: number): Promise<unknown> =>
					idsOf(await listFaxes(new FaxList([...faxes], service), query, limit));
				expect({ service, ids: await list() }).toEqual({ service, ids });
				for (const limit of [1, 10, 50]) expect(await list(limit)).toEqual(ids.slice(0, limit));
			}
		},
	);

	test('takes one request for fewer than ten', async () => {
		for (const service of services) {
			const list = new FaxList(account(9, 9), service);
			await listFaxes(list, query);
			expect(list.requests).toBe(1);
		}
	});
});

describe('listing all faxes', () => {
	test('orders faxes that began in one second by another date that they have', () => {
		const [first, second] = [fax('a', 0, 0, 0), fax('b', 0, 0, 1)];
		expect(idsOf(new FaxCursor().sorted([first, second]))).toEqual(['b', 'a']);
	});

	test('is not held up by the second before, where a service without an offset includes it', async () => {
		const faxes = Array.from({ length: 50 }, (_, at) => fax(`b${at}`, Number(at === 48)));
		const service: Readings = { ...USUAL, offsetHonoured: false, beforeIsInclusive: true };
		const listed = await listFaxes(new FaxList(faxes, service), query);
		expect(idsOf(listed).sort()).toEqual(idsOf(faxes).sort());
	});

	test.each([
		['25 of one second', 20, 200, 25],
		['nothing special', 15, 200, 1],
		['nothing special', 45, 200, 1],
		['130 of one second', 50, 2_170, 130],
		['130 of one second', 73, 2_170, 130],
	])('is whole with %s, where a page holds %i', async (_what, longestPage, count, ofOneSecond) => {
		const faxes = Array.from({ length: count + ofOneSecond }, (_, at) =>
			fax(`a${at}`, Math.max(at, ofOneSecond) * 10 + 500 * Number(at > 900)),
		);
		const listedWith = async (offsetHonoured: boolean): Promise<unknown> =>
			await listFaxes(new FaxList([...faxes], { ...USUAL, longestPage, offsetHonoured }), query);
		expect(await listedWith(true)).toHaveLength(faxes.length);
		const without = listedWith(false);
		if (ofOneSecond < longestPage) expect(await without).toHaveLength(faxes.length);
		else await expect(without).rejects.toThrow(InputError);
	});

	test.each([
		[0, 1],
		[1, 1],
		[10, 2],
		[50, 2],
		[100, 3],
		[1_000, 21],
		[10_000, 205],
	])('takes for %i faxes %i requests', async (count, requests) => {
		const list = new FaxList(sequence(count, 10), { ...USUAL, longestPage: 50 });
		expect(await listFaxes(list, query)).toHaveLength(count);
		expect(list.requests).toBe(requests);
	});

	/** 10,000 faxes, 120 of them of one second. */
	const many = Array.from({ length: 10_000 }, (_, at) => {
		const second = 20 * (at >= 4000 && at < 4120 ? 4000 : at);
		return fax(`many${at}`, second + 3, second, second + 9);
	});

	test.each(
		DATES.flatMap((listDate) =>
			[0, 1, 2, 3].map((bits) => {
				return { listDate, offsetHonoured: bits < 2, beforeIsInclusive: bits % 2 === 0 };
			}),
		),
	)('takes few requests for 10,000: %j', async (service) => {
		const list = new FaxList([...many], { ...USUAL, ...service });
		list.arrivals = Array.from({ length: 30 }, (_, at) =>
			fax(`new${at}`, 200_100 + at, 200_000 + at, 200_200 + at),
		);
		const listed = await listFaxes(list, query);
		expect(listed.filter(({ id }) => id.startsWith('many'))).toHaveLength(10_000);
		expect(new Set(idsOf(listed)).size).toBe(listed.length);
		// Each page repeats the last fax of the one before, so that one that is deleted hides none.
		expect(list.requests).toBeLessThanOrEqual(206 + 3);
	});
});

describe('many faxes of one second, where there is no offset', () => {
	const ofOneSecond = (length: number): Fax[] => Array.from({ length }, (_, at) => fax(`one${at}`, 0, 0, 0));

	test.each([49, 51, 73, 4001])('%i are read with one longer page', async (length) => {
		const newer = Array.from({ length: 30 }, (_, at) => fax(`new${at}`, 10 + at));
		const list = new FaxList([...newer, ...ofOneSecond(length)], { ...USUAL, offsetHonoured: false });
		expect(await listFaxes(list, query)).toHaveLength(30 + length);
		expect(list.requests).toBeLessThanOrEqual(6);
	});

	test.each([
		['ten', 10, 5000],
		['that many', 50, 5000],
		['a few more', 51, 5000],
		['the service tells no more', 120, 50],
		['the service tells some more', 300, 100],
	])('are an error where nobody can tell whether there are more: %s', async (_what, length, longestPage) => {
		const list = new FaxList(ofOneSecond(length), { ...USUAL, offsetHonoured: false, longestPage });
		await expect(listFaxes(list, query)).rejects.toThrow(
			'The list of faxes cannot be read to its end: more faxes may be of one second than the service tells, right before 2026-11-20 09:00:01 UTC. List the faxes on either side of that second, with "After" and "Before".',
		);
	});

	test.each(
		DATES.flatMap((listDate) =>
			DATES.filter((alike) => alike !== listDate).map((alike) => ({ listDate, alike })),
		),
	)('are no error where another date is alike, as when all were marked as read: %j', async (dates) => {
		const { listDate, alike } = dates;
		const faxes = Array.from({ length: 25 }, (_, at) => ({
			...fax(`read${at}`, at * 2),
			[alike]: '2026-11-21 09:00:00',
		}));
		const list = new FaxList(faxes, { ...USUAL, listDate, offsetHonoured: false, longestPage: 10 });
		expect(idsOf(await listFaxes(list, query))).toEqual(idsOf(list.listed()));
		expect(list.requests).toBeLessThanOrEqual(10);
	});

	test.each([
		['such an error too', 400, InputError],
		['the error of the service', 500, ServiceFault],
	])('are %s where it answers a longer page with %i', async (_what, refusal, kind) => {
		const list = new FaxList(ofOneSecond(120), { ...USUAL, offsetHonoured: false, refusal });
		await expect(listFaxes(list, query)).rejects.toBeInstanceOf(kind);
	});
});

describe('what is asked for', () => {
	test('is a category, the times, and pages by time', async () => {
		const list = new FaxList(sequence(51), USUAL);
		const after = new Date(START - 5000);
		const before = new Date(START + 600_000);
		await listFaxes(list, { userId: 'u_1', category: 'sent', after, before });
		const times = { after: '2026-11-20 08:59:55', before: '2026-11-20 09:10:00' };
		expect(list.queries).toEqual([
			{ category: 'sent', limit: 50, ...times },
			{ category: 'sent', limit: 50, ...times, before: '2026-11-20 09:00:02' },
		]);
	});

	test('ends with the limit, which counts what is wanted', async () => {
		const list = new FaxList(sequence(500), USUAL);
		expect(idsOf(await listFaxes(list, query, 3))).toEqual(['a499', 'a498', 'a497']);
		expect(list.requests).toBe(1);
		const even = await listFaxes(list, query, 30, ({ id }) => Number(id.slice(1)) % 2 === 0);
		expect(even).toHaveLength(30);
		expect(list.requests).toBe(3);
	});

	test.each([
		['start_time', {}],
		['a time that is null', { start_time: null }],
		['no time at all', { start_time: null, submit_time: null, last_update: null }],
	])('copes with faxes that lack %s', async (_what, lacking) => {
		const isLacking = (at: number) => at % 3 === 0 || 'last_update' in lacking;
		const faxes = sequence(333).map((one, at) => ({ ...one, ...(isLacking(at) && lacking) }));
		const list = new FaxList(faxes, { ...USUAL, listDate: 'submit_time' });
		expect(await listFaxes(list, query)).toHaveLength(333);
	});
});

test('a list with a record that has no ID is no list of faxes, however many it has', async () => {
	const list = new FaxList([...sequence(20), { ...fax('a', 0), id: '' }], USUAL);
	await expect(listFaxes(list, query)).rejects.toThrow('of which some have no ID');
});

test.each([
	[{ from: '+1', to: '+2' }, '+1', '+2'],
	[{ from_number: '+1', to_number: '+2' }, '+1', '+2'],
	[{ from: null, from_number: '+1', to: '', to_number: '+2' }, '+1', '+2'],
	[{}, '', ''],
])('a fax record with %j has both numbers: %j and %j', (numbers, from, to) => {
	const record = { id: 'a', status: 'success' };
	expect(normalized({ ...record, ...numbers })).toEqual({ ...record, from, to });
});
