import fc from 'fast-check';

import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active, type Before, type N8n } from './support/n8n';
import { anyBehavior, type Service } from './support/service';

const WEEK = 7 * DAY;

/** Maximum number of faxes from one list that a poll hands over. */
const MOST = 500;

useFakeClock();

/** A group of faxes that arrive while n8n is off. Its start and its length are fractions of that time. */
interface Cluster {
	count: number;
	from: number;
	over: number;
}

const part = fc.noBias(fc.double({ min: 0, max: 1, noNaN: true }));

const clusters: fc.Arbitrary<Cluster[]> = fc.array(
	fc.record({
		count: fc.noBias(fc.integer({ min: 1, max: 900 })),
		from: part,
		// A poll never splits the faxes of one second, so each group is spread over some time.
		over: fc.oneof(part, fc.constantFrom(0, 0.01)).map((over) => over + 0.0001),
	}),
	{ minLength: 1, maxLength: 4 },
);

/** Adds the faxes, evenly spread within each group. */
function fill(service: Service, start: number, end: number, faxes: readonly Cluster[]): string[] {
	return faxes.flatMap(({ count, from, over }) =>
		Array.from({ length: count }, (_, index) => {
			const time = start + Math.min(from + (over * index) / count, 1) * (end - start);
			return service.add({ start: time, end: time, listedFrom: time }).id;
		}),
	);
}

async function drain(n8n: N8n, polls: number): Promise<void> {
	for (let poll = 0; poll < polls; poll++) {
		wait(2 * MINUTE);
		await n8n.poll();
	}
}

function timesOf({ faxes }: Service, ids: readonly string[]): number[] {
	const times = new Map(faxes.map(({ id, end }) => [id, Math.floor(end / 1000)]));
	return ids.map((id) => times.get(id) ?? 0);
}

/**
 * Returns an n8n instance that was shut down a minute after the trigger was activated, and has been off for this many
 * milliseconds. By default, the account has had a fax before.
 */
async function awayFor(
	milliseconds: number,
	{ readings = {}, prepare = (before) => before.add() }: Before = {},
): Promise<{ service: Service; n8n: N8n; leftAt: number }> {
	jest.setSystemTime(Date.UTC(2026, 10, 22, 9));
	const { service, n8n } = await active({ readings, prepare });
	const leftAt = Date.now();
	wait(milliseconds);
	return { service, n8n, leftAt };
}

const readings = fc
	.tuple(anyBehavior, fc.constantFrom('start_time' as const, 'last_update' as const))
	.map(([any, listDate]) => ({ ...any, listDate, listsFaxesUnderWay: false }));

test('faxes from while n8n was off start the workflow oldest first, in polls of limited size', async () => {
	await fc.assert(
		fc.asyncProperty(clusters, readings, fc.boolean(), async (cluster, reading, isNewAccount) => {
			const { service, n8n, leftAt } = await awayFor(WEEK, {
				readings: reading,
				...(isNewAccount ? { prepare: () => undefined } : {}),
			});
			const expected = fill(service, leftAt, leftAt + WEEK, cluster);
			await n8n.restart();
			await drain(n8n, 30);

			expect([...n8n.passed].sort()).toEqual(expected.sort());
			const times = timesOf(service, n8n.passed);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(Math.max(...n8n.executions.map(({ length }) => length))).toBeLessThanOrEqual(MOST + 50);
			expect(JSON.stringify(n8n.staticData).length).toBeLessThan(64 * 1024);
		}),
		{ numRuns: Number(process.env['RUNS'] ?? 4) },
	);
});

test('evenly spread faxes need few polls, because each passes on about as many as it may', async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK);
	const expected = fill(service, leftAt, leftAt + WEEK, [{ count: 2_000, from: 0, over: 1 }]);
	await n8n.restart();
	let polls = 1;
	for (; n8n.passed.length < expected.length && polls < 200; polls++) await drain(n8n, 1);
	expect(n8n.passed).toEqual(expected);
	expect(polls).toBeLessThanOrEqual((1.5 * expected.length) / MOST);
	expect(service.queries.length).toBeLessThan(30 * polls);
});

