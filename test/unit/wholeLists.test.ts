import fc from 'fast-check';

import { listContacts } from '../../nodes/FaxPlus/resources/contact/getAll';
import { listFaxes } from '../../nodes/shared/faxes/faxRecords';
import type { Reads } from '../../nodes/shared/http/requests';
import type { Fax } from '../../nodes/shared/records';
import { InputError } from '../../nodes/shared/values/inputError';
import { inServiceForm } from '../../nodes/shared/values/times';
import type { Readings } from './support/faxList';
import { DATES, fax, FaxList, idsOf, START, USUAL } from './support/faxList';

const RUNS = Number(process.env['RUNS'] ?? 60);

const inbox = { userId: 'self', category: 'inbox' };

/** Faxes of one second. */
interface Burst {
	second: number;
	count: number;
	/** By how many seconds the other dates of its faxes differ. */
	wait: number;
	duration: number;
}

const burst: fc.Arbitrary<Burst> = fc.record({
	second: fc.nat(40),
	count: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.integer({ min: 1, max: 200 })),
	wait: fc.nat(5),
	duration: fc.nat(60),
});

/** Of every other burst one date is not of one second. */
function faxesOf(bursts: readonly Burst[], name: string): Fax[] {
	return bursts.flatMap(({ second, count, wait, duration }, at) =>
		Array.from({ length: count }, (_, index) => {
			const start = second + wait;
			const end = start + duration + (at % 2) * (index % 7);
			return fax(`${name}${(index * 31 + at) % 97} ${at} ${index}`, start, second, end);
		}),
	);
}

const readings: fc.Arbitrary<Readings> = fc.record({
	listDate: fc.constantFrom(...DATES),
	offsetHonoured: fc.boolean(),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	longestPage: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(73, 100, 5000)),
	isShuffled: fc.constantFrom(false, false, false, true),
});

const timeOf = (second: number): Date => new Date(START + second * 1000);

const period = fc.record({
	after: fc.option(fc.nat(20).map(timeOf), { nil: undefined }),
	before: fc.option(fc.integer({ min: 21, max: 60 }).map(timeOf), { nil: undefined }),
});

/** What goes before each request. */
const deletions = fc.array(
	fc.option(fc.double({ min: 0, max: 0.99, noNaN: true }), { nil: undefined, freq: 2 }),
	{ maxLength: 40, size: 'max' },
);

const world = fc.record({
	bursts: fc.array(burst, { maxLength: 12, size: 'max' }),
	coming: fc.oneof(fc.constant([]), fc.array(burst, { maxLength: 3 })),
	deletions: fc.oneof(fc.constant([]), deletions),
	reading: readings,
	period,
	limit: fc.option(fc.integer({ min: 1, max: 300 }), { nil: Infinity }),
});

test('a list of faxes is whole, or an error says that it may not be: whatever a page holds, and whatever comes and goes', async () => {
	const counts = { whole: 0, errors: 0 };
	await fc.assert(
		fc.asyncProperty(
			world,
			async ({ bursts, coming, deletions: going, reading, period: { after, before }, limit }) => {
				const list = new FaxList(faxesOf(bursts, 'a'), reading);
				const there = idsOf(list.listed(after && inServiceForm(after), before && inServiceForm(before)));
				list.arrivals = faxesOf(coming, 'A');
				// Where the order is another one each time, nobody can tell what a deletion hides.
				list.deletions = reading.isShuffled ? [] : [...going];
				const listed = await listFaxes(list, { ...inbox, after, before }, limit).catch(
					(error: unknown) => error,
				);
				expect(list.requests).toBeLessThan(2_000);
				if (listed instanceof InputError) return void (counts.errors += 1);
				counts.whole += 1;
				const ids = idsOf(listed as Fax[]);
				expect(new Set(ids).size).toBe(ids.length);
				const left = new Set(idsOf(list.faxes));
				const missing = there.filter((id) => left.has(id) && !ids.includes(id));
				if (ids.length < limit) expect(missing).toEqual([]);
				else expect(ids).toHaveLength(limit);
			},
		),
		{ numRuns: RUNS },
	);
	expect(counts.whole).toBeGreaterThan(counts.errors);
});

