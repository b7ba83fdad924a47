import { setTimeout as pause } from 'node:timers/promises';

const WAIT_LIMIT_MS = 60_000;

/** Waits until something is there; fails when it is not within a minute. */
export async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
	const deadline = Date.now() + WAIT_LIMIT_MS;
	for (;;) {
		const found = await find();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`Waited in vain for: ${find.toString()}`);
		await pause(50);
	}
}
