import { listedNamesOf } from '../faxes/faxNames';
import type { FoundFax } from '../faxes/faxEvents';
import { latestTimeOf, startOf } from '../faxes/faxEvents';
import type { Watch } from './task';

/**
 * Time after which n8n has either begun to process a fax that was handed over or has lost it, in milliseconds. It doubles each
 * time the fax is handed over again.
 */
const TAKES_UP_TO = 15 * 60_000;

/**
 * Takes the faxes that are handed over now: the oldest new ones, up to a maximum number. While a read is unfinished, it's
 * unknown which of its faxes are the oldest, so those wait.
 *
 * @returns the faxes that are wanted, oldest first
 */
export function takeNew({ memory, delivered, most }: Watch): FoundFax[] {
	const { open, found, unfinishedReads } = memory;
	const isNew = (one: FoundFax): boolean => memory.isWanted(one) && !delivered?.isDone(one);
	// If an execution has begun to process a fax in between, that fax must not take another one's place.
	for (const [id, one] of found) {
		if (isNew(one)) continue;
		found.delete(id);
		memory.finish(one);
	}
	const isOfBefore = (one: { time: number }): number => Number(one.time < memory.passedUntil);
	const due = [...found]
		.filter(([, { category, begun }]) => unfinishedReads[category]?.begun !== begun)
		// Lists start with the newest fax, even within a second.
		.reverse()
		.map(([id, one]) => ({ id, one, time: latestTimeOf(one.fax) }))
		.sort((a, b) => isOfBefore(a) - isOfBefore(b) || a.time - b.time);
	const taken = due.slice(0, most).sort((a, b) => a.time - b.time);
	const [first, last] = [taken[0]?.time ?? 0, due[most - 1]?.time ?? 0];
	// Otherwise, each start of n8n would hand over the same faxes again. If one second has more faxes than that, the rest
	// wait for the next round.
	if (delivered && due.length > most) memory.passedUntil = first === last ? last + 1 : last;
	for (const { id, one } of taken) {
		found.delete(id);
		open.set(id, { ...one, times: (one.times ?? 0) + 1, at: Date.now() });
	}
	return taken.map(({ one }) => one);
}

/**
 * Finds out which of the handed-over faxes n8n has begun to process. Those that are lost count as new again.
 *
 * - If this process executes workflows, it knows. If it hasn't begun to process a fax after 15 minutes, the execution
 * couldn't be stored, or waits for its turn. Then the fax is handed over once more, and the second execution ends empty. With
 * deliveries, it's handed over ever more rarely until an execution has begun to process it.
 *
 * - If workers execute workflows, this process doesn't know. After 15 minutes, it assumes that n8n has begun to process a
 * fax. It hands faxes over again only once, because the very first execution may have been lost. With deliveries, it hands
 * over each fax twice, and ever more rarely as long as workers may hold it back.
 */
export function takeBackLost({ memory, here, delivered }: Watch): void {
	const isCertain = here.hasBegun || delivered !== undefined || !here.hasTakenBack;
	for (const [id, one] of memory.open) {
		const { times, at } = one;
		const hasBegun = here.hasBegunWith(listedNamesOf(one));
		if (!hasBegun && Math.abs(Date.now() - at) <= TAKES_UP_TO * 2 ** (times - 1)) continue;
		memory.open.delete(id);
		// A queue of executions may be longer than the pause, so handing over the same faxes again and again wouldn't help.
		const isAwaited =
			delivered && (here.hasBegun || (delivered.mayBeHeld(one) && startOf(one.fax) >= delivered.floor));
		const isGivenUp = !isAwaited && (!isCertain || times > 1);
		if (hasBegun || isGivenUp) memory.finish(one);
		else {
			here.hasTakenBack = true;
			memory.found.set(id, { ...one, begun: 0 });
		}
	}
}
