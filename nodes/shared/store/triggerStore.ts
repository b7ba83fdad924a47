import type { IExecuteFunctions } from 'n8n-workflow';

import type { NodeStore } from './nodeStore';
import { nodeStoreOf } from './nodeStore';
import { log } from '../log';

/** The store of a trigger, and what n8n's log is told of it. */
export interface Store extends Pick<NodeStore, 'record' | 'remove'> {
	/** The same as record, for names that are removed at once: it drops none for them. */
	ask: NodeStore['record'];
	/** Tells n8n's log that deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (ids: string[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

/**
 * The store of the trigger that an execution runs.
 *
 * @param capacity how many ids it keeps, oldest out first
 */
export function storeOf(context: IExecuteFunctions, capacity: number): Store {
	const { record: ask, remove } = nodeStoreOf(context);
	return {
		record: nodeStoreOf(context, capacity).record,
		ask,
		remove,
		logUnconfirmed: (error) => {
			log(context, 'debug', `confirming the last recordings failed: ${String(error)}`);
		},
		logUnchecked: (ids, error) => {
			const problem = 'the store of processed deliveries failed, so delivery';
			for (const id of ids) log(context, 'error', `${problem} ${id} goes on unchecked: ${String(error)}`);
		},
	};
}
