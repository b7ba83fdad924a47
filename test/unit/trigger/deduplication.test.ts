import fc from 'fast-check';

import { hourEntries } from '../../../nodes/shared/passing/fax';
import { HOUR, inTime, pause, SECOND, useFakeClock } from '../support/clock';
import { chancesFrom, N8nProcess, UnlockedStore, type Fault } from './support/n8nProcesses';

const PROCESSES = [0, 1, 2] as const;

/** First entry of an empty store. Until it's dropped, it shows since when the store has had entries. */
const FIRST_ENTRIES = hourEntries(0);

useFakeClock();

/** Executes deliveries one after the other, and returns which of them start the workflow. */
async function oneByOne(process: N8nProcess, ids: string[]): Promise<boolean[]> {
	const answers: boolean[] = [];
	for (const id of ids) answers.push(await inTime(process.passes(id)));
	return answers;
}
const atOnce = async (process: N8nProcess, ids: string[]): Promise<boolean[]> =>
	await inTime(Promise.all(ids.map(async (id) => await process.passes(id))));

/**
 * Generates up to fifty deliveries within a second, each with a later copy. Each has a time, and a process that executes
 * it.
 */
const arrivals = (processes: number, copyAfter: { min: number; max: number }) =>
	fc.array(
		fc.record({
			at: fc.integer({ min: 0, max: SECOND }),
			process: fc.nat({ max: processes - 1 }),
			copyAfter: fc.integer(copyAfter),
			copyIn: fc.nat({ max: processes - 1 }),
		}),
		{ minLength: 1, maxLength: 50 },
	);

type Arrival = ReturnType<ReturnType<typeof arrivals>['generate']>['value'][number];

/** Executes deliveries and a copy of each in several processes. Returns how often each one starts the workflow. */
async function passesOf(
	list: readonly Arrival[],
	processes: readonly N8nProcess[],
): Promise<{ passes: number[]; errors: string[] }> {
	const passes = list.map(() => 0);
	const execute = async (index: number, process: number, at: number) => {
		await pause(at);
		if (await processes[process]?.passes(`delivery ${index}`)) passes[index] = (passes[index] ?? 0) + 1;
	};
	const executions = list.flatMap(({ at, process, copyAfter, copyIn }, index) => [
		execute(index, process, at),
		execute(index, copyIn, at + copyAfter),
	]);
	await inTime(Promise.all(executions));
	await jest.advanceTimersByTimeAsync(SECOND);
	return { passes, errors: processes.flatMap(({ errors }) => errors) };
}

describe('In one process, a delivery', () => {
	it("starts the workflow once, however often it's checked", async () => {
		const process = new N8nProcess(new UnlockedStore());
		expect(await oneByOne(process, ['a', 'a', 'b', 'a', 'b'])).toEqual([true, false, true, false, false]);
	});

	it('starts the workflow once among many, even if copies arrive at the same time', async () => {
		const ids = Array.from({ length: 200 }, (_, i) => `delivery ${i % 70}`);
		expect(await atOnce(new N8nProcess(new UnlockedStore()), ids)).toEqual(ids.map((_, i) => i < 70));
	});

	it("starts the workflow once across a restart, as long as it's in the store", async () => {
		const store = new UnlockedStore();
		await atOnce(new N8nProcess(store, 0), ['a', 'b']);
		expect(await atOnce(new N8nProcess(store, 1), ['b', 'a', 'c'])).toEqual([false, false, true]);
	});

	it('never waits for a clock that somebody set back', async () => {
		const process = new N8nProcess(new UnlockedStore());
		await inTime(process.passes('a'));
		await jest.advanceTimersByTimeAsync(SECOND);
		jest.setSystemTime(Date.now() - HOUR);
		const passing = jest.fn();
		void process.passes('b').then(passing);
		await jest.advanceTimersByTimeAsync(SECOND);
		expect(passing).toHaveBeenCalledWith(true);
	});

	it('starts the workflow once, whatever else overwrites its record at the same time', async () => {
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		for (const id of ['a', 'b', 'c']) {
			expect(await oneByOne(process, [id])).toEqual([true]);
			store.row = ['of another process'];
			expect(await oneByOne(process, [id])).toEqual([false]);
		}
	});

	it('needs few store calls in a stream of a hundred a second', async () => {
		jest.spyOn(Math, 'random').mockImplementation(chancesFrom(1));
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		const stream = Array.from({ length: 100 }, async (_, i) => {
			await pause(i * 10);
			return await process.passes(`delivery ${i}`);
		});

		expect(await inTime(Promise.all(stream))).toEqual(stream.map(() => true));
		expect(store.calls.length).toBeLessThan(30);
	});

	it('needs few store calls when many arrive at once', async () => {
		const store = new UnlockedStore();
		const ids = Array.from({ length: 200 }, (_, i) => `delivery ${i}`);
		await atOnce(new N8nProcess(store), ids);
		expect(store.row).toEqual([...FIRST_ENTRIES, ...ids]);
		expect(store.calls.length).toBeLessThan(20);
	});
});

