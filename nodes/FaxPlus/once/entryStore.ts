import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/async/pause';
import { Slots } from '../../shared/async/slots';
import { nodeStoreOf } from '../../shared/store/nodeStore';
import { keyOf } from '../../shared/log';
import { LruMap } from '../../shared/values/lruMap';

/** How many entries n8n keeps of a node; it drops the oldest. An item takes eight, as a rule. */
const CAPACITY = 10_000;

/** Another process that read the store before an entry was written, and so overwrites it, does so within this, in milliseconds. */
const SHORTEST_PAUSE_MS = 10;

/** How many durations of a call the pause lasts at least, because a store that is slow for one process is slow for all. */
const CALLS_TO_WAIT = 3;

/** A fax need not wait longer, however slow the store is. */
const LONGEST_PAUSE_MS = 250;

const CONFIRMATIONS = 10;

/** How many of the last entries are written or removed once more with the next, because another process may have overwritten them later. */
const NAMED_AGAIN = 40;

/** How often an entry is removed that must not come back, because another process may write it back each time. */
const REMOVALS = 4;

/** All executions of a node in this process share this. */
interface Row {
	/** The store reads and then writes one value, without a lock. */
	turns: Slots;
	/** The entries that were written last, oldest first. */
	lately: string[];
	/** The entries that were removed last because their fax had gone out; nobody writes them again. */
	gone: string[];
}

const rows = new LruMap<string, Row>(1_000);

/** The entries of a node in n8n's store. Processes overwrite each other's, so each entry is looked for again once it is written. */
export class EntryStore {
	private readonly row: Row;

	constructor(private readonly context: IExecuteFunctions) {
		this.row = rows.getOrAdd(keyOf(context), () => ({ turns: new Slots(1), lately: [], gone: [] }));
	}

	/** Writes entries, and makes sure that they stay. Returns those that were not there before. */
	async add(entries: string[]): Promise<string[]> {
		const startedAt = Date.now();
		const missing = await this.write(entries);
		const wanted = Math.max(SHORTEST_PAUSE_MS, CALLS_TO_WAIT * (Date.now() - startedAt));
		for (let round = 0; ; round++) {
			await pause(Math.min(wanted, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2));
			if ((await this.record(entries)).length === 0) return missing;
			if (round === CONFIRMATIONS) throw new Error('other processes overwrite it');
		}
	}

	/** Writes entries without making sure, where losing one costs no more than a look at the service. Returns those that were not there. */
	async write(entries: string[]): Promise<string[]> {
		const { row } = this;
		row.gone = row.gone.filter((name) => !entries.includes(name));
		const earlier = row.lately.filter((name) => !entries.includes(name));
		const missing = await this.record([...earlier, ...entries]);
		row.lately = [...earlier, ...entries].slice(-NAMED_AGAIN);
		return missing.filter((name) => entries.includes(name));
	}

	/** Removes entries. Another process may write them back; then the next removal takes them out. */
	async remove(entries: string[]): Promise<void> {
		this.row.gone = [...this.row.gone, ...entries].slice(-NAMED_AGAIN);
		await this.takeOut(this.row.gone);
	}

	/** Removes entries several times over, because no later removal may follow, and without keeping a retry elsewhere from writing them. */
	async removeForGood(entries: string[]): Promise<void> {
		for (let removal = 0; removal < REMOVALS; removal++) {
			if (removal > 0) await pause(SHORTEST_PAUSE_MS * (1 + Math.random()) * removal);
			await this.takeOut(entries);
		}
	}

	/** The entries among these that are there. n8n's store writes what it's asked for, so it's removed again. If n8n ends in between, it stays. */
	async recorded(entries: string[]): Promise<ReadonlySet<string>> {
		const store = nodeStoreOf(this.context);
		return await this.row.turns.take(async () => {
			const missing = new Set(await store.record(entries));
			if (missing.size > 0) await store.remove([...missing]);
			return new Set(entries.filter((entry) => !missing.has(entry)));
		});
	}

	/** Resolves to true if n8n may have dropped the oldest entries. A full store holds less than its capacity, because some were removed. */
	async isFull(): Promise<boolean> {
		return (await nodeStoreOf(this.context).count()) > CAPACITY * 0.9;
	}

	private async takeOut(entries: string[]): Promise<void> {
		const { row } = this;
		row.lately = row.lately.filter((name) => !entries.includes(name));
		await row.turns.take(async () => {
			await nodeStoreOf(this.context).remove(entries);
		});
	}

	private async record(names: string[]): Promise<string[]> {
		const store = nodeStoreOf(this.context, CAPACITY);
		return await this.row.turns.take(async () => await store.record(names));
	}
}
