import type { IExecuteFunctions } from 'n8n-workflow';

import type { Entries } from '../../../../nodes/shared/passing/fax';
import type * as recording from '../../../../nodes/shared/passing/recording';
import { pause } from '../../support/clock';
import { loadedAnew } from '../../support/process';

/** What happens to a call of the store: it fails before it has recorded anything, or afterwards, or never ends. */
export type Fault = 'out of order' | 'lost answer' | 'silence';

/** Milliseconds that reading, and then writing, take. */
type Time = () => number;

/**
 * n8n's de-duplication store of one node: one row, which every call reads and then writes as a whole, without a lock; the
 * first to write inserts it. The real one is used in real n8n processes.
 */
export class UnlockedStore {
	private static count = 0;

	readonly nodeId = `node ${++UnlockedStore.count}`;

	row: string[] | undefined;

	/** What each call named. */
	readonly calls: string[][] = [];

	/** Of the next calls, in order. */
	readonly faults: Array<Fault | undefined> = [];

	/** What n8n gives to nodes to ask it. */
	readonly helpers = {
		checkProcessedAndRecord: async (ids: string[], _scope: string, { maxEntries = Infinity }) => {
			const missing = await this.record(ids, maxEntries);
			return { new: missing, processed: ids.filter((id) => !missing.includes(id)) };
		},
		removeProcessed: async (ids: string[]) => {
			await this.remove(ids);
		},
		getProcessedDataCount: async () => await Promise.resolve(this.row?.length ?? 0),
	};

	constructor(private readonly time: Time = () => 1) {}

	private async record(ids: string[], capacity: number): Promise<string[]> {
		this.calls.push(ids);
		const fault = this.faults.shift();
		await pause(this.time());
		if (fault === 'silence') return await new Promise(() => undefined);
		if (fault === 'out of order') throw new Error('no such table: processed_data');
		const before = this.row;
		await pause(this.time());
		if (before === undefined && this.row !== undefined) {
			throw new Error('duplicate key value violates unique constraint "PK_processed_data"');
		}
		const missing = ids.filter((id) => !before?.includes(id));
		this.row = [...(before ?? []), ...missing].slice(-capacity);
		if (fault === 'lost answer') throw new Error('Connection terminated unexpectedly');
		return missing;
	}

	private async remove(ids: string[]): Promise<void> {
		await pause(this.time());
		const before = this.row;
		await pause(this.time());
		this.row = before?.filter((id) => !ids.includes(id));
	}
}

/** A process of n8n: a copy of the package's module of its own, and executions of one node that ask it. */
export class N8nProcess {
	/** Lines of level "error" in its log. */
	readonly errors: string[] = [];

	/**
	 * @param number which of three processes; the same one, given another store, is another node's
	 * @param capacity how many ids the store is to keep
	 */
	constructor(
		private readonly store: UnlockedStore,
		private readonly number: 0 | 1 | 2 = 0,
		private readonly capacity = 10_000,
	) {}

	/** Whether an item passes the trigger in an execution of its own. */
	async passes(entries: Entries | string): Promise<boolean> {
		const context = {
			getWorkflow: () => ({ id: 'workflow', name: 'Referrals' }),
			getNode: () => ({ id: this.store.nodeId, name: 'Fax', type: 'n8n-nodes-faxplus.faxPlusTrigger' }),
			logger: { error: (line: string) => this.errors.push(line), debug: () => undefined },
			helpers: this.store.helpers,
		} as unknown as IExecuteFunctions;
		const named = typeof entries === 'string' ? { delivery: entries, faxes: [] } : entries;
		const newAmong = modules[this.number];
		return (await newAmong(context, [{ json: {} }], () => named, this.capacity)).length === 1;
	}
}

const modules = [loadedAnewOne(), loadedAnewOne(), loadedAnewOne()] as const;

function loadedAnewOne(): typeof recording.newAmong {
	const path = '../../../../nodes/shared/passing/recording';
	return loadedAnew(() => jest.requireActual<typeof recording>(path).newAmong);
}

/** Numbers from 0 to 1 that look random, the same ones every time (Park and Miller). */
export function chancesFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}
