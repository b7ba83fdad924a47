import type { IExecuteFunctions } from 'n8n-workflow';

import { log } from './log';

/** A store that takes longer is as good as one that fails: all deliveries that come after wait behind it. */
const STORE_LIMIT_MS = 30_000;

/** n8n's de-duplication store of one node, as an execution reaches it. */
export interface Store {
	/** Records ids; answers those that were missing. */
	record: (ids: string[]) => Promise<string[]>;
	/** Tells n8n's log that deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (ids: string[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

/**
 * The store of the node that an execution runs.
 *
 * @param capacity how many ids it keeps, oldest out first
 */
export function storeOf(context: IExecuteFunctions, capacity: number): Store {
	return {
		record: async (ids) => {
			const options = { mode: 'entries', maxEntries: capacity } as const;
			const recording = context.helpers.checkProcessedAndRecord(ids, 'node', options);
			return (await withinLimit(recording)).new as string[];
		},
		logUnconfirmed: (error) => {
			log(context, 'debug', `confirming the last recordings failed: ${String(error)}`);
		},
		logUnchecked: (ids, error) => {
			const problem = 'the store of processed deliveries failed, so delivery';
			for (const id of ids) log(context, 'error', `${problem} ${id} goes on unchecked: ${String(error)}`);
		},
	};
}

async function withinLimit<T>(recording: Promise<T>): Promise<T> {
	const limit = AbortSignal.timeout(STORE_LIMIT_MS);
	const late = new Promise<never>((_resolve, reject) => {
		limit.addEventListener('abort', () => {
			reject(new Error('it did not answer in time'));
		});
	});
	return await Promise.race([recording, late]);
}
