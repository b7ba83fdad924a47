import type { IExecuteFunctions } from 'n8n-workflow';

import { log } from '../log';
import type { NodeStore } from '../store/nodeStore';
import { nodeStoreOf } from '../store/nodeStore';
import { bothEntries, firstPublishFoundAt, hourEntries } from './fax';

/** n8n's store as the decisions use it, with what they log about it. */
export interface Store extends NodeStore {
	/** Entries that an empty store begins with. */
	initialEntries: readonly string[];
	/** Records entries without dropping others, because most of these are removed again at once. */
	recordWithoutDropping: NodeStore['record'];
	/** Logs that deliveries continue although it's unknown whether they're copies. */
	logUnchecked: (unclear: readonly string[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

/**
 * @param capacity number of entries that the store keeps
 * @param lostAt when a poll noticed that n8n had lost the trigger's memory, or undefined if it hasn't
 */
export function storeOf(context: IExecuteFunctions, capacity: number, lostAt?: number): Store {
	return {
		...nodeStoreOf(context, capacity),
		initialEntries: [
			...hourEntries(0),
			...(lostAt === undefined ? [] : bothEntries(firstPublishFoundAt(lostAt))),
		],
		recordWithoutDropping: nodeStoreOf(context).record,
		logUnconfirmed: (error) => {
			log(context, 'debug', `couldn't confirm the last entries in n8n's store: ${String(error)}`);
		},
		logUnchecked: (unclear, error) => {
			const problem = "n8n's store of processed deliveries failed, so delivery";
			for (const name of unclear)
				log(context, 'error', `${problem} ${name} continues unchecked: ${String(error)}`);
		},
	};
}

/**
 * Looks up entries without leaving a trace, because a lookup writes them, and they would be wrong.
 *
 * @returns the entries that are known
 * @throws what the store throws. The entries may then have stayed in the store
 */
export async function peek(store: Store, names: readonly string[]): Promise<Set<string>> {
	const missing = await store.recordWithoutDropping(unique(names));
	if (missing.length > 0) await takeBack(store, missing);
	return new Set(names.filter((name) => !missing.includes(name)));
}

/**
 * Returns the facts for which the store has both entries. A single entry isn't reliable, because a process that was killed
 * during this check may have left it.
 */
export async function heldAmong(store: Store, what: readonly string[]): Promise<string[]> {
	const first = await peek(
		store,
		what.map((one) => bothEntries(one)[0]),
	);
	const second = await peek(
		store,
		what.map((one) => bothEntries(one)[1]),
	);
	const knownOf = (one: string): string[] =>
		bothEntries(one).filter((entry) => first.has(entry) || second.has(entry));
	const left = what.map(knownOf).filter(({ length }) => length === 1);
	if (left.length > 0) await takeBack(store, left.flat());
	return what.filter((one) => knownOf(one).length === 2);
}

/** Removes entries, with a second try if the first one fails. */
export async function takeBack(store: Store, names: string[]): Promise<void> {
	await store.remove(names).catch(async () => {
		await store.remove(names);
	});
}

export function unique(names: readonly string[]): string[] {
	return [...new Set(names)];
}
