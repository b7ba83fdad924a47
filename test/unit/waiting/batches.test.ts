import fc from 'fast-check';

import type { FaxResult } from '../../../nodes/FaxPlus/resources/fax/waiting/faxResult';
import { LruMap } from '../../../nodes/shared/values/lruMap';
import type * as clock from '../support/clock';
import { pause, SECOND, useFakeClock } from '../support/clock';
import { inTime, pass, Run } from './support/runs';
import { newId, Service, type ModelFax } from './support/service';

jest.mock('../../../nodes/shared/async/pause', () => jest.requireActual<typeof clock>('../support/clock'));

useFakeClock(Date.UTC(2026, 10, 22, 9));

/** The default values of the fields. */
const presets = { interval: 5 * SECOND, limit: 600 * SECOND };

/** One execution that sends to thirty numbers, item by item, and waits. */
interface Batch {
	/** Milliseconds after the start of the test. */
	after: number;
	faxes: Array<{ life: number; lag: number; end: ModelFax['end'] }>;
}

const batch: fc.Arbitrary<Batch> = fc.record({
	after: fc.integer({ min: 0, max: 5000 }),
	faxes: fc.array(
		fc.record({
			life: fc.integer({ min: 5000, max: 120_000 }),
			lag: fc.integer({ min: 0, max: 5000 }),
			end: fc.constantFrom('success' as const, 'failed_user_busy' as const),
		}),
		{ minLength: 30, maxLength: 30 },
	),
});

const numbersFrom = (first: number) => Array.from({ length: 30 }, (_none, at) => `+1555${first + at}`);

/** Sends a batch. The requests take as long as Fax.Plus's responses. */
async function sent(
	service: Service,
	{ after, faxes }: Batch,
	numbers: string[],
	areIdsKept: boolean,
): Promise<Array<{ fax: ModelFax; result: FaxResult | undefined }>> {
	const run = new Run(service, presets);
	const waits = [];
	await pause(after);
	for (const [at, { life, lag, end }] of faxes.entries()) {
		// This covers the upload and the first half of the send request.
		await pause(1.5 * service.latency);
		const values = { to: numbers[at] ?? '', leaves: Date.now() + life, lag, end };
		const fax = service.add({ ...values, ...(!areIdsKept && { recordId: newId() }) });
		await pause(service.latency / 2);
		waits.push(run.sent([fax]).then(([result]) => ({ fax, result })));
	}
	return await Promise.all(waits);
}

/**
 * Generates the batches of two executions. Returns them with a simulated Fax.Plus that takes this many milliseconds for a
 * request.
 */
function drawn(latency: number, seed: number): { service: Service; one: Batch; other: Batch } {
	const [one, other] = fc.sample(batch, { seed, numRuns: 2 });
	if (!one || !other) throw new Error('Nothing drawn');
	return { service: Object.assign(new Service(), { latency }), one, other };
}

const cases = [true, false].flatMap((areIdsKept) =>
	Array.from({ length: 10 }, (_none, at) => ({
		ids: areIdsKept ? 'kept' : 'changed',
		areIdsKept,
		latency: [20, 300, 1500][at % 3] ?? 0,
		draw: at + 1,
	})),
);

test.each(cases)(
	'30 faxes to 30 numbers get their own results next to another execution: IDs $ids, $latency ms a request, draw $draw',
	async ({ areIdsKept, latency, draw }) => {
		const { service, one, other } = drawn(latency, draw);
		const work = Promise.all([
			sent(service, one, numbersFrom(3_000_000), areIdsKept),
			sent(service, other, numbersFrom(4_000_000), areIdsKept),
		]);
		for (const { fax, result } of (await inTime(work)).flat())
			expect(result).toMatchObject({
				id: fax.recordId,
				outcome: fax.end === 'success' ? 'success' : 'failure',
			});
	},
);

test.each(cases)(
	"with the same numbers in both executions, none gets another's result, and an unknown one says why: IDs $ids, $latency ms a request, draw $draw",
	async ({ areIdsKept, latency, draw }) => {
		const { service, one, other } = drawn(latency, draw);
		const numbers = numbersFrom(3_000_000);
		const work = Promise.all([
			sent(service, one, numbers, areIdsKept),
			sent(service, { ...other, after: one.after }, numbers, areIdsKept),
		]);
		for (const { fax, result } of (await inTime(work)).flat()) {
			if (areIdsKept || result?.outcome !== 'unknown') expect(result).toMatchObject({ id: fax.recordId });
			else expect(result.statusMeaning).toMatch(/more than one fax to this number/i);
		}
	},
);

/** Returns how often a poll looks into its memory for each fax, if it must distinguish many faxes. */
async function questionsForEach(count: number): Promise<number> {
	const service = new Service();
	const faxes = Array.from({ length: count }, (_none, at) =>
		service.add({ to: `+1555${5_000_000 + at}`, recordId: newId(), leaves: Date.now() + 20 * SECOND }),
	);
	const work = new Run(service, { interval: 30 * SECOND, limit: 100 * SECOND }).sent(faxes);
	await pass(10 * SECOND);
	const asking = jest.spyOn(LruMap.prototype, 'get');
	await inTime(work);
	const { length } = asking.mock.calls;
	asking.mockRestore();
	return length / count;
}

test('a check of ten times as many faxes needs as many requests for each', async () => {
	const few = await questionsForEach(100);
	expect(few).toBeGreaterThan(0);
	expect(await questionsForEach(1000)).toBeLessThan(2 * few);
});
