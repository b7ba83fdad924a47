import { sleep } from 'n8n-workflow';

/** How long n8n may be held up at a stretch, in milliseconds. */
const LONGEST_STRETCH_MS = 20;

/** Work on many items that waits for nothing itself, so that it has to let n8n get on with everything else. */
export class LongWork {
	private since = performance.now();

	/** Lets n8n do what is due, if this work has gone on for long enough. */
	async giveWay(): Promise<void> {
		if (performance.now() - this.since < LONGEST_STRETCH_MS) return;
		await sleep(0);
		this.since = performance.now();
	}
}
