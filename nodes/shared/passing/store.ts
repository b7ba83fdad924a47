import type { IExecuteFunctions } from 'n8n-workflow';

import { log } from '../log';
import type { NodeStore } from '../store/nodeStore';
import { nodeStoreOf } from '../store/nodeStore';

/** n8n's store, as decisions are made by it; and what n8n's log is told of that. */
export interface Store extends NodeStore {
	/** The same as record, for what is taken back at once: it drops nothing for it. */
	ask: NodeStore['record'];
	/** Deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (unclear: readonly string[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

export function storeOf(context: IExecuteFunctions, capacity: number): Store {
	return {
		...nodeStoreOf(context, capacity),
		ask: nodeStoreOf(context).record,
		logUnconfirmed: (error) => {
			log(context, 'debug', `confirming the last recordings failed: ${String(error)}`);
		},
		logUnchecked: (unclear, error) => {
			const problem = 'the store of processed deliveries failed, so delivery';
			for (const name of unclear)
				log(context, 'error', `${problem} ${name} goes on unchecked: ${String(error)}`);
		},
	};
}

/**
 * Asks the store without leaving a trace, for what would be untrue if it stayed.
 *
 * @returns those that are known
 * @throws what the store throws; then all may be known from now on
 */
export async function peek(store: Store, names: readonly string[]): Promise<Set<string>> {
	const missing = await store.ask(unique(names));
	if (missing.length > 0) await takeBack(store, missing);
	return new Set(names.filter((name) => !missing.includes(name)));
}

/** Takes entries back, at the second try if need be. */
export async function takeBack(store: Store, names: string[]): Promise<void> {
	await store.remove(names).catch(async () => {
		await store.remove(names);
	});
}

export function unique(names: readonly string[]): string[] {
	return [...new Set(names)];
}