describe('Items that arrive in two ways', () => {
	const signed = (delivery: string, fax: string) =>
		({ delivery, faxes: [fax], confirmedBy: 'signature' }) as const;
	const record = (fax: string) => ({ faxes: [fax], confirmedBy: 'service' }) as const;

	it.each([
		['the delivery first', [signed('msg', 'fax'), record('fax')]],
		['the record first', [record('fax'), signed('msg', 'fax')]],
	])(
		'are the same if their fax is the same (%s), even in another process',
		async (_what, [first, second]) => {
			if (!first || !second) throw new Error('no items');
			for (const number of [0, 1] as const) {
				const store = new UnlockedStore();
				expect(await inTime(new N8nProcess(store, 0).passes(first))).toBe(true);
				expect(await inTime(new N8nProcess(store, number).passes(second))).toBe(false);
			}
			const process = new N8nProcess(new UnlockedStore());
			expect(await inTime(Promise.all([process.passes(first), process.passes(second)]))).toEqual([
				true,
				false,
			]);
		},
	);

	it('differ if their fax differs, and two signed attempts at one fax both start the workflow', async () => {
		const process = new N8nProcess(new UnlockedStore());
		const answers = [];
		for (const item of [signed('a', 'fax'), record('other'), signed('b', 'fax'), signed('b', 'fax')])
			answers.push(await inTime(process.passes(item)));
		expect(answers).toEqual([true, true, true, false]);
	});
});

describe('What another process overwrites in the store', () => {
	// The result depends on chance, so tests use the same times and pauses in every run.
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockImplementation(chancesFrom(21));
	});

	it('is restored within a second, even if nothing new arrives', async () => {
		const store = new UnlockedStore();
		const ids = Array.from({ length: 30 }, (_, i) => `delivery ${i}`);
		await atOnce(new N8nProcess(store), ids);
		store.row = ['of another process'];
		await jest.advanceTimersByTimeAsync(SECOND);

		expect(store.row).toEqual(['of another process', ...FIRST_ENTRIES, ...ids]);
	});

	it('is restored with the next delivery if it happens later', async () => {
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		await oneByOne(process, ['a', 'b']);
		await jest.advanceTimersByTimeAsync(SECOND);
		store.row = ['of another process'];
		await oneByOne(process, ['c']);

		expect(store.row).toEqual(['of another process', ...FIRST_ENTRIES, 'a', 'b', 'c']);
	});

	it("isn't restored hours later by an idle process, which would hide that the store dropped entries", async () => {
		const store = new UnlockedStore();
		const rested = new N8nProcess(store, 0, 100);
		await oneByOne(rested, ['a']);
		const ids = Array.from({ length: 200 }, (_, i) => `delivery ${i}`);
		await atOnce(new N8nProcess(store, 1, 100), ids);
		await jest.advanceTimersByTimeAsync(2 * HOUR);
		await oneByOne(rested, ['b']);

		expect(store.row).toEqual([...ids, 'b'].slice(-100));
	});

	it.each([
		[2, 10_000, 10],
		[3, 10_000, 10],
		[3, 100, 10],
		[2, 10_000, 200],
	])(
		"doesn't start the workflow again: %i processes, a store of %i that takes up to %i ms to read and to write, and copies later",
		async (count, capacity, slowest) => {
			const later = 50 * slowest;
			await fc.assert(
				fc.asyncProperty(
					arrivals(count, { min: later, max: 4 * later }),
					fc.integer({ min: 1, max: 1_000_000 }),
					async (list, seed) => {
						const chance = chancesFrom(seed);
						jest.spyOn(Math, 'random').mockImplementation(chance);
						const store = new UnlockedStore(() => chance() * slowest);
						const processes = PROCESSES.slice(0, count).map(
							(number) => new N8nProcess(store, number, capacity),
						);

						expect(await passesOf(list, processes)).toEqual({ passes: list.map(() => 1), errors: [] });
					},
				),
				{ numRuns: 100, seed: 21 },
			);
		},
	);
});

