import type { FaxResult } from '../../../nodes/FaxPlus/resources/fax/waiting/faxResult';
import type * as clock from '../support/clock';
import { HOUR, SECOND, useFakeClock } from '../support/clock';
import { inTime, pass, Run } from './support/runs';
import { newId, Service, type ModelFax } from './support/service';

jest.mock('../../../nodes/shared/async/pause', () => jest.requireActual<typeof clock>('../support/clock'));

useFakeClock(Date.UTC(2026, 10, 22, 9));

/** Returns a run that polls at this interval, in seconds. */
function runOf(service: Service, seconds = 5, limit = 2 * HOUR): Run {
	return new Run(service, { interval: seconds * SECOND, limit });
}

/** Returns values for a fax that gets another ID when it leaves the outbox. */
const renamed = (): Partial<ModelFax> => ({ recordId: newId() });

/** Returns how many requests each poll needed, not counting the one for the outbox. Pages of the list count separately. */
function checksOf({ requests }: Service): Array<{ pages: number; others: number }> {
	const rounds: Array<{ pages: number; others: number }> = [];
	for (const { path } of requests) {
		const round = rounds.at(-1);
		if (path === '/accounts/self/outbox') rounds.push({ pages: 0, others: 0 });
		else if (round) round[path === '/accounts/self/faxes' ? 'pages' : 'others'] += 1;
	}
	return rounds;
}

describe.each([true, false])(
	'the first broadcast of an account, if Fax.Plus uses `offset`: %s',
	(usesOffset) => {
		test.each(
			[1, 9, 10, 30].flatMap((numbers) => [true, false].map((areIdsKept) => ({ numbers, areIdsKept }))),
		)('reaches all, although all finished in one second: %j', async ({ numbers, areIdsKept }) => {
			const service = new Service();
			service.usesOffset = usesOffset;
			const faxes = Array.from({ length: numbers }, (_, at) =>
				service.add({ to: `+1555${6_000_000 + at}`, ...(!areIdsKept && renamed()) }),
			);
			const results = await inTime(runOf(service).sent(faxes));
			expect(results.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
				faxes.map(({ recordId }) => ({ id: recordId, outcome: 'success' })),
			);
		});
	},
);

/** Ten pages with 500 faxes, and two more that show that there are no others. */
const PAGES = 12;

describe('a fax is found, whenever it finishes and however rare the checks', () => {
	const cases = [5, 30, 60, 61, 120, 600].flatMap((interval) =>
		[10, 59, 200, 300, 500, 900, 3600].flatMap((life) => [0, 10, 45].map((lag) => ({ interval, life, lag }))),
	);

	test.each(cases)('checks every $interval s, finishes after $life s, listed $lag s later', async (one) => {
		const { interval, life, lag } = one;
		for (const idsOf of [() => ({}), renamed]) {
			const service = new Service();
			const fax = service.add({ leaves: Date.now() + life * SECOND, lag: lag * SECOND, ...idsOf() });
			const [result] = await inTime(runOf(service, interval).sent([fax]));
			expect(result).toMatchObject({ id: fax.recordId, outcome: 'success' });
		}
	});

	test.each(cases.filter(({ life }) => life > 60))(
		'also by "Wait for Result": checks every $interval s, finishes after $life s, listed $lag s later',
		async ({ interval, life, lag }) => {
			const service = new Service();
			const fax = service.add({ leaves: Date.now() + (life + 10) * SECOND, lag: lag * SECOND, ...renamed() });
			await pass(5 * SECOND);
			const [result] = await inTime(runOf(service, interval).waitedFor(fax.outboxId));
			expect(result).toMatchObject({ id: fax.recordId, outboxId: fax.outboxId, outcome: 'success' });
		},
	);
});

test.each([() => ({}), renamed])(
	'a fax that has just left the outbox at the limit gets one more check: %o',
	async (idsOf) => {
		const service = new Service();
		const fax = service.add({ leaves: Date.now() + 19 * SECOND, lag: 3 * SECOND, ...idsOf() });
		const [result] = await inTime(runOf(service, 5, 20 * SECOND).sent([fax]));
		expect(result).toMatchObject({ id: fax.recordId, outcome: 'success' });
		expect((service.requests.at(-1)?.at ?? 0) - fax.submitted).toBeLessThan(31 * SECOND);
	},
);

