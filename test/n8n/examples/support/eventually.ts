import { setTimeout as sleep } from 'node:timers/promises';
import type { N8n } from '../../../../harness/n8n';

const WAIT_LIMIT_MS = 60_000;
const POLL_MS = 50;

/** Asks until there is an answer; fails with the problem and n8n's log when there is none within a minute. */
export async function eventually<T>(
	n8n: N8n,
	problem: string,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + WAIT_LIMIT_MS;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			throw new Error(`${problem}. The end of n8n's log:\n${n8n.log.slice(-2_000)}`);
		}
		await sleep(POLL_MS);
	}
}
