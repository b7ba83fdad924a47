import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;
const GROWTH = 1.3;
const WAIT_LIMIT = 300_000;

/**
 * Looks until something is found, less and less often: a look at n8n costs it as much as a small execution.
 *
 * @param problem what the error says when nothing is found in time
 */
export async function until<T>(
	look: () => Promise<T | undefined> | T | undefined,
	limitMs = WAIT_LIMIT,
	problem: () => string = () => `Waited in vain for: ${look.toString()}`,
): Promise<T> {
	const deadline = Date.now() + limitMs;
	for (let next = FIRST_PAUSE; ; next = Math.min(next * GROWTH, LONGEST_PAUSE)) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(problem());
		await pause(next);
	}
}
