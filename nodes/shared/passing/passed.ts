import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NormalizedFax } from '../faxes/faxRecords';
import { fingerprintOf } from '../values/fingerprint';
import { latestTimeOf } from '../watch/faxes';
import { cameBy, deliveredInHourOf, faxesOf, passedBy, WAYS } from './fax';
import { decideTogether } from './recording';
import type { Store } from './store';
import { peek, takeBack } from './store';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** So many hours are asked about: faxes are read back for five days, and no delivery may have come for some before. */
const HOURS_BACK = 14 * 24;

/** A part of its room; a row that has grown so far may have forgotten what was recorded first. */
const NEARLY_FULL = 0.9;

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
	let decision: Decision = { missed: [], recorded: [], held: [], forgotten: [] };
	try {
		await decideTogether(context, capacity, async (store) => {
			const isRetry = context.getMode() === 'retry';
			const decided = isRetry
				? { ...(await retried(store, faxes, execution)), facts: [] }
				: await found(store, faxes, capacity, guard);
			decision = decided;
			const passing = decided.missed.map(({ names }) => [
				...names,
				...names.map((name) => cameBy('list', name)),
				passedBy(execution, names[0] ?? ''),
			]);
			const recorded = decided.facts.length > 0 ? [decided.facts, ...passing] : passing;
			// Before they pass: else the retry of a later execution, which the store has failed, could not know that they have.
			if (recorded.length > 0) await store.record(recorded.flat());
			return recorded;
		});
	} catch (error) {
		throw storeFailure(context, error);
	}
	return decision;
}

async function found(
	store: Store,
	faxes: readonly FoundItem[],
	capacity: number,
	guard: Guard,
): Promise<Decision & { facts: string[] }> {
	const isFull = (await store.count()) >= capacity * NEARLY_FULL;
	// Drops nothing for what may be taken back.
	const missing = new Set(await store.ask(faxes.flatMap(({ names }) => names)));
	const isFresh = ({ names }: FoundItem): boolean => names.every((name) => missing.has(name));
	const recorded = faxes.filter((one) => !isFresh(one));
	const oldest = recorded.length > 0 ? Math.min(...recorded.map(({ time }) => time)) : Date.now() - DAY;
	const mayBeForgotten = faxes.some((one) => isFresh(one) && one.time < oldest);
	// Where workers execute, the oldest known one of a batch was delivered a moment ago: the store reaches back farther.
	const start = mayBeForgotten ? Math.min(oldest, await rememberedFrom(store, capacity, isFull)) : -Infinity;
	const forgotten = faxes.filter((one) => isFresh(one) && one.time < start);
	const fresh = faxes.filter((one) => isFresh(one) && !forgotten.includes(one));
	const { held, facts } = await guard(store, fresh, recorded);
	// They are asked about again. And what stays would look as if the store reached back so far.
	const taken = [...held, ...forgotten].flatMap(({ names }) => names);
	if (taken.length > 0) await takeBack(store, taken);
	return { missed: fresh.filter((one) => !held.includes(one)), recorded, held, forgotten, facts };
}

/** Since when the store has lost nothing, as the hours tell that it holds; in milliseconds. */
async function rememberedFrom(store: Store, capacity: number, isFull: boolean): Promise<number> {
	const endOfHour = (Math.floor(Date.now() / HOUR) + 1) * HOUR;
	const ends = Array.from({ length: HOURS_BACK }, (_none, back) => endOfHour - back * HOUR);
	const entryOf = (end: number, room?: number): string => deliveredInHourOf(end - HOUR, room);
	const seen = await peek(
		store,
		ends.flatMap((end) => [entryOf(end), entryOf(end, capacity)]),
	);
	const first = (room?: number): number => Math.min(...ends.filter((end) => seen.has(entryOf(end, room))));
	// It may have been full before a person gave it more room.
	const hadOtherRoom = first() < first(capacity);
	return isFull || hadOtherRoom ? first() : -Infinity;
}

/** A person retries an execution that n8n has lost, or that the store has failed: what it has passed on passes again, and what nobody has. */
async function retried(store: Store, faxes: readonly FoundItem[], execution: string): Promise<Decision> {
	const waysOf = ({ names }: FoundItem): string[] =>
		names.flatMap((name) => WAYS.map((way) => cameBy(way, name)));
	const markOf = ({ names }: FoundItem): string => passedBy(execution, names[0] ?? '');
	const seen = await peek(
		store,
		faxes.flatMap((one) => [...waysOf(one), markOf(one)]),
	);
	const isMissed = (one: FoundItem): boolean =>
		seen.has(markOf(one)) || !waysOf(one).some((way) => seen.has(way));
	return {
		missed: faxes.filter(isMissed),
		recorded: faxes.filter((one) => !isMissed(one)),
		held: [],
		forgotten: [],
	};
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
