import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/async/pause';
import { Slots } from '../../shared/async/slots';
import { confirmationPause } from '../../shared/store/confirmationPause';
import { nodeStoreOf } from '../../shared/store/nodeStore';
import { keyOf } from '../../shared/log';
import { LruMap } from '../../shared/values/lruMap';

/** How many entries n8n keeps for a node, before it drops the oldest ones. An item usually takes eight. */
const CAPACITY = 10_000;

/**
 * Shortest pause before an entry is checked again, in milliseconds. A process that read the store earlier overwrites the entry
 * within this time.
 */
const SHORTEST_PAUSE_MS = 10;

/** Limit of the pause in milliseconds, so that a slow store never delays a fax for long. */
const LONGEST_PAUSE_MS = 250;

const CONFIRMATIONS = 10;

/**
 * How many of the latest entries are written or removed again together with the next ones, because another process may have
 * undone that in between.
 */
const NAMED_AGAIN = 40;

/** How many times `removeForGood` removes an entry, in case another process writes it back. */
const REMOVALS = 4;

/** The state that all executions of a node in this process share. */
interface Row {
	/** Lets one call run at a time, because the store reads and then writes one value without a lock. */
	turns: Slots;
	/** The entries that were written most recently, oldest first. */
	lately: string[];
	/**
	 * The entries that were removed most recently. They're removed again with the next ones, because their fax was sent and
	 * no attempt needs them.
	 */
	removed: string[];
}

const rows = new LruMap<string, Row>(1_000);

/**
 * The entries of a node in n8n's store. Processes overwrite each other's entries, so each entry is checked again after it's
 * written.
 */
export class EntryStore {
	private readonly row: Row;

	constructor(private readonly context: IExecuteFunctions) {
		this.row = rows.getOrAdd(keyOf(context), () => ({ turns: new Slots(1), lately: [], removed: [] }));
	}

	/** Writes entries and makes sure that they stay. Returns the entries that were missing before. */
	async add(entries: string[]): Promise<string[]> {
		const startedAt = Date.now();
		const missing = await this.write(entries);
		const limits = { shortest: SHORTEST_PAUSE_MS, longest: LONGEST_PAUSE_MS };
		const wanted = confirmationPause(Date.now() - startedAt, limits);
		for (let round = 0; ; round++) {
			await pause(wanted * (0.75 + Math.random() / 2));
			if ((await this.record(entries)).length === 0) return missing;
			if (round === CONFIRMATIONS) throw new Error('other processes overwrite it');
		}
	}

	/**
	 * Writes entries without checking that they stay. Losing one of them costs at most a request to Fax.Plus. Returns the entries
	 * that were missing before.
	 */
	async write(entries: string[]): Promise<string[]> {
		const { row } = this;
		row.removed = row.removed.filter((name) => !entries.includes(name));
		const earlier = row.lately.filter((name) => !entries.includes(name));
		const missing = await this.record([...earlier, ...entries]);
		row.lately = [...earlier, ...entries].slice(-NAMED_AGAIN);
		return missing.filter((name) => entries.includes(name));
	}

	/** Removes entries. If another process writes them back, the next removal removes them again. */
	async remove(entries: string[]): Promise<void> {
		this.row.removed = [...this.row.removed, ...entries].slice(-NAMED_AGAIN);
		await this.takeOut(this.row.removed);
	}

	/**
	 * Removes entries several times, because there may be no later removal to repeat it. Later removals don't repeat them,
	 * so a retry in another process can write them again.
	 */
	async removeForGood(entries: string[]): Promise<void> {
		for (let removal = 0; removal < REMOVALS; removal++) {
			if (removal > 0) await pause(SHORTEST_PAUSE_MS * (1 + Math.random()) * removal);
			await this.takeOut(entries);
		}
	}

	/**
	 * Returns which of these entries the store has. Reading also writes the missing ones, so they're removed again. If n8n ends
	 * in between, they stay.
	 */
	async recorded(entries: string[]): Promise<ReadonlySet<string>> {
		const store = nodeStoreOf(this.context);
		return await this.row.turns.take(async () => {
			const missing = new Set(await store.record(entries));
			if (missing.size > 0) await store.remove([...missing]);
			return new Set(entries.filter((entry) => !missing.has(entry)));
		});
	}

	/**
	 * Resolves to true if n8n may have dropped the oldest entries. 90% of the capacity already counts as full, because entries
	 * may have been removed since then.
	 */
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
