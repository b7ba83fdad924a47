import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_LIMIT_MS = 60_000;
const POLL_MS = 50;

/**
 * Asks until there is an answer.
 *
 * @param program whose log may say why there is none: an n8n, or a terminal
 * @throws Error with the problem and the end of the log when there is none within a minute
 */
export async function eventually<T>(
	program: { readonly log: string },
	problem: string,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + WAIT_LIMIT_MS;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			throw new Error(`${problem}. The end of the log:\n${program.log.slice(-2_000)}`);
		}
		await sleep(POLL_MS);
	}
}
