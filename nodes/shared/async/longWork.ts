import { sleep } from 'n8n-workflow';

/** Longest time that n8n may be blocked, in milliseconds. */
const LONGEST_STRETCH_MS = 20;

/** Work on many items that never waits for anything, so it has to pause now and then to let n8n do other work. */
export class LongWork {
	private since = performance.now();
	private giving: Promise<void> | undefined;

	/**
	 * Lets n8n do other work, if this work has run for long enough. Several items at once share one pause, because timers
	 * that are due together run without anything else in between.
	 */
	async giveWay(): Promise<void> {
		if (performance.now() - this.since >= LONGEST_STRETCH_MS) await (this.giving ??= this.pause());
	}

	private async pause(): Promise<void> {
		await sleep(0);
		this.since = performance.now();
		this.giving = undefined;
	}
}