describe('Nothing is lost', () => {
	it('when something fails, is overwritten or arrives at the same time', async () => {
		const fault = fc.option(fc.constantFrom<Fault>('out of order', 'lost answer'), {
			nil: undefined,
			freq: 1,
		});
		await fc.assert(
			fc.asyncProperty(
				arrivals(2, { min: 0, max: SECOND }),
				fc.array(fault, { maxLength: 30 }),
				async (list, faults) => {
					const store = new UnlockedStore(() => Math.random() * 50);
					store.faults.push(...faults);
					const processes = [new N8nProcess(store, 0, 100), new N8nProcess(store, 1, 100)];
					const { passes } = await passesOf(list, processes);

					expect(passes.filter((times) => times === 0)).toEqual([]);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('with a store of a hundred entries, because no record contains more', async () => {
		const store = new UnlockedStore();
		const ids = Array.from({ length: 300 }, (_, i) => `delivery ${i}`);
		expect(await atOnce(new N8nProcess(store, 0, 100), ids)).toEqual(ids.map(() => true));

		expect(Math.max(...store.calls.map(({ length }) => length))).toBeLessThanOrEqual(100);
		expect(store.row).toEqual(ids.slice(-100));
	});

	it('when two processes record for the first time at the same time, and copies are recognized', async () => {
		const store = new UnlockedStore();
		const [one, other] = [new N8nProcess(store, 0), new N8nProcess(store, 1)];
		const answers = await inTime(Promise.all([one.passes('a'), other.passes('b'), other.passes('a')]));

		expect(answers.slice(0, 2)).toEqual([true, true]);
		expect([...one.errors, ...other.errors]).toEqual([]);
		expect(await oneByOne(one, ['b'])).toEqual([false]);
		expect(await oneByOne(other, ['a'])).toEqual([false]);
	});
});

describe("When the store doesn't answer", () => {
	it("a delivery starts the workflow after a while, the log says so, and others don't wait", async () => {
		const limits: AbortController[] = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const limit = new AbortController();
			limits.push(limit);
			return limit.signal;
		});
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		store.faults.push('silence', 'silence');
		const first = process.passes('a');
		const second = process.passes('b');
		for (let attempt = 0; attempt < 2; attempt++) {
			await jest.advanceTimersByTimeAsync(SECOND);
			limits.at(-1)?.abort();
		}

		expect(await inTime(Promise.all([first, second]))).toEqual([true, true]);
		expect(process.errors).toContainEqual(expect.stringContaining('delivery a continues unchecked'));
		expect(await oneByOne(process, ['b', 'c'])).toEqual([false, true]);
	});
});

describe('When the store fails, a delivery', () => {
	const NAME = 'Fax.Plus Trigger "Fax" of workflow "Referrals" (workflow): ';

	it.each<[string, Fault[], boolean[], string[]]>([
		[
			'as often as it arrives until the store is back, and the log says so',
			Array<Fault>(4).fill('out of order'),
			[true, true, true, false],
			['no such table', 'no such table'],
		],
		[
			"with a log entry if it's unknown whether the failed attempt recorded it",
			['lost answer'],
			[true, false],
			['Connection'],
		],
		["without a log entry if the next attempt shows that it's new", ['out of order'], [true, false], []],
	])('starts the workflow %s', async (_how, faults, passes, logged) => {
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		store.faults.push(...faults);

		expect(await oneByOne(process, Array(passes.length).fill('a') as string[])).toEqual(passes);
		const line = (error: string) => new RegExp(`delivery a continues unchecked: Error: ${error}`);
		expect(process.errors).toEqual(logged.map((error) => expect.stringMatching(line(error)) as unknown));
		for (const error of process.errors) expect(error.startsWith(NAME)).toBe(true);
	});

	it('starts the workflow once when copies arrive at the same time', async () => {
		const store = new UnlockedStore();
		const process = new N8nProcess(store);
		store.faults.push('out of order', 'out of order', 'out of order', 'out of order');

		expect(await atOnce(process, ['first', 'a', 'a', 'b', 'a'])).toEqual([true, true, false, true, false]);
	});

	it('that was known before starts the workflow again, and the log says so: twice is better than never', async () => {
		const store = new UnlockedStore();
		await oneByOne(new N8nProcess(store, 0), ['a']);
		const process = new N8nProcess(store, 1);
		store.faults.push('out of order');

		expect(await oneByOne(process, ['a'])).toEqual([true]);
		expect(process.errors).toEqual([
			expect.stringContaining('delivery a continues unchecked: Error: no such'),
		]);
	});
});