/** The list of contacts at the service; before each request one comes to its front, or one goes. */
function contactList(
	contacts: string[],
	changes: Array<number | 'new' | undefined>,
	{ offsetHonoured, longestPage, total }: { offsetHonoured: boolean; longestPage: number; total: string },
): Reads {
	const read = async ({ qs = {} }: Parameters<Reads['read']>[0]): Promise<unknown> => {
		const change = changes.shift();
		if (change === 'new') contacts.unshift(`new ${changes.length}`);
		else if (change !== undefined) contacts.splice(Math.floor(change * contacts.length), 1);
		const first = offsetHonoured ? Number(qs['offset']) : 0;
		const records = contacts
			.slice(first, first + Math.min(Number(qs['limit']), longestPage))
			.map((id) => ({ id }));
		const count = total === 'all' ? contacts.length : records.length;
		return await Promise.resolve({ records, ...(total === 'none' ? {} : { total_count: count }) });
	};
	return { read } as unknown as Reads;
}

test('a list of contacts is whole, or an error says that it may not be', async () => {
	const counts = { whole: 0, errors: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 400 }),
			fc.oneof(
				fc.constant([]),
				fc.array(
					fc.oneof(
						fc.constant(undefined),
						fc.constant('new' as const),
						fc.double({ min: 0, max: 0.99, noNaN: true }),
					),
					{ maxLength: 40 },
				),
			),
			fc.record({
				offsetHonoured: fc.boolean(),
				longestPage: fc.integer({ min: 1, max: 60 }),
				total: fc.constantFrom('none', 'all', 'page'),
			}),
			async (count, changes, reading) => {
				// A total of the page says that these are all, if `offset` is ignored, or seems to be.
				fc.pre((reading.offsetHonoured && changes.length === 0) || reading.total !== 'page');
				const contacts = Array.from({ length: count }, (_, at) => `con ${at}`);
				const there = [...contacts];
				const list = contactList(contacts, [...changes], reading);
				const listed = await listContacts(list, '', Infinity).catch((error: unknown) => error);
				if (listed instanceof InputError) return void (counts.errors += 1);
				counts.whole += 1;
				const ids = (listed as Array<{ id: string }>).map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				expect(there.filter((id) => contacts.includes(id) && !ids.includes(id))).toEqual([]);
			},
		),
		{ numRuns: 5 * RUNS },
	);
	expect(counts.whole).toBeGreaterThan(counts.errors / 2);
});

describe('whole', () => {
	test.each([
		['25 of one second', 20, 200, 25],
		['nothing special', 15, 200, 1],
		['nothing special', 45, 200, 1],
		['130 of one second', 50, 2_170, 130],
		['130 of one second', 73, 2_170, 130],
	])('are faxes of which %s, where a page holds %i', async (_what, longestPage, count, ofOneSecond) => {
		for (const offsetHonoured of [true, false]) {
			const faxes = Array.from({ length: count + ofOneSecond }, (_, at) =>
				fax(`a${at}`, Math.max(at, ofOneSecond) * 10 + 500 * Number(at > 900)),
			);
			const list = new FaxList(faxes, { ...USUAL, longestPage, offsetHonoured });
			const listed = await listFaxes(list, inbox).catch((error: unknown) => error);
			if (offsetHonoured || ofOneSecond < longestPage) expect(listed).toHaveLength(faxes.length);
			else expect(listed).toBeInstanceOf(InputError);
		}
	});
});

test.each([
	[0, 1],
	[1, 3],
	[10, 2],
	[50, 2],
	[100, 4],
	[1_000, 22],
	[10_000, 206],
])('%i faxes take %i requests', async (count, requests) => {
	const faxes = Array.from({ length: count }, (_, at) => fax(`a${at}`, at * 10));
	const list = new FaxList(faxes, { ...USUAL, longestPage: 50 });
	expect(await listFaxes(list, inbox)).toHaveLength(count);
	expect(list.requests).toBe(requests);
});
