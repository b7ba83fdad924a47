import type { IExecuteFunctions } from 'n8n-workflow';

import { rethrow } from '../http/rethrow';

/**
 * Time limit of a call, in milliseconds. A slower store is treated as one that fails, because everything after it has to wait.
 */
const STORE_LIMIT_MS = 30_000;

/** n8n's de-duplication store for one node, as an execution accesses it. It keeps hashes, and drops the oldest first. */
export interface NodeStore {
	/** Records IDs, and returns those that were missing. */
	record: (ids: string[]) => Promise<string[]>;
	/** Removes IDs. */
	remove: (ids: string[]) => Promise<void>;
	/** Returns the number of IDs in the store. */
	count: () => Promise<number>;
}

/**
 * Returns the store of the node that an execution runs. Renaming the node doesn't affect it.
 *
 * @param capacity number of IDs that it keeps. Without it, a recording drops nothing
 */
export function nodeStoreOf({ helpers }: IExecuteFunctions, capacity?: number): NodeStore {
	const options = { mode: 'entries', ...(capacity === undefined ? {} : { maxEntries: capacity }) } as const;
	const record = async (ids: string[]): Promise<string[]> =>
		(await withinLimit(helpers.checkProcessedAndRecord(ids, 'node', options))).new as string[];
	return {
		record: async (ids) =>
			await record(ids).catch(async (error: unknown) =>
				isCollision(error) ? await record(ids) : rethrow(error),
			),
		remove: async (ids) => {
			await withinLimit(helpers.removeProcessed(ids, 'node', options));
		},
		count: async () => await withinLimit(helpers.getProcessedDataCount('node', options)),
	};
}

/** Whether another process was the first to insert the node's row. PostgreSQL and SQLite both report a "unique constraint". */
function isCollision(error: unknown): boolean {
	return /unique constraint/i.test(String(error));
}

async function withinLimit<T>(call: Promise<T>): Promise<T> {
	const limit = AbortSignal.timeout(STORE_LIMIT_MS);
	const late = new Promise<never>((_resolve, reject) => {
		limit.addEventListener('abort', () => {
			reject(new Error("it didn't respond in time"));
		});
	});
	return await Promise.race([call, late]);
}
