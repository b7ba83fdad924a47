import { ServiceFault } from '../http/faults';
import { rememberedOf } from '../trigger/processMemory';

const HOUR = 3_600_000;

/** An outage that ends sooner passes by itself: the next poll finds all that came. One that lasts is something to fix. */
const OUTAGE = HOUR;

/** A failure is shown again after so long, in milliseconds. */
const REMINDER = 24 * HOUR;

/** What this process knows of the polls of one trigger that have failed. */
class Failures {
	/** Since when each poll has failed. */
	since: number | undefined;
	/** When which cause was shown last. */
	readonly shownAt = new Map<string, number>();
}

/**
 * Notes that a poll has failed. The log always says so. What a person has to fix shows as a failed execution, too: once a day
 * for each cause, where the poll throws.
 *
 * @param key of the trigger
 * @param part of the poll: another one may be forbidden
 * @returns whether it is to be shown now
 */
export function isToBeShown(key: string, error: unknown, part = ''): boolean {
	const now = Date.now();
	const failures = rememberedOf(key, Failures);
	failures.since ??= now;
	const isOutage = isPassing(error);
	// Clocks are set back, too.
	if (isOutage && Math.abs(now - failures.since) < OUTAGE) return false;
	const cause = isOutage ? 'outage' : causeOf(error, part);
	if (Math.abs(now - (failures.shownAt.get(cause) ?? -Infinity)) < REMINDER) return false;
	failures.shownAt.set(cause, now);
	return true;
}

/** Notes that a poll has gone well, and answers whether the one before had failed. */
export function noteSuccess(key: string): boolean {
	const failures = rememberedOf(key, Failures);
	const hadFailed = failures.since !== undefined;
	failures.since = undefined;
	return hadFailed;
}

/** Whether the last poll has failed. */
export function hasFailed(key: string): boolean {
	return rememberedOf(key, Failures).since !== undefined;
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
