import { ServiceFault } from '../http/faults';
import { rememberedOf } from '../trigger/processMemory';

const HOUR = 3_600_000;

/**
 * Shortest outage that's reported, in milliseconds. After a shorter one, the next poll finds everything. A longer one needs
 * fixing.
 */
const OUTAGE = HOUR;

/** Pause before the same failure is shown again, in milliseconds. */
const REMINDER = 24 * HOUR;

/** What this process knows about failed polls of one trigger. */
class Failures {
	/** Time of the first failure since the last success. */
	since: number | undefined;
	/** The time when each cause was last shown. */
	readonly shownAt = new Map<string, number>();
}

/**
 * Records that a poll has failed. The log always shows it. If a user has to fix the cause, the poll should also throw once
 * a day for each cause, which n8n shows as a failed execution.
 *
 * @param key key of the trigger
 * @param part part of the poll. If Fax.Plus forbids two parts, each one counts as a cause
 * @returns whether to show the failure now
 */
export function isToBeShown(key: string, error: unknown, part = ''): boolean {
	const now = Date.now();
	const failures = rememberedOf(key, Failures);
	failures.since ??= now;
	const isOutage = isTransient(error);
	// The difference is absolute, because clocks may be set back.
	if (isOutage && Math.abs(now - failures.since) < OUTAGE) return false;
	const cause = isOutage ? 'outage' : causeOf(error, part);
	if (Math.abs(now - (failures.shownAt.get(cause) ?? -Infinity)) < REMINDER) return false;
	failures.shownAt.set(cause, now);
	return true;
}

/** Records that a poll has succeeded, and returns whether the previous one had failed. */
export function noteSuccess(key: string): boolean {
	const failures = rememberedOf(key, Failures);
	const hadFailed = failures.since !== undefined;
	failures.since = undefined;
	return hadFailed;
}

/** Whether the last poll failed. */
export function hasFailed(key: string): boolean {
	return rememberedOf(key, Failures).since !== undefined;
}

/** Whether the failure may go away by itself. A refused token stays refused, no matter who refused it. */
export function isTransient(error: unknown): error is ServiceFault {
	return error instanceof ServiceFault && error.isTransient && ![401, 403].includes(error.status ?? 0);
}

function causeOf(error: unknown, part: string): string {
	if (error instanceof ServiceFault)
		return `${error.status ?? ''} ${error.code ?? ''} ${error.status === 403 ? part : ''}`;
	return error instanceof Error ? error.message : String(error);
}