describe("a fax that can't be found", () => {
	test.each([5, 60, 600])('is given up after a minute and several checks: every %i s', async (interval) => {
		const service = new Service();
		const fax = service.add({ end: 'canceled', leaves: Date.now() + 300 * SECOND });
		const [result] = await inTime(runOf(service, interval).sent([fax]));
		expect(result).toMatchObject({ outcome: 'unknown', status: 'sending' });
		expect(result?.statusMeaning).toMatch(/It left the outbox, /);
		const rounds = service.requests.filter(({ path }) => path === '/accounts/self/outbox');
		const missed = rounds.filter(({ at }) => at >= fax.leaves);
		expect(missed.length).toBeGreaterThanOrEqual(4);
		const time = (service.requests.at(-1)?.at ?? 0) - (missed[0]?.at ?? 0);
		expect(time).toBeGreaterThanOrEqual(60 * SECOND);
		expect(time).toBeLessThan(90 * SECOND);
	});

	test("isn't given up because Fax.Plus couldn't be reached", async () => {
		const service = new Service();
		const fax = service.add({ leaves: Date.now() + 60 * SECOND, lag: 5 * SECOND, ...renamed() });
		const sinceLeft = () => Date.now() - fax.leaves;
		service.trouble = () => (sinceLeft() > 2 * SECOND && sinceLeft() < 400 * SECOND ? 500 : undefined);
		const [result] = await inTime(runOf(service).sent([fax]));
		expect(result).toMatchObject({ id: fax.recordId, outcome: 'success' });
	});

	test('is requested by its ID first, because the outbox may show only some faxes', async () => {
		const service = new Service();
		const fax = service.add({ leaves: Date.now() + 600 * SECOND });
		const read = service.read.bind(service);
		service.read = async (request) =>
			request.path === '/accounts/self/outbox' ? { records: [] } : await read(request);
		const [result] = await inTime(runOf(service).sent([fax]));
		expect(result).toMatchObject({ outcome: 'success' });
	});
});

