import type { INodeExecutionData } from 'n8n-workflow';

import { LruMap } from '../values/lruMap';
import { fingerprintOfId } from './faxIds';
import { idOfItem } from './faxes';
import type { Memory } from './memory';

/** In milliseconds: after it, n8n either has begun with what was passed on, or has lost it. */
const TAKES_UP_TO = 900_000;

/** Of one trigger, how many of the latest faxes are remembered. */
const FAXES = 10_000;

/** What this process has seen of one trigger. */
interface Seen {
	hasPolled: boolean;
	/** Faxes that executions have begun with. Where workers execute, there are none. */
	begun?: LruMap<string, true>;
	/** Faxes that were passed on once more because none had. */
	repeated?: LruMap<string, true>;
}

const seen = new LruMap<string, Seen>(10_000);

/**
 * Notes which faxes an execution of this process has begun with.
 *
 * @param key of the trigger
 */
export function noteBegun(key: string, items: readonly INodeExecutionData[]): void {
	const begun = (seenOf(key).begun ??= new LruMap(FAXES));
	for (const item of items) begun.set(fingerprintOfId(idOfItem(item) ?? ''), true);
}

/**
 * Finds out which of the faxes that were passed on n8n has begun with. Those that are lost count as new again.
 *
 * - After a start of n8n what was passed on last may have been lost with the process before, so it is passed on once more.
 * - Where this process executes, it knows. What it has not begun with for a quarter of an hour could not be stored, or waits
 *   for its turn; then it is passed on once more, and the execution that comes second ends empty.
 * - Where workers execute, nobody tells. What was passed on a quarter of an hour ago counts as begun with, but once for each
 *   process: it may be that its very first execution was lost.
 */
export function takeBackLost(memory: Memory, key: string): void {
	const process = seenOf(key);
	const isStart = !process.hasPolled;
	process.hasPolled = true;
	const isTold = process.begun !== undefined || process.repeated === undefined;
	const from = memory.known.settle((one, at) => {
		if (process.begun?.get(one)) return 'begun';
		if (isStart) return 'lost';
		if (Date.now() - at <= TAKES_UP_TO) return 'open';
		// A queue of executions may be longer than the pause: the same again and again would not help.
		if (!isTold || process.repeated?.get(one)) return 'begun';
		(process.repeated ??= new LruMap(FAXES)).set(one, true);
		return 'lost';
	});
	if (from < Number.POSITIVE_INFINITY) memory.goBackTo(from);
}

function seenOf(key: string): Seen {
	return seen.getOrAdd(key, () => ({ hasPolled: false }));
}
