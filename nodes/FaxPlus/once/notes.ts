import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/async/pause';
import { Slots } from '../../shared/async/slots';
import { nodeStoreOf } from '../../shared/store/nodeStore';
import { keyOf } from '../../shared/log';
import { LruMap } from '../../shared/values/lruMap';

/** How many notes a node keeps, oldest out first: eight for an item, as a rule. */
const CAPACITY = 10_000;

/** Another process that has read the store before a note was written writes within this, in milliseconds. */
const SHORTEST_PAUSE_MS = 10;

/** The same, in times of a call: a store that is slow for one is so for all. */
const CALLS_TO_WAIT = 3;

/** A fax need not wait longer, however slow the store is. */
const LONGEST_PAUSE_MS = 250;

const CONFIRMATIONS = 10;

/** How many notes that were written or taken back are named again by the next call, in case that they were overwritten later. */
const NAMED_AGAIN = 40;

/** How often what has to be gone is taken back: another process may bring it back each time. */
const REMOVALS = 4;

/** What a process shares between all executions of a node. */
interface Row {
	/** The store reads and then writes one value, without a lock. */
	turns: Slots;
	/** The last notes, oldest first. */
	lately: string[];
	/** The last that were taken back because they had come true: nobody writes them again. */
	gone: string[];
}

const rows = new LruMap<string, Row>(1_000);

/** Notes in n8n's store, which outlive the execution. Processes overwrite each other's, so each is looked at again. */
export class Notes {
	private readonly row: Row;

	constructor(private readonly context: IExecuteFunctions) {
		this.row = rows.getOrAdd(keyOf(context), () => ({ turns: new Slots(1), lately: [], gone: [] }));
	}

	/** Writes notes, and makes sure that they stay; answers those that were not there. */
	async add(notes: string[]): Promise<string[]> {
		const begin = Date.now();
		const missing = await this.write(notes);
		const wanted = Math.max(SHORTEST_PAUSE_MS, CALLS_TO_WAIT * (Date.now() - begin));
		for (let round = 0; ; round++) {
			await pause(Math.min(wanted, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2));
			if ((await this.record(notes)).length === 0) return missing;
			if (round === CONFIRMATIONS) throw new Error('other processes overwrite it');
		}
	}

	/** Writes notes without making sure of it, for those that only spare a question; answers those that were not there. */
	async write(notes: string[]): Promise<string[]> {
		const { row } = this;
		row.gone = row.gone.filter((name) => !notes.includes(name));
		const earlier = row.lately.filter((name) => !notes.includes(name));
		const missing = await this.record([...earlier, ...notes]);
		row.lately = [...earlier, ...notes].slice(-NAMED_AGAIN);
		return missing.filter((name) => notes.includes(name));
	}

	/** Takes notes back. Where another process overwrites that, they are there again until this one takes back the next. */
	async remove(notes: string[]): Promise<void> {
		this.row.gone = [...this.row.gone, ...notes].slice(-NAMED_AGAIN);
		await this.takeOut(this.row.gone);
	}

	/** The same for notes after which no other may come, and which a retry in another process may write again later. */
	async removeForGood(notes: string[]): Promise<void> {
		for (let removal = 0; removal < REMOVALS; removal++) {
			if (removal > 0) await pause(SHORTEST_PAUSE_MS * (1 + Math.random()) * removal);
			await this.takeOut(notes);
		}
	}

	/** Which notes are there. If n8n ends amid the question, all are from then on: none may be asked for that would do harm. */
	async known(notes: string[]): Promise<ReadonlySet<string>> {
		const store = nodeStoreOf(this.context);
		return await this.row.turns.take(async () => {
			const missing = new Set(await store.record(notes));
			if (missing.size > 0) await store.remove([...missing]);
			return new Set(notes.filter((note) => !missing.has(note)));
		});
	}

	/** Whether the oldest notes may be gone already. Of a full store some have been taken back. */
	async isFull(): Promise<boolean> {
		return (await nodeStoreOf(this.context).count()) > CAPACITY * 0.9;
	}

	private async takeOut(notes: string[]): Promise<void> {
		const { row } = this;
		row.lately = row.lately.filter((name) => !notes.includes(name));
		await row.turns.take(async () => {
			await nodeStoreOf(this.context).remove(notes);
		});
	}

	private async record(names: string[]): Promise<string[]> {
		const store = nodeStoreOf(this.context, CAPACITY);
		return await this.row.turns.take(async () => await store.record(names));
	}
}
