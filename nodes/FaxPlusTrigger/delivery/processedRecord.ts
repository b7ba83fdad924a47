import { sleep } from 'n8n-workflow';

/** How many ids each recording names again beside the new ones. */
const ECHOES = 20;
const REPETITIONS = 5;

/** A recording that takes longer than this, in milliseconds, is slow because much is remembered. */
const SLOW = 30;
const LONGEST_GATHERING = 60;

/** How long this process counts as sharing the store with others after it has lost an id to one of them. */
const CONTENDED_FOR = 600_000;
export const CONFIRMATION_PAUSE = 30;
const SPACING = 100;

/** The most deliveries that one recording takes together; the store may be set to hold no more than a hundred. */
export const GROUP = 50;

/** n8n's de-duplication store of one node, as an execution reaches it. */
export interface Store {
	/** How many ids it keeps, oldest out first. */
	capacity: number;
	/** Records ids; answers those that were missing. */
	record: (ids: string[]) => Promise<string[]>;
	/** Notes in n8n's log that deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (ids: string[], error: unknown) => void;
	/** Notes there, for whoever looks closely, that ids could not be recorded once more. */
	logUnrepeated: (error: unknown) => void;
}

/**
 * What this process has recorded in a store that other processes overwrite: it reads and then writes one value for a
 * node, without a lock. So every recording names the last ids of this process again, and can be repeated until nothing
 * was missing. Recordings of one node must not overlap in this process.
 */
export class ProcessedRecord {
	/** The last ids that this process recorded, oldest first. */
	private lastIds: string[] = [];

	/** How long the last recording took, in milliseconds. */
	private duration = 0;

	/** In Unix milliseconds; so is the next one. */
	private endedAt = 0;

	private overwrittenAt = 0;

	/** Counts recordings of something new, so that a repetition knows whether a later one has made it needless. */
	count = 0;

	/** Whether this process has recorded an id lately. The store may have forgotten it for the moment. */
	has(id: string): boolean {
		return this.lastIds.includes(id);
	}

	/** Whether other processes record for the same node at the same time, as workers of queue mode do. */
	get isContended(): boolean {
		return Date.now() - this.overwrittenAt < CONTENDED_FOR;
	}

	/** Waits while it pays that more deliveries share the next recording, or others need time for theirs. */
	async gather(): Promise<void> {
		const slowness = this.duration > SLOW ? Math.min(this.duration, LONGEST_GATHERING) : 0;
		const spacing = this.endedAt + jittered(SPACING) - Date.now();
		const pause = this.isContended ? spacing : slowness;
		if (pause > 0) await sleep(pause);
	}

	/**
	 * Records ids; answers those of them that are new.
	 *
	 * @param ids at most `GROUP`
	 * @throws what the store throws
	 */
	async add(ids: string[], store: Store): Promise<string[]> {
		const begun = Date.now();
		const missing = await this.record(ids, store);
		this.endedAt = Date.now();
		this.duration = this.endedAt - begun;
		const newIds = ids.filter((id) => missing.includes(id));
		if (newIds.length > 0) {
			// What was missing now may be overwritten once more. A recording names no more than the store holds.
			const kept = Math.min(Math.max(ECHOES, missing.length), store.capacity - GROUP);
			this.lastIds = [...this.lastIds, ...newIds].slice(-kept);
			this.count += 1;
		}
		return newIds;
	}

	/** Records the last ids again until nothing was missing, a few times at most. */
	async confirm(store: Store): Promise<void> {
		for (let round = 0; round < REPETITIONS; round++) {
			const missing = await this.record([], store);
			this.endedAt = Date.now();
			if (missing.length === 0) return;
			await sleep(jittered(CONFIRMATION_PAUSE));
		}
	}

	/**
	 * Records the last ids again, and new ones; answers those that were not there, and notes when last ids were among
	 * them. Tries twice, because two processes' first recordings can collide. When the first attempt failed in any other
	 * way, it may have recorded the ids all the same; then all count as missing, but nobody knows whether they were.
	 */
	private async record(newIds: string[], store: Store): Promise<string[]> {
		const ids = [...this.lastIds, ...newIds];
		try {
			return this.noteOverwriting(await store.record(ids));
		} catch (error) {
			const missing = await store.record(ids);
			if (isCollision(error)) return this.noteOverwriting(missing);
			const unclear = newIds.filter((id) => !missing.includes(id));
			store.logUnchecked(unclear, error);
			return ids;
		}
	}

	private noteOverwriting(missing: string[]): string[] {
		if (this.lastIds.some((id) => missing.includes(id))) this.overwrittenAt = Date.now();
		return missing;
	}
}

/** A pause between half and one and a half times as long, so that processes do not keep in step. */
export function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}

/** Whether another process was first to insert the row: PostgreSQL and SQLite both say "unique constraint". */
function isCollision(error: unknown): boolean {
	return /unique constraint/i.test(String(error));
}
