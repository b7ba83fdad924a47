import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;
const POLL_MS = 200;

/** Asks until there is an answer; fails when there is none within a minute. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + LIMIT_MS;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Nothing came within a minute: ${String(ask)}`);
		await sleep(POLL_MS);
	}
}
