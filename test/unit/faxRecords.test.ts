import { InputError } from '../../nodes/shared/values/inputError';
import { FaxCursor } from '../../nodes/shared/faxes/faxCursor';
import { listFaxes, normalized } from '../../nodes/shared/faxes/faxRecords';
import type { Fax } from '../../nodes/shared/records';
import type { ListBehavior } from './support/faxList';
import { DATES, fax, FaxList, idsOf, START, USUAL } from './support/faxList';

const query = { userId: 'self', category: 'inbox' };

/** Returns faxes that are this many seconds apart. */
const sequence = (length: number, apart = 1): Fax[] =>
	Array.from({ length }, (_, at) => fax(`a${at}`, at * apart));

describe('a list of faxes', () => {
	const counts = [0, 1, 2, 9, 10, 11, 49, 50, 51, 120];
	const spreads = {
		'all in the same second': () => 0,
		'all in different seconds': (at: number) => -at,
		'nine in one second, then one a minute': (at: number) => -60 * Math.max(at, 8),
		'one a minute, then nine in one second': (at: number, count: number) => -60 * Math.min(at, count - 9),
		'all but the first in one second': (at: number) => -Number(at > 0),
		'all but the last in one second': (at: number, count: number) => -Number(at === count - 1),
	};
	const cases = Object.keys(spreads).flatMap((spread) =>
		[true, false].map((usesOffset) => [spread as keyof typeof spreads, usesOffset] as const),
	);

	test.each(cases)(
		'is complete and in order, %s, if Fax.Plus uses `offset`: %s',
		async (spread, usesOffset) => {
			for (const count of counts) {
				const faxes = Array.from({ length: count }, (_, at) =>
					fax(`f${String(at).padStart(3, '0')}`, spreads[spread](at, count)),
				);
				const ids = idsOf(faxes);
				const ofOne = Math.max(
					0,
					...ids.map((_, at) => faxes.filter((one) => one.start_time === faxes[at]?.start_time).length),
				);
				const list = async (limit?: number): Promise<unknown> =>
					idsOf(await listFaxes(new FaxList([...faxes], { ...USUAL, usesOffset }), query, limit));
				// Without `offset`, it's unknown what follows a page full of faxes from one second.
				if (ofOne >= 50 && !usesOffset) await expect(list()).rejects.toThrow(InputError);
				else expect({ count, ids: await list() }).toEqual({ count, ids });
				for (const limit of [1, 10, 49]) expect(await list(limit)).toEqual(ids.slice(0, limit));
			}
		},
	);

	test('needs one request for fewer than fifty', async () => {
		for (const usesOffset of [true, false]) {
			const list = new FaxList(sequence(49, 0), { ...USUAL, usesOffset });
			await listFaxes(list, query);
			expect(list.requests).toBe(1);
		}
	});
});

describe('listing all faxes', () => {
	test('sorts faxes from the same second by another date', () => {
		const [first, second] = [fax('a', 0, 0, 0), fax('b', 0, 0, 1)];
		expect(idsOf(new FaxCursor().sorted([first, second]))).toEqual(['b', 'a']);
	});

	test("isn't blocked by the second before if Fax.Plus has no offset and includes it", async () => {
		const faxes = Array.from({ length: 50 }, (_, at) => fax(`b${at}`, Number(at === 48)));
		const service: ListBehavior = { ...USUAL, usesOffset: false, beforeIsInclusive: true };
		const listed = await listFaxes(new FaxList(faxes, service), query);
		expect(idsOf(listed).sort()).toEqual(idsOf(faxes).sort());
	});

	test.each([
		[0, 1],
		[1, 1],
		[49, 1],
		[50, 2],
		[100, 3],
		[1_000, 21],
		[10_000, 205],
	])('lists %i faxes with %i requests', async (count, requests) => {
		const list = new FaxList(sequence(count, 10), USUAL);
		expect(await listFaxes(list, query)).toHaveLength(count);
		expect(list.requests).toBe(requests);
	});

	/** Returns 10,000 faxes, some of which share one second. */
	const many = (ofOneSecond: number): Fax[] =>
		Array.from({ length: 10_000 }, (_, at) => {
			const second = 20 * (at >= 4000 && at < 4000 + ofOneSecond ? 4000 : at);
			return fax(`many${at}`, second + 3, second, second + 9);
		});

	test.each(
		DATES.flatMap((listDate) =>
			[0, 1, 2, 3].map((bits) => {
				return { listDate, usesOffset: bits < 2, beforeIsInclusive: bits % 2 === 0 };
			}),
		),
	)('needs few requests for 10,000: %j', async (service) => {
		const list = new FaxList(many(service.usesOffset ? 120 : 48), { ...USUAL, ...service });
		list.arrivals = Array.from({ length: 30 }, (_, at) =>
			fax(`new${at}`, 200_100 + at, 200_000 + at, 200_200 + at),
		);
		const listed = await listFaxes(list, query);
		expect(listed.filter(({ id }) => id.startsWith('many'))).toHaveLength(10_000);
		expect(new Set(idsOf(listed)).size).toBe(listed.length);
		// Each page repeats the last fax of the previous page, so that a deleted fax doesn't hide another one.
		expect(list.requests).toBeLessThanOrEqual(206 + 3);
	});
});

