import { listedNamesOf } from '../faxes/faxNames';
import type { FoundFax } from '../faxes/faxEvents';
import { latestTimeOf, startOf } from '../faxes/faxEvents';
import type { Watch } from './task';

/** In milliseconds: after it, n8n either has begun with what was passed on, or has lost it. */
const TAKES_UP_TO = 15 * 60_000;

/**
 * Takes what is passed on now: the oldest of the faxes that are new, so many at most. Amid a reading nobody knows which of those
 * that it has found are the oldest.
 *
 * @returns those that are wanted, oldest first
 */
export function takeNew({ memory, delivered, most }: Watch): FoundFax[] {
	const { open, found, begunReadings } = memory;
	const isNew = (one: FoundFax): boolean => memory.isWanted(one) && !delivered?.isDone(one);
	// What an execution has begun with meanwhile takes no place from others.
	for (const [id, one] of found) {
		if (isNew(one)) continue;
		found.delete(id);
		memory.finish(one);
	}
	const isOfBefore = (one: { time: number }): number => Number(one.time < memory.passedUntil);
	const due = [...found]
		.filter(([, { category, begun }]) => begunReadings[category]?.begun !== begun)
		// Lists begin with the newest, also within a second.
		.reverse()
		.map(([id, one]) => ({ id, one, time: latestTimeOf(one.fax) }))
		.sort((a, b) => isOfBefore(a) - isOfBefore(b) || a.time - b.time);
	const taken = due.slice(0, most).sort((a, b) => a.time - b.time);
	const [first, last] = [taken[0]?.time ?? 0, due[most - 1]?.time ?? 0];
	// Else each start of n8n would pass the same ones on again. Where one second has more than that, its others wait for the next round.
	if (delivered && due.length > most) memory.passedUntil = first === last ? last + 1 : last;
	for (const { id, one } of taken) {
		found.delete(id);
		open.set(id, { ...one, times: (one.times ?? 0) + 1, at: Date.now() });
	}
	return taken.map(({ one }) => one);
}

/**
 * Finds out which of the faxes that were passed on n8n has begun with. Those that are lost are new again.
 *
 * - Where this process executes, it knows. What it has not begun with for a quarter of an hour could not be stored, or waits
 *   for its turn; then it is passed on once more, and the execution that comes second ends empty.
 * - Where workers execute, nobody tells. What was passed on a quarter of an hour ago counts as begun with, but once for each
 *   process: it may be that its very first execution was lost. Where most faxes are delivered, each is passed on twice; and ever
 *   more seldom as long as workers may hold it back.
 */
export function takeBackLost({ memory, here, delivered }: Watch): void {
	const isTold = here.hasBegun || delivered !== undefined || !here.hasTakenBack;
	for (const [id, one] of memory.open) {
		const { times, at } = one;
		const hasBegun = here.hasBegunWith(listedNamesOf(one));
		if (!hasBegun && Math.abs(Date.now() - at) <= TAKES_UP_TO * 2 ** (times - 1)) continue;
		memory.open.delete(id);
		// A queue of executions may be longer than the pause: the same again and again would not help.
		const isAwaited =
			delivered && (here.hasBegun || (delivered.mayBeHeld(one) && startOf(one.fax) >= delivered.floor));
		const isGivenUp = !isAwaited && (!isTold || times > 1);
		if (hasBegun || isGivenUp) memory.finish(one);
		else {
			here.hasTakenBack = true;
			memory.found.set(id, { ...one, begun: 0 });
		}
	}
}
