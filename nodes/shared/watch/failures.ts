import { ServiceFault } from '../http/faults';
import { rememberedOf } from '../trigger/processMemory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An outage that ends sooner is not worth a failed execution: the next poll finds all that has come. */
const OUTAGE_POLLS = 5;
const OUTAGE_TIME = 15 * MINUTE;

/** A failure that goes on is shown again after so long, in milliseconds; one that comes back, after an hour. */
const REMINDER = 24 * HOUR;

/** What this process knows of the polls of one trigger that have failed. */
class History {
	/** Polls in a row, and when the first of them was. */
	polls = 0;
	begunAt = 0;
	/** When which cause was shown last. */
	readonly shownAt = new Map<string, number>();
}

/**
 * Notes that a poll has failed: each one that throws shows in n8n's list of executions.
 *
 * @param key of the trigger
 * @param part of the poll: another one may be forbidden
 * @returns whether a person has to see it: at once what a person has to mend, an outage only when it lasts, and neither again
 * and again
 */
export function noteFailure(key: string, error: unknown, part = ''): boolean {
	const now = Date.now();
	const history = rememberedOf(key, History);
	if (history.polls === 0) history.begunAt = now;
	history.polls += 1;

	const isOutage = isPassing(error);
	if (isOutage && history.polls <= OUTAGE_POLLS && now - history.begunAt < OUTAGE_TIME) return false;
	const cause = isOutage ? 'outage' : causeOf(error, part);
	const shownAt = history.shownAt.get(cause) ?? Number.NEGATIVE_INFINITY;
	// Clocks are set back, too.
	if (Math.abs(now - shownAt) < (shownAt >= history.begunAt ? REMINDER : HOUR)) return false;
	history.shownAt.set(cause, now);
	return true;
}

/** Notes that a poll has gone well, and answers how many before it had failed. */
export function noteSuccess(key: string): number {
	const history = rememberedOf(key, History);
	const { polls } = history;
	history.polls = 0;
	return polls;
}

/** Whether the last poll has failed. */
export function hasFailed(key: string): boolean {
	return rememberedOf(key, History).polls > 0;
}

/** Whether time may mend it. A refusal of the token does not pass, whoever has said it. */
export function isPassing(error: unknown): error is ServiceFault {
	return error instanceof ServiceFault && error.isTransient && ![401, 403].includes(error.status ?? 0);
}

function causeOf(error: unknown, part: string): string {
	if (error instanceof ServiceFault)
		return `${error.status ?? ''} ${error.code ?? ''} ${error.status === 403 ? part : ''}`;
	return error instanceof Error ? error.message : String(error);
}