test('all of two thousand faxes start the workflow, although a third of the requests fail', async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK);
	const expected = fill(service, leftAt, leftAt + WEEK, [{ count: 2_000, from: 0, over: 1 }]);
	service.failEvery(3, 'out of order');
	await n8n.restart();
	await drain(n8n, 150);
	expect([...n8n.passed].sort()).toEqual(expected.sort());
	expect(JSON.stringify(n8n.staticData).length).toBeLessThan(64 * 1024);
});

test('faxes after a second with an incomplete list still start the workflow, and the failure shows', async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK, { readings: { usesOffset: false } });
	const expected = fill(service, leftAt, leftAt + WEEK, [{ count: 700, from: 0.0003, over: 1 }]);
	const time = leftAt + WEEK / 4;
	for (let count = 0; count < 60; count++) service.add({ start: time, end: time, listedFrom: time });
	await n8n.restart();
	await drain(n8n, 60);
	expect(n8n.passed).toEqual(expect.arrayContaining(expected));
	expect(n8n.failed).toEqual([expect.stringContaining('faxes of one second, ')]);
});

test('faxes that take many polls to read still start the workflow oldest first', async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK);
	const expected = fill(service, leftAt, leftAt + WEEK, [{ count: 7_000, from: 0, over: 1 }]);
	service.trouble = () => {
		wait(10_000);
		return undefined;
	};
	await n8n.restart();
	await drain(n8n, 40);
	expect(n8n.passed).toEqual(expected);
});

test("a page that Fax.Plus can't return hides nothing older", async () => {
	const { service, n8n, leftAt } = await awayFor(HOUR);
	const hidden = fill(service, leftAt, leftAt + HOUR, [{ count: 120, from: 0, over: 1 }]);
	service.trouble = () => (service.queries.at(-1)?.['before'] === undefined ? undefined : 'out of order');
	const shown = [];
	// An outage is reported only after an hour.
	for (let poll = 0; poll < 40; poll++) {
		wait(2 * MINUTE);
		shown.push(service.add().id);
		await n8n.poll();
	}
	expect(n8n.passed).toEqual(expect.arrayContaining(shown.slice(0, -2)));
	expect(n8n.failed).toEqual([expect.stringContaining('Something went wrong')]);
	service.trouble = () => undefined;
	await drain(n8n, 10);
	expect([...n8n.passed].sort()).toEqual([...hidden, ...shown].sort());
});

test("faxes on any number of pages before a page that Fax.Plus can't return still start the workflow", async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK);
	const ids = fill(service, leftAt, leftAt + WEEK, [{ count: 1_200, from: 0, over: 1 }]);
	const pages = 15;
	let page = 0;
	service.trouble = () => {
		if (service.queries.at(-1)?.['before'] === undefined) page = 0;
		return ++page > pages ? 'out of order' : undefined;
	};
	await n8n.restart();
	await drain(n8n, 10);
	expect(n8n.passed).toEqual(expect.arrayContaining(ids.slice(-pages * 49)));
	service.trouble = () => undefined;
	await drain(n8n, 10);
	expect([...n8n.passed].sort()).toEqual(ids.sort());
});

test('faxes that take many polls start the workflow oldest first, even with few answers in each poll', async () => {
	const { service, n8n, leftAt } = await awayFor(WEEK);
	const expected = fill(service, leftAt, leftAt + WEEK, [{ count: 2_000, from: 0, over: 1 }]);
	let answers = 0;
	service.trouble = () => (++answers > 8 ? 'refused' : undefined);
	await n8n.restart();
	for (let poll = 0; poll < 30; poll++) {
		answers = 0;
		await drain(n8n, 1);
	}
	expect(n8n.passed).toEqual(expected);
});
