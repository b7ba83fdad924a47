/** A period in Unix milliseconds. */
export interface Disturbance {
	from: number;
	to: number;
}

/** An execution that a delivery or fax started. */
export interface Passed {
	executionId: string;
	at: number;
}

/** A delivery, or a fax that polls must find. */
export interface Tracked {
	id: string;
	/** Whether n8n accepted the delivery. A listed fax is always accepted. */
	accepted: boolean;
	/** Unix times in milliseconds: the attempts of the delivery, or when the fax was listed. */
	times: readonly number[];
}

/** Why a delivery or fax may have started the workflow twice. */
type Excuse = 'in flight at a kill' | 'its crashed execution was retried';

export interface Twice {
	id: string;
	/** The excuse, or undefined if there is none. */
	excuse?: Excuse;
	times: readonly number[];
	passed: readonly Passed[];
}

/** The results of deliveries or of polled faxes. */
export interface Tally {
	passedOnce: number;
	/** Ids that are part of `passedOnce`, but only because a crashed execution was retried. */
	afterRetry: string[];
	/** Ids without a 2xx response that never started a workflow. */
	neverAccepted: string[];
	/** Ids that were accepted but never started a workflow. */
	lost: string[];
	twice: Twice[];
}

/**
 * How long before a kill something can start and still be running, in milliseconds. `LAG_MS` is how long n8n may continue that
 * work after its restart.
 */
const LEAD_MS = 15_000;
const LAG_MS = 60_000;

/**
 * Compares what should have started the workflow with what actually did.
 *
 * @param passes executions by id
 * @param retries executions that "Retry" started
 * @param kills periods from a kill until all processes ran again
 */
export function tallyOf(
	tracked: readonly Tracked[],
	passes: ReadonlyMap<string, readonly Passed[]>,
	{ retries, kills }: { retries: ReadonlySet<string>; kills: readonly Disturbance[] },
): Tally {
	const tally: Tally = { passedOnce: 0, afterRetry: [], neverAccepted: [], lost: [], twice: [] };
	for (const { id, accepted, times } of tracked) {
		const passed = passes.get(id) ?? [];
		const executions = new Set(passed.map(({ executionId }) => executionId));
		const isRetried = [...executions].some((execution) => retries.has(execution));
		if (executions.size === 0) tally[accepted ? 'lost' : 'neverAccepted'].push(id);
		if (executions.size === 1) tally.passedOnce += 1;
		if (executions.size === 1 && isRetried) tally.afterRetry.push(id);
		if (executions.size < 2) continue;
		// A fax that started the workflow long before a kill must still be known after it.
		const inFlight = wasInFlight([...times, Math.min(...passed.map(({ at }) => at))], kills);
		const excuse = isRetried ? 'its crashed execution was retried' : 'in flight at a kill';
		tally.twice.push({ id, ...(isRetried || inFlight ? { excuse } : {}), times, passed });
	}
	return tally;
}

/**
 * Whether one of these times is close to a kill.
 *
 * @param lead how long before a kill something can start and still be running, in milliseconds
 */
export function wasInFlight(
	times: readonly number[],
	kills: readonly Disturbance[],
	lead = LEAD_MS,
): boolean {
	return kills.some(({ from, to }) => times.some((at) => at > from - lead && at < to + LAG_MS));
}

/** Number of ids for each result, with labels for a table. */
export function countsOf({
	passedOnce,
	afterRetry,
	neverAccepted,
	lost,
	twice,
}: Tally): Record<string, number> {
	const twiceBy = (why?: Excuse): number => twice.filter(({ excuse }) => excuse === why).length;
	return {
		'passed once': passedOnce,
		'of these after Retry': afterRetry.length,
		'never accepted': neverAccepted.length,
		lost: lost.length,
		'passed twice, in flight at a kill': twiceBy('in flight at a kill'),
		'passed twice, its crashed execution was retried': twiceBy('its crashed execution was retried'),
		'passed twice without an excuse': twiceBy(),
	};
}
