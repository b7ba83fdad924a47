import fc from 'fast-check';

import { listContacts } from '../../nodes/shared/lists/contacts';
import { listFaxes } from '../../nodes/shared/faxes/faxRecords';
import type { ReadRequest, Reads } from '../../nodes/shared/http/requests';
import type { Fax } from '../../nodes/shared/records';
import { InputError } from '../../nodes/shared/values/inputError';
import { inServiceForm } from '../../nodes/shared/values/times';
import type { ListBehavior } from './support/faxList';
import { DATES, fax, FaxList, idsOf, START, USUAL } from './support/faxList';

const RUNS = Number(process.env['RUNS'] ?? 500);

const inbox = { userId: 'self', category: 'inbox' };

/** Faxes of one second. */
interface Burst {
	second: number;
	count: number;
	/** Seconds between the submission and the start of each fax. */
	wait: number;
	duration: number;
}

const burst: fc.Arbitrary<Burst> = fc.record({
	second: fc.nat(40),
	count: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.integer({ min: 1, max: 200 })),
	wait: fc.nat(5),
	duration: fc.nat(60),
});

/** Returns the faxes of all bursts. In every other burst, their last dates differ by some seconds. */
function faxesOf(bursts: readonly Burst[], name: string): Fax[] {
	return bursts.flatMap(({ second, count, wait, duration }, at) =>
		Array.from({ length: count }, (_, index) => {
			const start = second + wait;
			const end = start + duration + (at % 2) * (index % 7);
			return fax(`${name}${(index * 31 + at) % 97} ${at} ${index}`, start, second, end);
		}),
	);
}

const readings: fc.Arbitrary<ListBehavior> = fc.record({
	listDate: fc.constantFrom(...DATES),
	usesOffset: fc.boolean(),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	isShuffled: fc.constantFrom(false, false, false, true),
});

const timeOf = (second: number): Date => new Date(START + second * 1000);

const period = fc.record({
	after: fc.option(fc.nat(20).map(timeOf), { nil: undefined }),
	before: fc.option(fc.integer({ min: 21, max: 60 }).map(timeOf), { nil: undefined }),
});

/** Generates which faxes are deleted before each request. */
const deletions = fc.array(
	fc.option(fc.double({ min: 0, max: 0.99, noNaN: true }), { nil: undefined, freq: 2 }),
	{ maxLength: 40, size: 'max' },
);

const world = fc.record({
	bursts: fc.array(burst, { maxLength: 12, size: 'max' }),
	coming: fc.oneof(fc.constant([]), fc.array(burst, { maxLength: 3 })),
	deletions: fc.oneof(fc.constant([]), deletions),
	reading: readings,
	/** A date that no fax has. For example, received faxes have no submission date. */
	lacking: fc.constantFrom(undefined, ...DATES),
	/** A date that all faxes share, for example after all were marked as read at once. */
	alike: fc.option(fc.constantFrom(...DATES), { nil: undefined, freq: 1 }),
	period,
	limit: fc.option(fc.integer({ min: 1, max: 300 }), { nil: Infinity }),
});

/** Returns whether the faxes of one second fill a page. Without `offset`, it's then unknown whether there are more. */
function hasFullSecond(faxes: readonly Fax[], { listDate }: ListBehavior): boolean {
	return faxes.some((one, at) => one[listDate] === faxes[at + 49]?.[listDate]);
}

test('a list of faxes is complete, or an error says that it may not be, whatever is added or deleted', async () => {
	const counts = { whole: 0, errors: 0 };
	await fc.assert(
		fc.asyncProperty(
			world,
			async ({ bursts, coming, deletions: going, reading, lacking, alike, period, limit }) => {
				const { listDate, isShuffled, usesOffset } = reading;
				const lack = lacking === undefined || lacking === listDate ? {} : { [lacking]: null };
				const same = alike === undefined ? {} : { [alike]: inServiceForm(timeOf(200)) };
				const dated = (faxes: Fax[]): Fax[] => faxes.map((one) => ({ ...one, ...same, ...lack }));
				const list = new FaxList(dated(faxesOf(bursts, 'a')), reading);
				const [after, before] = [period.after, period.before].map((time) => time && inServiceForm(time));
				const there = idsOf(list.listed(after, before));
				list.arrivals = dated(faxesOf(coming, 'A'));
				// If the order changes each time, it's impossible to tell which faxes a deletion hides.
				list.deletions = isShuffled ? [] : [...going];
				const isCalm = !isShuffled && going.length === 0;
				const listed = await listFaxes(list, { ...inbox, ...period }, limit).catch((error: unknown) => error);
				expect(list.requests).toBeLessThan(300);
				if (listed instanceof InputError) {
					counts.errors += 1;
					// If a fax arrives with each request, an error is allowed, because it may be that no page ever
					// continues the previous one.
					if (!isCalm || list.hasChanged) return;
					expect([usesOffset, hasFullSecond(list.listed(after, before), reading)]).toEqual([false, true]);
					return;
				}
				counts.whole += 1;
				const ids = idsOf(listed as Fax[]);
				expect(new Set(ids).size).toBe(ids.length);
				const left = new Set(idsOf(list.faxes));
				const missing = there.filter((id) => left.has(id) && !ids.includes(id));
				if (ids.length < limit) expect(missing).toEqual([]);
				else expect(ids).toHaveLength(limit);
				const dates = (listed as Fax[]).map((one) => one[listDate] ?? '');
				if (isCalm) expect(dates).toEqual([...dates].sort().reverse());
			},
		),
		{ numRuns: RUNS },
	);
	expect(counts.whole).toBeGreaterThan(counts.errors);
});

