import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keyOf } from './log';
import { LruMap } from '../values/lruMap';
import type { Store } from './store';
import { storeOf } from './store';

/** From one recording to the next decision: time for other processes to record again what this one has overwritten. */
const DISTANCE_MS = 100;

const CONFIRMATION_PAUSE_MS = 30;
const CONFIRMATIONS = 5;

/** The most deliveries that are decided about together; the store may be set to hold no more than a hundred. */
const GROUP = 40;

/** How many earlier ids a recording names again, as they may have been overwritten after their confirmation. */
const NAMED_AGAIN = 20;

/** A delivery that an execution asks about. */
interface Candidate {
	id: string;
	store: Store;
	decide: (isNew: boolean) => void;
}

/** For each node; what one remembers that has been idle for long is in the store. */
const deduplications = new LruMap<string, Deduplication>(1_000);

/**
 * Passes on the items that n8n's de-duplication store does not know yet, and records them there
 * (docs/api.md, "Repeated deliveries").
 *
 * @param context of an execution that a trigger has started
 * @param idOf tells items apart; what has no id that is text passes
 * @param capacity how many ids the store keeps, oldest out first; 100 at least
 * @returns the items to go on with; all of them when the store cannot be asked: twice is better than never
 */
export async function dedupe(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	idOf: (item: INodeExecutionData) => unknown,
	capacity: number,
): Promise<INodeExecutionData[]> {
	const passes = await Promise.all(
		items.map(async (item) => {
			const id = idOf(item);
			return typeof id !== 'string' || (await isFirst(context, id, capacity));
		}),
	);
	return items.filter((_item, index) => passes[index]);
}

/** Whether the store of a node does not know an id yet; it does from then on. The parameters are those of `dedupe`. */
export async function isFirst(context: IExecuteFunctions, id: string, capacity: number): Promise<boolean> {
	const deduplication = deduplications.getOrAdd(keyOf(context), () => new Deduplication());
	return await deduplication.isNew(id, storeOf(context, capacity));
}

/**
 * Decides about the deliveries of one node in this process.
 *
 * The store reads and then writes one value, without a lock, so processes overwrite each other's recordings. One rule
 * answers that: decide about all that wait with one recording, repeat the recording until nothing was missing, and keep
 * a distance from the next decision. What one process has lost is then most likely back before another one decides.
 */
class Deduplication {
	private readonly waiting: Candidate[] = [];

	/** What this process recorded last, oldest first. The store may have lost it for the moment. */
	private lastIds: string[] = [];

	private lastRecording = 0;
	private isDeciding = false;

	async isNew(id: string, store: Store): Promise<boolean> {
		return await new Promise((decide) => {
			this.waiting.push({ id, store, decide });
			if (!this.isDeciding) void this.decideAll();
		});
	}

	private async decideAll(): Promise<void> {
		this.isDeciding = true;
		try {
			while (this.waiting.length > 0) {
				const pause = this.lastRecording + jittered(DISTANCE_MS) - Date.now();
				if (pause > 0) await sleep(pause);
				const group = this.takeGroup();
				const [first] = group.values();
				if (first) await this.decideGroup(group, first.store);
			}
		} finally {
			this.isDeciding = false;
		}
	}

	/** The deliveries that wait, oldest first, without copies of one another and of the last ones. */
	private takeGroup(): Map<string, Candidate> {
		const group = new Map<string, Candidate>();
		for (const candidate of this.waiting.splice(0, GROUP)) {
			const isCopy = group.has(candidate.id) || this.lastIds.includes(candidate.id);
			if (isCopy) candidate.decide(false);
			else group.set(candidate.id, candidate);
		}
		return group;
	}

	private async decideGroup(group: Map<string, Candidate>, store: Store): Promise<void> {
		const ids = [...group.keys()];
		const newIds = await this.record(ids, store).catch((error: unknown) => {
			store.logUnchecked(ids, error);
			return undefined;
		});
		for (const [id, { decide }] of group) decide(newIds?.includes(id) ?? true);
		if (newIds !== undefined && newIds.length > 0) {
			this.lastIds = [...this.lastIds, ...newIds].slice(-NAMED_AGAIN - newIds.length);
			await this.confirm(store);
		}
		this.lastRecording = Date.now();
	}

	/**
	 * Records ids; answers those that are new. Tries twice, because the first recordings of two processes can collide.
	 * After any other error the first attempt may have recorded the ids all the same: then all count as new.
	 */
	private async record(ids: string[], store: Store): Promise<string[]> {
		const all = [...this.lastIds, ...ids];
		try {
			const missing = await store.record(all);
			return ids.filter((id) => missing.includes(id));
		} catch (error) {
			const missing = await store.record(all);
			if (isCollision(error)) return ids.filter((id) => missing.includes(id));
			const unclear = ids.filter((id) => !missing.includes(id));
			store.logUnchecked(unclear, error);
			return ids;
		}
	}

	/** Repeats the last recording until nothing was missing, a few times at most. */
	private async confirm(store: Store): Promise<void> {
		try {
			for (let round = 0; round < CONFIRMATIONS; round++) {
				await sleep(jittered(CONFIRMATION_PAUSE_MS));
				const missing = await store.record(this.lastIds);
				if (missing.length === 0) return;
			}
		} catch (error) {
			// The decisions are made, and the next recording names the same ids again.
			store.logUnconfirmed(error);
		}
	}
}

/** A pause between half and one and a half times as long, so that processes do not keep in step. */
function jittered(milliseconds: number): number {
	return milliseconds * (0.5 + Math.random());
}

/** Whether another process was first to insert the row: PostgreSQL and SQLite both say "unique constraint". */
function isCollision(error: unknown): boolean {
	return /unique constraint/i.test(String(error));
}
