import fc from 'fast-check';

import type { FaxResult } from '../../../nodes/FaxPlus/resources/fax/waiting/faxResult';
import type * as clock from '../support/clock';
import { pause, SECOND, useFakeClock } from '../support/clock';
import { inTime, pass, Run } from './support/runs';
import type { ModelFax } from './support/service';
import { newId, Service } from './support/service';

jest.mock('../../../nodes/shared/async/pause', () => jest.requireActual<typeof clock>('../support/clock'));

const NUMBERS = ['+15550100201', '+15550100202', '+15550100203'];

/** One execution. It sends to some numbers, or waits for the IDs of faxes that another execution has sent. */
interface Execution {
	/** Seconds after the start of the previous execution. */
	after: number;
	interval: number;
	/** Seconds between the send and "Wait for Result". It's undefined if Send itself waits. */
	waitsLater: number | undefined;
	ids: 'kept' | 'changed' | 'kept by the first';
	faxes: Array<{ number: number; life: number; lag: number; shift: number; end: ModelFax['end'] }>;
}

const seconds = (min: number, max: number) => fc.integer({ min, max });

const execution: fc.Arbitrary<Execution> = fc.record({
	after: fc.oneof(seconds(0, 3), seconds(0, 60)),
	interval: fc.oneof(seconds(5, 60), seconds(60, 600)),
	waitsLater: fc.option(fc.oneof(seconds(0, 60), seconds(0, 900)), { nil: undefined }),
	ids: fc.constantFrom('kept' as const, 'changed' as const, 'kept by the first' as const),
	faxes: fc.uniqueArray(
		fc.record({
			number: fc.integer({ min: 0, max: NUMBERS.length - 1 }),
			life: fc.oneof(seconds(10, 30), seconds(10, 300), seconds(10, 3600)),
			lag: fc.oneof(fc.constant(0), seconds(0, 12), seconds(0, 55)),
			shift: fc.constantFrom(-1, 0, 0, 1),
			end: fc.constantFrom('success' as const, 'failed_user_busy' as const, 'canceled' as const),
		}),
		{ minLength: 1, maxLength: 3, selector: ({ number }) => number },
	),
});

useFakeClock(Date.UTC(2026, 10, 22, 9));

/** Sends the faxes of an execution to the simulated Fax.Plus. */
function take(service: Service, { ids, faxes }: Execution): ModelFax[] {
	const shared = newId('shared');
	return faxes.map(({ number, life, lag, shift, end }, index) => {
		const outboxId = ids === 'kept by the first' ? shared : newId('outbox');
		const isKept = ids === 'kept' || (ids === 'kept by the first' && index === 0);
		return service.add({
			outboxId,
			recordId: isKept ? outboxId : newId('record'),
			to: NUMBERS[number] ?? '',
			leaves: Date.now() + life * SECOND,
			lag: lag * SECOND,
			shift: shift * SECOND,
			// If recipients share an ID, a cancellation affects all of them, so no recipient is canceled alone.
			end: ids === 'kept by the first' && end === 'canceled' ? 'success' : end,
		});
	});
}

/**
 * Returns whether a canceled fax may be mistaken for another one that the node couldn't see. The other one left the outbox
 * before the wait began, and was listed only after this fax had left the outbox, too.
 */
function hasUnseenRival(service: Service, fax: ModelFax, began: number): boolean {
	return service.faxes.some(
		(other) =>
			other !== fax &&
			fax.end === 'canceled' &&
			other.to === fax.to &&
			Math.abs(other.submitted - fax.submitted) <= 2 * SECOND &&
			other.leaves <= began &&
			!wasListedBefore(service, other, fax),
	);
}

/** Returns whether a list showed a fax before the outbox showed another one. */
function wasListedBefore({ requests, latency }: Service, listed: ModelFax, { leaves }: ModelFax): boolean {
	const timesOf = (name: string) => requests.flatMap(({ path, at }) => (path.endsWith(name) ? [at] : []));
	const shownAt = timesOf('/faxes').find((at) => at >= listed.leaves + listed.lag);
	return (
		shownAt !== undefined && timesOf('/outbox').some((at) => at > shownAt + latency && at + latency < leaves)
	);
}

interface Outcome {
	fax: ModelFax;
	/** The time when the wait began. */
	began: number;
	results: FaxResult[];
}

async function waited(service: Service, one: Execution): Promise<Outcome[]> {
	const faxes = take(service, one);
	const limit = 3 * 3600 * SECOND;
	const run = new Run(service, { interval: one.interval * SECOND, limit });
	if (one.waitsLater === undefined) {
		const results = await run.sent(faxes);
		return faxes.map((fax, index) => ({
			fax,
			began: fax.submitted,
			results: results.slice(index, index + 1),
		}));
	}
	await pause(one.waitsLater * SECOND);
	const began = Date.now();
	return await Promise.all(
		faxes.map(async (fax) => ({ fax, began, results: await run.waitedFor(fax.outboxId).catch(() => []) })),
	);
}

const RUNS = Number(process.env['RUNS'] ?? 100);

const isRight = async (): Promise<void> => {
	const property = fc.asyncProperty(
		fc.array(execution, { minLength: 1, maxLength: 3 }),
		fc.boolean(),
		fc.constantFrom(0, 300, 2000),
		async (executions, namesAll, latency) => {
			const service = Object.assign(new Service(), { namesAll, latency });
			const waits = [];
			for (const one of executions) {
				await pass(one.after * SECOND);
				waits.push(waited(service, one).then((outcomes) => ({ one, outcomes })));
			}
			for (const { one, outcomes } of await inTime(Promise.all(waits))) {
				for (const { fax, began, results } of outcomes) {
					for (const { id, to, outcome } of results) {
						if (outcome === 'pending' || outcome === 'unknown' || hasUnseenRival(service, fax, began))
							continue;
						const own = service.faxes.find(({ recordId }) => recordId === id);
						// If several recipients share an ID, the result may be that of any of them, but always with its own
						// number.
						expect(own).toMatchObject({ outboxId: fax.outboxId, to });
						if (one.waitsLater === undefined) expect(own).toBe(fax);
						expect(outcome).toBe(own?.end === 'success' ? 'success' : 'failure');
					}
					if (one.ids === 'kept' && fax.end !== 'canceled')
						expect(results).toMatchObject([{ id: fax.recordId }]);
				}
			}
		},
	);
	await fc.assert(property, { numRuns: RUNS });
};

test(
	'each fax gets its own result or none, and certainly its own if it keeps its ID',
	isRight,
	RUNS * 3 * SECOND,
);