test('a list is complete if one second spans the end of a page, all faxes were marked at once, and `offset` is ignored', async () => {
	const seconds = [...Array(45).keys()].map((at) => 100 - at);
	const starts = [...seconds, ...Array<number>(10).fill(1)];
	const faxes = starts.map((start, at) => fax(`fax ${at + 100}`, start, start, 200));
	const list = new FaxList(faxes, { ...USUAL, usesOffset: false });
	expect(idsOf(await listFaxes(list, inbox))).toEqual(idsOf(faxes));
});

test('a list is complete if more faxes than a page begin in one second and end one after the other', async () => {
	const faxes = [...Array(60).keys()].map((at) => fax(`fax ${at + 100}`, 0, 0, 100 - at));
	expect(idsOf(await listFaxes(new FaxList(faxes, USUAL), inbox))).toEqual(idsOf(faxes));
});

test('a list of faxes takes one request per page, because Fax.Plus limits requests', async () => {
	const list = new FaxList(
		[...Array(240).keys()].map((at) => fax(`fax ${at}`, at)),
		USUAL,
	);
	expect(await listFaxes(list, inbox)).toHaveLength(240);
	expect(list.requests).toBe(5);
});

/** A list in which a fax of each second is deleted as soon as the first page of that second was read. */
class ShrinkingList extends FaxList {
	private readonly shrunk = new Set<unknown>();

	override async read<T>(request: ReadRequest): Promise<T> {
		const { before, offset } = request.qs ?? {};
		if (Number(offset) > 0 && !this.shrunk.has(before)) {
			this.shrunk.add(before);
			const [first] = this.listed(undefined, before as string | undefined);
			if (first) this.faxes.splice(this.faxes.indexOf(first), 1);
		}
		return await super.read<T>(request);
	}
}

test('a list is complete however many seconds lose a fax while they are read', async () => {
	const seconds = [...Array(10).keys()];
	const faxes = seconds.flatMap((second) =>
		[...Array(100).keys()].map((at) => fax(`fax ${second} ${at + 100}`, second)),
	);
	const list = new ShrinkingList(faxes, USUAL);
	const listed = idsOf(await listFaxes(list, inbox));
	expect(list.faxes.length).toBeLessThan(1000);
	expect(idsOf(list.faxes).filter((id) => !listed.includes(id))).toEqual([]);
});

/** Returns a simulated list of contacts. Before each request, a contact is added at the front, or one is deleted. */
function contactList(
	contacts: string[],
	changes: Array<number | 'new' | undefined>,
	{ usesOffset, total }: { usesOffset: boolean; total: string },
): Reads {
	const read = async ({ qs = {} }: Parameters<Reads['read']>[0]): Promise<unknown> => {
		const change = changes.shift();
		if (change === 'new') contacts.unshift(`new ${changes.length}`);
		else if (change !== undefined) contacts.splice(Math.floor(change * contacts.length), 1);
		const first = usesOffset ? Number(qs['offset']) : 0;
		const records = contacts.slice(first, first + Number(qs['limit'])).map((id) => ({ id }));
		const count = total === 'all' ? contacts.length : records.length;
		return await Promise.resolve({ records, ...(total === 'none' ? {} : { total_count: count }) });
	};
	return { read } as unknown as Reads;
}

test('a list of contacts is complete, or an error says that it may not be', async () => {
	const part = fc.double({ min: 0, max: 0.99, noNaN: true });
	const change = fc.oneof(fc.constant(undefined), fc.constant('new' as const), part);
	const counts = { whole: 0, errors: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 400 }),
			fc.oneof(fc.constant([]), fc.array(change, { maxLength: 40 })),
			fc.record({
				usesOffset: fc.boolean(),
				total: fc.constantFrom('none', 'all', 'page'),
			}),
			async (count, changes, reading) => {
				// A page's own count looks like the total if `offset` is ignored, or seems to be.
				fc.pre((reading.usesOffset && changes.length === 0) || reading.total !== 'page');
				const contacts = Array.from({ length: count }, (_, at) => `con ${at}`);
				const there = [...contacts];
				const list = contactList(contacts, [...changes], reading);
				const listed = await listContacts(list).catch((error: unknown) => error);
				if (listed instanceof InputError) return void (counts.errors += 1);
				counts.whole += 1;
				const ids = (listed as Array<{ id: string }>).map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				expect(there.filter((id) => contacts.includes(id) && !ids.includes(id))).toEqual([]);
			},
		),
		{ numRuns: RUNS },
	);
	expect(counts.whole).toBeGreaterThan(counts.errors / 2);
});
