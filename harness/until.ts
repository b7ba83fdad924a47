import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks until there is an answer.
 *
 * @throws Error that says what the problem is, when there is none in time
 */
export async function until<T>(
	ask: () => T | undefined | Promise<T | undefined>,
	problem: () => string,
	limitMs = 60_000,
): Promise<T> {
	const deadline = Date.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(problem());
		await sleep(POLL_MS);
	}
}
