/** A period in Unix milliseconds. */
export interface Disturbance {
	from: number;
	to: number;
}

/** Something that came past a trigger in an execution. */
export interface Passed {
	executionId: string;
	/** Unix time in milliseconds. */
	at: number;
}

/** A delivery, or a fax that polls shall find. */
export interface Tracked {
	id: string;
	/** Whether n8n has taken it; a fax in a list always counts as taken. */
	accepted: boolean;
	/** Unix times in milliseconds: when it was attempted, or listed. */
	times: readonly number[];
}

/** Why something may have passed twice. */
type Excuse = 'in flight at a kill' | 'its crashed execution was retried';

export interface Twice {
	id: string;
	/** Why it is excused; undefined when it is not. */
	excuse?: Excuse;
	times: readonly number[];
	passed: readonly Passed[];
}

/** What became of deliveries, or of faxes. */
export interface Tally {
	passedOnce: number;
	/** Of these: only when a crashed execution was retried. */
	afterRetry: string[];
	/** Never answered with 2xx, and passed nowhere. */
	neverAccepted: string[];
	/** Accepted, and passed nowhere. */
	lost: string[];
	twice: Twice[];
}

/** Before a kill, what began may still have been under way; after n8n has started again, it goes on with what it has. */
const LEAD_MS = 15_000;
const LAG_MS = 60_000;

/**
 * Compares what was to pass with what has passed.
 *
 * @param passes by id
 * @param retries executions that "Retry" has begun
 * @param kills when processes were killed, until all ran again
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
		// What had passed long before a kill must be known after it.
		const inFlight = wasInFlight([...times, Math.min(...passed.map(({ at }) => at))], kills);
		const excuse = isRetried ? 'its crashed execution was retried' : 'in flight at a kill';
		tally.twice.push({ id, ...(isRetried || inFlight ? { excuse } : {}), times, passed });
	}
	return tally;
}

/**
 * Whether one of these times is of a kill.
 *
 * @param lead milliseconds for which what began before a kill may still have been under way
 */
export function wasInFlight(
	times: readonly number[],
	kills: readonly Disturbance[],
	lead = LEAD_MS,
): boolean {
	return kills.some(({ from, to }) => times.some((at) => at > from - lead && at < to + LAG_MS));
}

/** How many of each, by words for a table. */
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
