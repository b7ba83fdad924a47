import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NormalizedFax } from '../faxes/faxRecords';
import { fingerprintOf } from '../values/fingerprint';
import { latestTimeOf } from '../faxes/faxEvents';
import { faxesOf } from '../faxes/faxNames';
import { cameBy, hourEntries, passedBy, WAYS } from './fax';
import { decideTogether } from './recording';
import { rememberedFrom } from './remembered';
import type { Store } from './store';
import { peek, takeBack } from './store';

/** A fax that a poll has found in a list. */
export interface FoundItem {
	item: INodeExecutionData;
	names: string[];
	/** In milliseconds. */
	time: number;
}

/** What becomes of the faxes that a poll has found. */
export interface Decision {
	/** Those that no delivery has brought: they pass. */
	missed: FoundItem[];
	recorded: FoundItem[];
	/** Nobody can tell whether they were delivered. */
	held: FoundItem[];
	/** The store does not reach back so far. */
	forgotten: FoundItem[];
}

/** Finds out which of the faxes that the store does not know may pass, when the store knows others; and what is recorded with these. */
export type Guard = (
	store: Store,
	fresh: readonly FoundItem[],
	recorded: readonly FoundItem[],
) => Promise<{ held: FoundItem[]; facts: string[] }>;

/**
 * Decides about the faxes of an execution that a poll has started. It records those that it asks about, which is true whatever
 * becomes of them: if the answer is lost, the execution fails, and its retry lets all pass that nobody else has brought.
 *
 * @param capacity how many entries the store keeps
 * @throws NodeOperationError where the store does not answer
 */
export async function decideAbout(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	capacity: number,
	guard: Guard,
): Promise<Decision> {
	const faxes = items.map((item) => foundItemOf(item));
	const execution = nameOf(context, items);
	const isRetry = context.getMode() === 'retry';
	let decision: Decision = { missed: [], recorded: [], held: [], forgotten: [] };
	try {
		await decideTogether(context, capacity, async (store) => {
			const { open, again } = isRetry
				? await openTo(store, faxes, execution)
				: { open: await unknownTo(store, faxes), again: [] };
			const recorded = faxes.filter((one) => !open.includes(one) && !again.includes(one));
			const start = open.length > 0 ? await rememberedFrom(context, store) : 0;
			const forgotten = open.filter(({ time }) => time < start);
			const fresh = open.filter(({ time }) => time >= start);
			// A person who retries lets pass what was held.
			const { held, facts } = isRetry ? { held: [], facts: [] } : await guard(store, fresh, recorded);
			// They are asked about again.
			const taken = [...held, ...forgotten].flatMap(({ names }) => names);
			if (taken.length > 0) await takeBack(store, taken);
			const missed = faxes.filter(
				(one) => again.includes(one) || (fresh.includes(one) && !held.includes(one)),
			);
			decision = { missed, recorded, held, forgotten };
			const passing = missed.map(({ names }) => [
				...names,
				...names.map((name) => cameBy('list', name)),
				passedBy(execution, names[0] ?? ''),
			]);
			const told = missed.length > 0 ? [...facts, ...hourEntries(Date.now())] : facts;
			const entries = told.length > 0 ? [told, ...passing] : passing;
			// Before they pass: else the retry of a later execution, which the store has failed, could not know that they have.
			if (entries.length > 0) await store.record(entries.flat());
			return entries;
		});
	} catch (error) {
		throw storeFailure(context, error);
	}
	return decision;
}

/** What the store does not know; from now on it does, but drops nothing for it. */
async function unknownTo(store: Store, faxes: readonly FoundItem[]): Promise<FoundItem[]> {
	const missing = new Set(await store.ask(faxes.flatMap(({ names }) => names)));
	return faxes.filter(({ names }) => names.every((name) => missing.has(name)));
}

/** A person retries an execution that n8n has lost, or that the store has failed: what it has passed on passes again, and what nobody has. */
async function openTo(
	store: Store,
	faxes: readonly FoundItem[],
	execution: string,
): Promise<Record<'open' | 'again', FoundItem[]>> {
	const waysOf = ({ names }: FoundItem): string[] =>
		names.flatMap((name) => WAYS.map((way) => cameBy(way, name)));
	const markOf = ({ names }: FoundItem): string => passedBy(execution, names[0] ?? '');
	const seen = await peek(
		store,
		faxes.flatMap((one) => [...waysOf(one), markOf(one)]),
	);
	const again = faxes.filter((one) => seen.has(markOf(one)));
	const isOpen = (one: FoundItem): boolean =>
		!again.includes(one) && !waysOf(one).some((way) => seen.has(way));
	return { open: faxes.filter(isOpen), again };
}

/** What tells an execution, and its retries, from all others: n8n keeps when it began, and what it began with. */
function nameOf(context: IExecuteFunctions, items: readonly INodeExecutionData[]): string {
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const { establishedAt = 0 } = getExecutionContext?.call(context) ?? {};
	return fingerprintOf(JSON.stringify([establishedAt, items.map(({ json }) => json)]));
}

function foundItemOf(item: INodeExecutionData): FoundItem {
	return {
		item,
		names: faxesOf(item.json),
		time: latestTimeOf(item.json['data'] as unknown as NormalizedFax),
	};
}

function storeFailure(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const reason = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(
		context.getNode(),
		`n8n could not be asked which faxes were delivered (${reason}), so none of these starts the workflow now. Retry this execution once n8n's database is well again: it lets those pass that no delivery has brought.`,
		{ description: 'No later check brings them for certain, as n8n may have noted them before it failed.' },
	);
}
