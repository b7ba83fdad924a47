import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 2_000;
const TRIES = 300;

/** The time since a run began; it ends early when the run is stopped. */
export class Clock {
	readonly begunAt = Date.now();

	constructor(private readonly signal: AbortSignal) {}

	get isStopped(): boolean {
		return this.signal.aborted;
	}

	/** Milliseconds since the beginning. */
	get now(): number {
		return Date.now() - this.begunAt;
	}

	/** Waits until a time has come; false when the run was stopped before. */
	async until(at: number): Promise<boolean> {
		const milliseconds = Math.max(0, at - this.now);
		return await pause(milliseconds, true, { signal: this.signal }).catch(() => false);
	}

	/** Does something at each of these times, one after the other; ends when the run is stopped. */
	async each<T extends { at: number }>(events: readonly T[], work: (event: T) => unknown): Promise<void> {
		for (const event of events) {
			if (!(await this.until(event.at))) return;
			await work(event);
		}
	}
}

/** Tries something until it succeeds, as n8n may be down; throws what went wrong at last when it never does. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (tries === TRIES) throw error;
			await pause(AGAIN_MS);
		}
	}
}
