import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 2_000;
const TRIES = 300;

/** The time since a run began. Waiting ends early if the run is stopped. */
export class Clock {
	readonly begunAt = Date.now();

	constructor(private readonly signal: AbortSignal) {}

	get isStopped(): boolean {
		return this.signal.aborted;
	}

	/** Milliseconds since the run began. */
	get now(): number {
		return Date.now() - this.begunAt;
	}

	/** Waits until this many milliseconds since the run began. Returns false if the run is stopped before that. */
	async until(at: number): Promise<boolean> {
		const milliseconds = Math.max(0, at - this.now);
		return await pause(milliseconds, true, { signal: this.signal }).catch(() => false);
	}

	/** Handles events one after the other, each at its time. Ends if the run is stopped. */
	async each<T extends { at: number }>(events: readonly T[], work: (event: T) => unknown): Promise<void> {
		for (const event of events) {
			if (!(await this.until(event.at))) return;
			await work(event);
		}
	}
}

/**
 * Tries something until it succeeds, because n8n may be down.
 *
 * @throws the last error if no attempt in about ten minutes succeeds
 */
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