describe('a full page of faxes from one second, without an offset', () => {
	const ofOneSecond = (length: number): Fax[] => Array.from({ length }, (_, at) => fax(`one${at}`, 0, 0, 0));

	test.each([50, 51, 120, 300])(
		'causes an error that names the second and nothing from the account: %i',
		async (length) => {
			const newer = Array.from({ length: 30 }, (_, at) => fax(`new${at}`, 10 + at));
			const list = new FaxList([...newer, ...ofOneSecond(length)], { ...USUAL, usesOffset: false });
			const error: unknown = await listFaxes(list, query).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(InputError);
			expect((error as Error).message).toContain('2026-11-20 09:00:00 UTC');
			expect((error as Error).message).not.toMatch(/one\d|\+\d/);
			expect(list.requests).toBeLessThanOrEqual(4);
		},
	);

	test('names that second if `before` includes its own', async () => {
		const readings = { ...USUAL, usesOffset: false, beforeIsInclusive: true };
		const list = new FaxList([...sequence(30).slice(1), ...ofOneSecond(60)], readings);
		await expect(listFaxes(list, query)).rejects.toThrow('2026-11-20 09:00:00 UTC');
	});

	test.each(
		DATES.flatMap((listDate) =>
			DATES.filter((alike) => alike !== listDate).map((alike) => ({ listDate, alike })),
		),
	)('causes no error if another date is the same, as after marking all as read: %j', async (dates) => {
		const { listDate, alike } = dates;
		const faxes = Array.from({ length: 125 }, (_, at) => ({
			...fax(`read${at}`, at * 2),
			[alike]: '2026-11-21 09:00:00',
		}));
		const list = new FaxList(faxes, { ...USUAL, listDate, usesOffset: false });
		expect(idsOf(await listFaxes(list, query))).toEqual(idsOf(list.listed()));
		expect(list.requests).toBeLessThanOrEqual(8);
	});
});

describe('the request for a list', () => {
	test('contains a category, the times, and pages by time', async () => {
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

	test('stops at the limit, which counts only matching faxes', async () => {
		const list = new FaxList(sequence(500), USUAL);
		expect(idsOf(await listFaxes(list, query, 3))).toEqual(['a499', 'a498', 'a497']);
		expect(list.requests).toBe(1);
		const even = await listFaxes(list, query, 30, ({ id }) => Number(id.slice(1)) % 2 === 0);
		expect(even).toHaveLength(30);
		expect(list.requests).toBe(3);
	});

	test.each([
		['start_time', {}],
		['null as their time', { start_time: null }],
		['no time', { start_time: null, submit_time: null, last_update: null }],
	])('copes with faxes that have %s', async (_what, lacking) => {
		const isLacking = (at: number) => at % 3 === 0 || 'last_update' in lacking;
		const faxes = sequence(333).map((one, at) => ({ ...one, ...(isLacking(at) && lacking) }));
		const list = new FaxList(faxes, { ...USUAL, listDate: 'submit_time' });
		expect(await listFaxes(list, query)).toHaveLength(333);
	});
});

test("a list with a record without an ID isn't a list of faxes, whatever else it contains", async () => {
	const list = new FaxList([...sequence(20), { ...fax('a', 0), id: '' }], USUAL);
	await expect(listFaxes(list, query)).rejects.toThrow('some have no ID');
});

test.each([
	[{ from: '+1', to: '+2' }, '+1', '+2'],
	[{ from_number: '+1', to_number: '+2' }, '+1', '+2'],
	[{ from: null, from_number: '+1', to: '', to_number: '+2' }, '+1', '+2'],
	[{ from: '', from_number: '+1', to: null, to_number: '+2' }, '+1', '+2'],
	[{}, '', ''],
])('a fax record with %j gets both numbers: %j and %j', (numbers, from, to) => {
	const record = { id: 'a', status: 'success' };
	expect(normalized({ ...record, ...numbers })).toEqual({ ...record, from, to });
});
