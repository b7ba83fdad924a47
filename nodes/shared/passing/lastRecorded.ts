import { sleep } from 'n8n-workflow';

import { confirmationPause } from '../store/confirmationPause';
import type { Store } from './store';
import { unique } from './store';

/** Shortest pause before a recording is repeated, in milliseconds. A process that read the store earlier overwrites it in this time. */
const SHORTEST_PAUSE_MS = 30;

/** Limit of the pause in milliseconds, because later deliveries wait for it. */
const LONGEST_PAUSE_MS = 1000;

const CONFIRMATIONS = 5;

/** How many earlier items a recording repeats, because other processes may have overwritten them after they were confirmed. */
const NAMED_AGAIN = 20;

/**
 * How long an item is repeated, in milliseconds. After a longer idle time, a process would restore what the store has
 * dropped. An hour's entries would then wrongly show that nothing was dropped since.
 */
const NAMED_AGAIN_FOR = 3_600_000;

/** The entries of one item. */
export type Recorded = readonly string[];

/**
 * What this process recorded most recently, oldest first. The store has no lock, so these entries may be missing for a
 * moment.
 */
export class LastRecorded {
	private last: Array<{ entries: Recorded; at: number }> = [];

	get names(): string[] {
		const now = performance.now();
		return this.last.flatMap(({ entries, at }) => (now - at < NAMED_AGAIN_FOR ? entries : []));
	}

	/** Makes sure that recorded entries stay in the store. */
	async keep(recorded: Recorded[], store: Store): Promise<void> {
		if (recorded.length === 0) return;
		this.add(recorded);
		await this.confirm(store);
	}

	/** Adds entries that the next recordings repeat. */
	add(recorded: Recorded[]): void {
		const at = performance.now();
		const added = recorded.map((entries) => ({ entries, at }));
		this.last = [...this.last, ...added].slice(-NAMED_AGAIN - added.length);
	}

	/** Repeats the last recording, at most a few times, until nothing is missing after a long enough pause. */
	private async confirm(store: Store): Promise<void> {
		let pause = SHORTEST_PAUSE_MS;
		try {
			for (let round = 0; round < CONFIRMATIONS; round++) {
				await sleep(jittered(pause));
				const startedAt = performance.now();
				const missing = await store.record(unique(this.names));
				const limits = { shortest: SHORTEST_PAUSE_MS, longest: LONGEST_PAUSE_MS };
				const wanted = confirmationPause(performance.now() - startedAt, limits);
				if (missing.length === 0 && wanted <= pause) return;
				pause = Math.max(pause, wanted);
			}
		} catch (error) {
			// The decisions were already made, and the next recording repeats these entries.
			store.logUnconfirmed(error);
		}
	}
}

/** Returns between half and one and a half times the pause, so that processes don't keep in step. */
export function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}