describe("another fax's result is never used", () => {
	const NEAR = [0, 1, 2].map((seconds) => seconds * SECOND);

	test.each(
		NEAR.flatMap((apart) => [
			{ apart, interval: 5, how: 'is canceled', values: { end: 'canceled' as const }, life: 12 },
			{ apart, interval: 600, how: 'is canceled', values: { end: 'canceled' as const }, life: 12 },
			{ apart, interval: 5, how: 'is listed ten seconds late', values: { lag: 10 * SECOND }, life: 18 },
		]),
	)(
		'two executions send to one number, the first $how: $apart ms apart, checking every $interval s',
		async ({ apart, interval, values, life }) => {
			const service = new Service();
			const first = service.add({ ...values, leaves: Date.now() + 20 * SECOND, recordId: newId('first') });
			const one = runOf(service, interval).sent([first]);
			await pass(apart);
			const second = service.add({ leaves: Date.now() + life * SECOND, recordId: newId('second') });
			const other = runOf(service, interval).sent([second]);
			const results = (await inTime(Promise.all([one, other]))).flat();
			expect(results.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
		},
	);

	test.each([
		['one time', undefined],
		['different times', { interval: 6 * SECOND, limit: HOUR }],
	])('in one run that waits for %s, if the second finishes before the first check', async (_times, wait) => {
		const service = new Service();
		const run = runOf(service);
		const first = service.add({ end: 'canceled', leaves: Date.now() + 20 * SECOND });
		const second = service.add({ leaves: Date.now() + SECOND, recordId: newId('second'), lag: 8 * SECOND });
		const results = await inTime(Promise.all([run.sent([first]), run.sent([second], wait)]));
		expect(results.flat().map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
	});

	test('but those to one number at other times are distinguished', async () => {
		const service = new Service();
		const run = runOf(service);
		const first = service.add({ recordId: newId('first'), submitted: Date.now() - 4 * SECOND });
		const second = service.add({ recordId: newId('second'), end: 'failed_user_busy' });
		const results = await inTime(Promise.all([run.sent([first]), run.sent([second])]));
		expect(results.flat().map(({ id, outcome }) => [id, outcome])).toEqual([
			[first.recordId, 'success'],
			[second.recordId, 'failure'],
		]);
	});
});

test('two items of "Wait for Result" about one finished fax both get its record at once', async () => {
	const service = new Service();
	const { outboxId } = service.add({ leaves: Date.now() + 10 * SECOND });
	await pass(60 * SECOND);
	const run = runOf(service);
	const begunAt = Date.now();
	const results = await inTime(Promise.all([run.waitedFor(outboxId), run.waitedFor(outboxId)]));
	const own = { id: outboxId, outcome: 'success' };
	expect(results).toMatchObject([[own], [own]]);
	expect(Date.now() - begunAt).toBeLessThan(2 * SECOND);
});

test.each([100, 160, 220, 320])(
	"if IDs are kept, a fax that is listed late isn't confused with another to its number: finishes after %i s",
	async (life) => {
		const service = new Service();
		// This fax was sent in the same second by a send that doesn't wait, and was delivered before the first poll.
		service.add({ leaves: Date.now() + 20 * SECOND });
		const ending = { leaves: Date.now() + life * SECOND, lag: 30 * SECOND, end: 'failed_user_busy' as const };
		const { outboxId } = service.add(ending);
		await pass(60 * SECOND);
		const [result] = await inTime(runOf(service).waitedFor(outboxId));
		expect(result).toMatchObject({ id: outboxId, outcome: 'failure' });
	},
);

test('nor is a deleted one confused with another that was listed while it was still in the outbox', async () => {
	const service = new Service();
	service.add({ leaves: Date.now() + 20 * SECOND });
	const { outboxId } = service.add({ leaves: Date.now() + 100 * SECOND, end: 'canceled' });
	await pass(60 * SECOND);
	const [result] = await inTime(runOf(service).waitedFor(outboxId));
	expect(result).toMatchObject({ outcome: 'unknown' });
});

test('once a fax has kept its ID, none with another ID is used for one, and the contradiction is reported', async () => {
	const service = new Service();
	const kept = service.add({ leaves: Date.now() + 20 * SECOND });
	expect(await inTime(runOf(service).sent([kept]))).toMatchObject([{ id: kept.recordId }]);
	const other = service.add({ leaves: Date.now() + 20 * SECOND, ...renamed() });
	const [result] = await inTime(runOf(service).sent([other]));
	expect(result).toMatchObject({ outcome: 'unknown' });
	expect(result?.statusMeaning).toMatch(/other faxes kept theirs.*Report this sentence/);
	expect(result?.statusMeaning).toContain(other.recordId);
});

test('without users in the outbox, an account may keep IDs or not', async () => {
	const one = Object.assign(new Service(), { namesUser: false });
	const kept = one.add({ leaves: Date.now() + 20 * SECOND });
	expect(await inTime(runOf(one).sent([kept]))).toMatchObject([{ id: kept.recordId }]);
	const other = Object.assign(new Service(), { namesUser: false });
	const changed = other.add({ leaves: Date.now() + 20 * SECOND, ...renamed() });
	expect(await inTime(runOf(other).sent([changed]))).toMatchObject([
		{ id: changed.recordId, outcome: 'success' },
	]);
});

test('if the wait ends too early to be certain, the only possible fax is named', async () => {
	const service = new Service();
	const { outboxId, recordId } = service.add({ leaves: Date.now() + 30 * SECOND, ...renamed() });
	await pass(5 * SECOND);
	const [result] = await inTime(runOf(service, 5, 40 * SECOND).waitedFor(outboxId));
	expect(result).toMatchObject({ outcome: 'unknown' });
	expect(result?.statusMeaning).toMatch(/It left the outbox.*the wait ended too early to be certain/i);
	expect(result?.statusMeaning).toContain(recordId);
});

describe('one ID for two recipients, which the first keeps', () => {
	const first = { to: '+15550100201' };
	const second = { to: '+15550100202' };
	const sentTogether = (service: Service) => {
		const one = service.add({ ...first, leaves: Date.now() + 150 * SECOND });
		const ids = { outboxId: one.outboxId, recordId: newId() };
		return [
			one,
			service.add({ ...second, ...ids, leaves: Date.now() + 160 * SECOND, end: 'failed_user_busy' }),
		];
	};
	/** Waits for the same ID in two items of "Wait for Result". */
	const waitedForTwice = async (service: Service, [{ outboxId = '' } = {}]: Array<Partial<ModelFax>>) => {
		const run = runOf(service);
		return await inTime(Promise.all([run.waitedFor(outboxId), run.waitedFor(outboxId)]));
	};
	const rightOf = ([one, other]: ModelFax[]) => [
		{ id: one?.recordId, to: '+15550100201', outcome: 'success' },
		{ id: other?.recordId, outboxId: one?.outboxId, to: '+15550100202', outcome: 'failure' },
	];

	test.each([true, false])(
		'gives each a result, and the outbox names all to the end: %s',
		async (namesAll) => {
			const service = Object.assign(new Service(), { namesAll });
			const faxes = sentTogether(service);
			expect(await inTime(runOf(service).sent(faxes))).toMatchObject(rightOf(faxes));

			const other = Object.assign(new Service(), { namesAll });
			const others = sentTogether(other);
			expect(await waitedForTwice(other, others)).toMatchObject([rightOf(others), rightOf(others)]);
		},
	);

	test("is the record's ID, with its recipient, if both left the outbox before", async () => {
		const service = new Service();
		const faxes = sentTogether(service);
		await pass(200 * SECOND);
		const [own] = rightOf(faxes);
		expect(await waitedForTwice(service, faxes)).toMatchObject([[own], [own]]);
	});

	test("isn't the second's ID if only the second is still in the outbox", async () => {
		const service = new Service();
		const [one] = sentTogether(service);
		await pass(155 * SECOND);
		const results = await inTime(runOf(service).waitedFor(one?.outboxId ?? ''));
		expect(results).toMatchObject([{ outcome: 'unknown' }]);
	});
});

/** Adds faxes to 500 numbers, some of which leave the outbox before each poll. */
function crowdAt(service: Service, valuesOf: (index: number) => Partial<ModelFax> = () => ({})): ModelFax[] {
	return Array.from({ length: 500 }, (_none, index) =>
		service.add({
			to: `+1555${String(1_000_000 + index)}`,
			leaves: Date.now() + (30 + index / 2) * SECOND,
			...valuesOf(index),
		}),
	);
}

/** Expects that all faxes were delivered, and that each poll requested only the outbox and the pages of the list. */
function expectFewRequests(service: Service, results: FaxResult[]): void {
	expect(results.filter(({ outcome }) => outcome === 'success')).toHaveLength(500);
	for (const { pages, others } of checksOf(service)) {
		expect(pages).toBeLessThanOrEqual(PAGES);
		expect(others).toBe(0);
	}
}

describe('requests', () => {
	test.each([() => ({}), renamed])(
		'500 recipients: two and the pages of the list for each check',
		async (idsOf) => {
			const service = new Service();
			const faxes = crowdAt(service, (index) => ({ lag: (index % 30) * SECOND, ...idsOf() }));
			expectFewRequests(service, await inTime(runOf(service).sent(faxes)));
			expect(service.requests.length).toBeLessThan(600);
		},
	);

	test.each([20, 600])('500 items of "Wait for Result", %i s after they were sent', async (seconds) => {
		const service = new Service();
		const faxes = crowdAt(service);
		await pass(seconds * SECOND);
		const run = runOf(service);
		const results = await inTime(Promise.all(faxes.map(async ({ outboxId }) => run.waitedFor(outboxId))));
		expectFewRequests(service, results.flat());
	});

	test('items that begin to wait one after the other read the outbox once a second at most', async () => {
		const service = new Service();
		const run = runOf(service);
		const waits = [];
		for (let item = 0; item < 20; item++) {
			waits.push(run.sent([service.add({ to: `+1555${1_000_000 + item}` })]));
			await pass(SECOND / 10);
		}
		await inTime(Promise.all(waits));
		const times = service.requests.filter(({ path }) => path === '/accounts/self/outbox').map(({ at }) => at);
		const gaps = times.slice(1).map((at, look) => at - (times[look] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SECOND);
	});

	test('one fax: the outbox, and then its ID once it has left', async () => {
		const service = new Service();
		const fax = service.add({ leaves: Date.now() + 30 * SECOND });
		await inTime(runOf(service).sent([fax]));
		const [, ...later] = checksOf(service);
		expect(later.map(({ pages }) => pages)).toEqual([0, 0, 0, 0, 0]);
		expect(later.map(({ others }) => others)).toEqual([0, 0, 0, 0, 1]);
	});

	test('old faxes are found by their IDs, at once if there are few', async () => {
		for (const count of [3, 40]) {
			const service = new Service();
			const faxes = Array.from({ length: count }, (_none, index) =>
				service.add({ to: `+1555${String(1_000_000 + index)}` }),
			);
			await pass(24 * HOUR);
			const begunAt = Date.now();
			const run = runOf(service);
			const results = await inTime(Promise.all(faxes.map(async ({ outboxId }) => run.waitedFor(outboxId))));
			expect(results.flat().map(({ outcome }) => outcome)).toEqual(faxes.map(() => 'success'));
			expect(Date.now() - begunAt).toBeLessThan(count === 3 ? 2 * SECOND : 90 * SECOND);
			expect(service.requests.filter(({ path }) => /outbox\/|faxes\//.test(path))).toHaveLength(count);
		}
	});
});
