import { sleep } from 'n8n-workflow';

import type { Store } from './store';
import { unique } from './store';

const CONFIRMATION_PAUSE_MS = 30;
const CONFIRMATIONS = 5;

/** How many earlier ones a recording names again, as they may have been overwritten after their confirmation. */
const NAMED_AGAIN = 20;

/**
 * For how long it does, in milliseconds. A process that rests longer would bring back what the store has dropped: the entries of an
 * hour would then say that nothing was dropped since.
 */
const NAMED_AGAIN_FOR = 3_600_000;

/** The entries of one item. */
export type Recorded = readonly string[];

/** What this process has recorded last, oldest first. The store, which has no lock, may have lost it for the moment. */
export class LastRecorded {
	private last: Array<{ entries: Recorded; at: number }> = [];

	get names(): string[] {
		const now = performance.now();
		return this.last.flatMap(({ entries, at }) => (now - at < NAMED_AGAIN_FOR ? entries : []));
	}

	/** Sees to it that what was recorded stays. */
	async keep(recorded: Recorded[], store: Store): Promise<void> {
		if (recorded.length === 0) return;
		this.add(recorded);
		await this.confirm(store);
	}

	/** Lets the next recordings name something. */
	add(recorded: Recorded[]): void {
		const at = performance.now();
		const added = recorded.map((entries) => ({ entries, at }));
		this.last = [...this.last, ...added].slice(-NAMED_AGAIN - added.length);
	}

	/** Repeats the last recording until nothing was missing, a few times at most. */
	private async confirm(store: Store): Promise<void> {
		try {
			for (let round = 0; round < CONFIRMATIONS; round++) {
				await sleep(jittered(CONFIRMATION_PAUSE_MS));
				const missing = await store.record(unique(this.names));
				if (missing.length === 0) return;
			}
		} catch (error) {
			// The decisions are made, and the next recording names the same ones again.
			store.logUnconfirmed(error);
		}
	}
}

/** A pause between half and one and a half times as long, so that processes do not keep in step. */
export function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}
