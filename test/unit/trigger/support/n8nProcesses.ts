import type { IExecuteFunctions } from 'n8n-workflow';

import type { Entries } from '../../../../nodes/shared/passing/fax';
import type * as recording from '../../../../nodes/shared/passing/recording';
import { pause } from '../../support/clock';
import { logTo } from '../../support/context';
import { reloaded } from '../../support/process';

/** How a store call fails: before it has recorded anything, after that, or by hanging. */
export type Fault = 'out of order' | 'lost answer' | 'silence';

/** Returns the milliseconds that a read or a write takes. */
type Time = () => number;

/**
 * Simulates n8n's de-duplication store for one node. The store is one row, which each call reads and then writes as a
 * whole, without a lock. The first writer inserts the row. The real store is used in tests with real n8n processes.
 */
export class UnlockedStore {
	private static count = 0;

	readonly nodeId = `node ${++UnlockedStore.count}`;

	row: string[] | undefined;

	/** The ids in each call. */
	readonly calls: string[][] = [];

	/** Faults of the next calls, in order. */
	readonly faults: Array<Fault | undefined> = [];

	/** Helpers of n8n through which nodes use the store. */
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

/** A simulated process of n8n. It has its own copy of the package's module, and runs executions of one node. */
export class N8nProcess {
	/** Lines of level "error" in the log. */
	readonly errors: string[] = [];

	/**
	 * @param number which of the three processes this is. With another store, it runs another node
	 * @param capacity largest number of ids in the store
	 */
	constructor(
		private readonly store: UnlockedStore,
		private readonly number: 0 | 1 | 2 = 0,
		private readonly capacity = 10_000,
	) {}

	/** Returns whether an item starts the workflow, if it has its own execution. */
	async passes(entries: Entries | string): Promise<boolean> {
		const context = {
			getWorkflow: () => ({ id: 'workflow', name: 'Referrals' }),
			getNode: () => ({ id: this.store.nodeId, name: 'Fax', type: 'n8n-nodes-faxplus.faxPlusTrigger' }),
			logger: { ...logTo(), error: (line: string) => this.errors.push(line) },
			helpers: this.store.helpers,
		} as unknown as IExecuteFunctions;
		const named = typeof entries === 'string' ? { delivery: entries, faxes: [] } : entries;
		const newAmong = modules[this.number];
		return (await newAmong(context, [{ json: {} }], () => named, this.capacity)).length === 1;
	}
}

const modules = [reloadedProcess(), reloadedProcess(), reloadedProcess()] as const;

function reloadedProcess(): typeof recording.newAmong {
	const path = '../../../../nodes/shared/passing/recording';
	return reloaded(() => jest.requireActual<typeof recording>(path).newAmong);
}

/** Returns a function that returns pseudorandom numbers between 0 and 1, which depend only on the seed (Park and Miller). */
export function chancesFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}
