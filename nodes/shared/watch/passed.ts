import { faxNamesOf } from '../faxes/faxIdentity';
import { startOf } from './faxes';
import type { Watch } from './reading';

/** In milliseconds: after it, n8n either has begun with what was passed on, or has lost it. */
const TAKES_UP_TO = 900_000;

/**
 * Finds out which of the faxes that were passed on n8n has begun with. Those that are lost are new again, as are those that a
 * process before has passed on last.
 *
 * - Where this process executes, it knows. What it has not begun with for a quarter of an hour could not be stored, or waits
 *   for its turn; then it is passed on once more, and the execution that comes second ends empty.
 * - Where workers execute, nobody tells. What was passed on a quarter of an hour ago counts as begun with, but once for each
 *   process: it may be that its very first execution was lost.
 */
export function takeBackLost({ memory, seen }: Watch): void {
	const isTold = seen.hasBegun || !seen.hasTakenBack;
	for (const [id, { event, fax }] of memory.open) {
		const { times, at } = seen.lastOf(id);
		// Not by its file: the same may go to the same number twice.
		const hasBegun = seen.hasBegunWith(faxNamesOf({ event, data: fax }).slice(0, 1));
		if (!hasBegun && Math.abs(Date.now() - at) <= TAKES_UP_TO) continue;
		memory.open.delete(id);
		// A queue of executions may be longer than the pause: the same again and again would not help.
		if (hasBegun || !isTold || times > 1) memory.known.add(id, startOf(fax));
		else {
			seen.hasTakenBack = true;
			memory.readAgain();
		}
	}
}
