import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
const GROWTH = 1.3;
const WAIT_LIMIT = 300_000;

/**
 * Looks until something is found, less and less often: a look at n8n costs it as much as a small execution. Only the pauses
 * count towards the limit, so that neither looks that are slow nor clocks that a test moves end it.
 *
 * @param look gives undefined or false for nothing
 * @param problem what the error says when nothing is found in time
 */
export async function until<T>(
	look: () => Promise<T | undefined | false> | T | undefined | false,
	limitMs = WAIT_LIMIT,
	problem: () => string = () => `Waited in vain for: ${look.toString()}`,
): Promise<T> {
	let next = FIRST_PAUSE;
	for (let waited = 0; ; waited += next, next = Math.min(next * GROWTH, LONGEST_PAUSE)) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (waited > limitMs) throw new Error(problem());
		await pause(next);
	}
}
