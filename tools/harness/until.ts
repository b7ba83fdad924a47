import { promisify } from 'node:util';

/** Pauses between two checks, in milliseconds. */
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 500;
const GROWTH = 1.5;
const WAIT_LIMIT = 300_000;

/** Taken once, so that waiting takes real time even if a test has replaced this process's timers. */
const pause = promisify(setTimeout);

/**
 * Checks repeatedly until something is found. The pauses get longer, because each check costs n8n as much as a small
 * execution.
 *
 * The limit applies to the sum of all pauses, so slow checks and clocks that a test changes don't matter.
 *
 * @param check returns undefined or false if nothing is found
 * @param problem returns the message of the error if nothing is found in time
 */
export async function until<T>(
	check: () => Promise<T | undefined | false> | T | undefined | false,
	limitMs = WAIT_LIMIT,
	problem: () => string = () => `Waited in vain for: ${check.toString()}`,
): Promise<T> {
	let next = FIRST_PAUSE;
	for (let waited = 0; ; waited += next, next = Math.min(next * GROWTH, LONGEST_PAUSE)) {
		const found = await check();
		if (found !== undefined && found !== false) return found;
		if (waited > limitMs) throw new Error(problem());
		await pause(next);
	}
}
