import type { Pass } from './passes';

/** A period in Unix milliseconds. */
export interface Period {
	from: number;
	to: number;
}

/** A fax that should start a workflow. */
export interface Tracked {
	id: string;
	/** Whether it must start the workflow. A delivery must if n8n accepted it, and a listed fax always must. */
	accepted: boolean;
	/** Unix times in milliseconds at which it may have started the workflow, such as the attempts of its delivery. */
	times: readonly number[];
}

/** Why a fax may have started the workflow twice. */
type Excuse = 'in flight at a kill' | 'its crashed execution was retried';

export interface Twice {
	id: string;
	/** The excuse, or undefined if there is none. */
	excuse?: Excuse;
	passed: readonly Start[];
}

/** An execution that a fax started. */
export type Start = Pick<Pass, 'at' | 'executionId'>;

/** What happened to faxes that should start a workflow. */
export interface Tally {
	accepted: number;
	passedOnce: number;
	/** Ids that are part of `passedOnce`, but only because a broken execution was retried. */
	afterRetry: string[];
	/** Ids without a 2xx response that never started a workflow. */
	neverAccepted: string[];
	/** Ids that should have started the workflow but didn't, and aren't in a broken execution that can be retried. */
	lost: string[];
	/** Ids that should have started the workflow but didn't, and are in such an execution. */
	lostWithExecution: string[];
	twice: Twice[];
}

/** Which times count as in flight at a kill. */
export interface InFlight {
	/** Periods from a kill until all processes ran again. */
	kills: readonly Period[];
	/** How long before a kill something can start and still be running, in milliseconds. */
	lead?: number;
	/** Whether the first start of the workflow counts, in addition to the fax's own times. */
	countsStart?: boolean;
}

/** What a tally takes into account. */
export interface Circumstances extends InFlight {
	/** Executions that "Retry" started. */
	retries: ReadonlySet<string>;
	/** Returns whether a fax is in a broken execution that can be retried. */
	isInBroken?: (id: string) => boolean;
}

const LEAD_MS = 15_000;
/** How long n8n may continue its work after a restart, in milliseconds. */
const LAG_MS = 60_000;

/**
 * Compares what should have started the workflow with what actually did.
 *
 * @param passes for each fax ID, the executions that the fax started
 */
export function tallyOf(
	tracked: readonly Tracked[],
	passes: ReadonlyMap<string, readonly Start[]>,
	circumstances: Circumstances,
): Tally {
	const { retries, isInBroken = () => false } = circumstances;
	const tally: Tally = {
		accepted: tracked.filter(({ accepted }) => accepted).length,
		passedOnce: 0,
		afterRetry: [],
		neverAccepted: [],
		lost: [],
		lostWithExecution: [],
		twice: [],
	};
	for (const { id, accepted, times } of tracked) {
		const passed = passes.get(id) ?? [];
		const executions = [...new Set(passed.map(({ executionId }) => executionId))];
		if (executions.length > 1) {
			tally.twice.push({ id, ...excuseOf(executions, times, passed, circumstances), passed });
		} else if (executions.length === 1) {
			tally.passedOnce += 1;
			if (executions.some((execution) => retries.has(execution))) tally.afterRetry.push(id);
		} else if (!accepted) tally.neverAccepted.push(id);
		else tally[isInBroken(id) ? 'lostWithExecution' : 'lost'].push(id);
	}
	return tally;
}

/** A retry excuses only one start. A fax that started the workflow twice without it needs another excuse. */
function excuseOf(
	executions: readonly string[],
	times: readonly number[],
	passed: readonly Start[],
	{ retries, countsStart = true, ...inFlight }: Circumstances,
): { excuse?: Excuse } {
	const withoutRetries = executions.filter((execution) => !retries.has(execution));
	if (withoutRetries.length < 2) return { excuse: 'its crashed execution was retried' };
	// A fax that started the workflow long before a kill must still be known after it.
	const starts = countsStart ? [Math.min(...passed.map(({ at }) => at))] : [];
	return wasInFlight([...times, ...starts], inFlight) ? { excuse: 'in flight at a kill' } : {};
}

/** Whether one of these times is close to a kill. */
export function wasInFlight(times: readonly number[], { kills, lead = LEAD_MS }: InFlight): boolean {
	return kills.some(({ from, to }) => times.some((at) => at > from - lead && at < to + LAG_MS));
}

/** Number of ids for each result, with labels for a table. */
export function countsOf({
	passedOnce,
	afterRetry,
	neverAccepted,
	lost,
	lostWithExecution,
	twice,
}: Tally): Record<string, number> {
	const twiceBy = (why?: Excuse): number => twice.filter(({ excuse }) => excuse === why).length;
	return {
		'passed once': passedOnce,
		'of these after Retry': afterRetry.length,
		'never accepted': neverAccepted.length,
		lost: lost.length,
		'lost in broken executions': lostWithExecution.length,
		'passed twice, in flight at a kill': twiceBy('in flight at a kill'),
		'passed twice, its crashed execution was retried': twiceBy('its crashed execution was retried'),
		'passed twice without an excuse': twiceBy(),
	};
}
