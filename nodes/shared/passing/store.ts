import type { IExecuteFunctions } from 'n8n-workflow';

import { log } from '../log';
import type { NodeStore } from '../store/nodeStore';
import { nodeStoreOf } from '../store/nodeStore';
import { bothEntries, firstPublishFoundAt, hourEntries } from './fax';

/** n8n's store, as decisions are made by it; and what n8n's log is told of that. */
export interface Store extends NodeStore {
	/** What an empty one begins with. */
	beginning: readonly string[];
	/** The same as record, for what is taken back at once: it drops nothing for it. */
	ask: NodeStore['record'];
	/** Deliveries go on although nobody knows whether they are copies. */
	logUnchecked: (unclear: readonly string[], error: unknown) => void;
	logUnconfirmed: (error: unknown) => void;
}

/**
 * @param capacity how many entries it keeps
 * @param lostAt when it was found that n8n had lost since when the trigger is active; undefined unless it had
 */
export function storeOf(context: IExecuteFunctions, capacity: number, lostAt?: number): Store {
	return {
		...nodeStoreOf(context, capacity),
		beginning: [...hourEntries(0), ...(lostAt === undefined ? [] : bothEntries(firstPublishFoundAt(lostAt)))],
		ask: nodeStoreOf(context).record,
		logUnconfirmed: (error) => {
			log(context, 'debug', `couldn't confirm the last entries in n8n's store: ${String(error)}`);
		},
		logUnchecked: (unclear, error) => {
			const problem = "n8n's store of processed deliveries failed, so delivery";
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

/**
 * What the store holds both entries of, as only `bothEntries` together say something that may stand for long: one that is alone
 * was left by a process that was killed amid this question.
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

/** Takes entries back, at the second try if need be. */
export async function takeBack(store: Store, names: string[]): Promise<void> {
	await store.remove(names).catch(async () => {
		await store.remove(names);
	});
}

export function unique(names: readonly string[]): string[] {
	return [...new Set(names)];
}
