import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';
import { confirmationEntry, hourEntries, passedBy, CONFIRMED_BY } from './fax';
import { fromBefore } from './firstPublish';
import type { FoundItem } from './foundItem';
import { foundItemOf } from './foundItem';
import { decideTogether } from './recording';
import { completeSince } from './completeSince';
import type { Store } from './store';
import { peek, storeOf, takeBack } from './store';

/** What was decided about the faxes of a poll. */
export interface Decision {
	/** Faxes without a delivery, which start the workflow. */
	missed: FoundItem[];
	recorded: FoundItem[];
	/** Faxes for which it's unknown whether they were delivered. */
	held: FoundItem[];
	/** Faxes from before the time that the store remembers. */
	forgotten: FoundItem[];
	/** Faxes from before the trigger was active. */
	old: FoundItem[];
}

/** Finds out which of the unknown faxes are held back, and which facts to record. Known faxes help to decide that. */
export type Guard = (
	store: Store,
	fresh: readonly FoundItem[],
	recorded: readonly FoundItem[],
) => Promise<{ held: FoundItem[]; facts: string[] }>;

/** What an execution needs to decide about the faxes of a poll. */
export interface Deciding {
	/** Number of entries that the store keeps. */
	capacity: number;
	/** When the poll found that n8n had lost the trigger's memory, or undefined if it hadn't. */
	lostAt: number | undefined;
	/** Guard of a trigger with deliveries. Such a trigger also needs a store that reaches back far enough. */
	guard?: Guard | undefined;
}

/**
 * Decides about the faxes of an execution that a poll has started. One record names each fax and the mark of this
 * execution, so every fax in the store has an owner. If the process is killed at any moment, or a result is lost, a Retry
 * of the execution finds its marks, and the faxes start the workflow. The marks of faxes that were known before are
 * removed. Until a last entry shows that this is done, a mark alone doesn't show that its fax started the workflow.
 *
 * @throws what the store throws
 */
export async function decideAbout(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	{ capacity, lostAt, guard }: Deciding,
): Promise<Decision> {
	const execution = nameOf(context, items);
	const faxes = items.map((item) => foundItemOf(item, execution));
	const isRetry = context.getMode() === 'retry';
	const done = passedBy(execution, 'decided');
	let decision: Decision = { missed: [], recorded: [], held: [], forgotten: [], old: [] };
	await decideTogether(context, storeOf(context, capacity, lostAt), async (store) => {
		// `recordWithoutDropping` keeps the store from dropping anything, because some of these entries are removed again.
		const named = faxes.flatMap(({ names, mark }) => [...names, mark]);
		const missing = new Set(await store.recordWithoutDropping([...(isRetry ? [done] : []), ...named]));
		const isDone = isRetry && !missing.has(done);
		const unknown = faxes.filter(({ names }) => names.every((name) => missing.has(name)));
		// In a retry, faxes from before the trigger was active start the workflow, too.
		const foundAt = isRetry ? undefined : lostAt;
		const { old, facts: ofLookBack } = await fromBefore(store, faxes, unknown, foundAt);
		const open = unknown.filter((one) => !old.includes(one));
		const marked = faxes.filter((one) => !unknown.includes(one) && !missing.has(one.mark));
		const own = isDone ? marked : await openAmong(store, marked);
		const doubtful = isDone ? open : [...open, ...own];
		const recorded = faxes.filter((one) => !unknown.includes(one) && !own.includes(one));
		const start = guard && doubtful.length > 0 ? await completeSince(context, store) : -Infinity;
		const forgotten = doubtful.filter(({ time }) => time < start);
		const fresh = open.filter(({ time }) => time >= start);
		// In a retry, faxes that were held back start the workflow.
		const { held, facts } = isRetry || !guard ? { held: [], facts: [] } : await guard(store, fresh, recorded);
		const keptBack = [...held, ...forgotten];
		const asked = keptBack.flatMap(({ names, mark }) => [...names, mark]);
		const taken = [...[...recorded, ...old].map(({ mark }) => mark), ...asked];
		if (taken.length > 0) await takeBack(store, taken);
		const passes = new Set([...own, ...fresh]);
		for (const one of keptBack) passes.delete(one);
		const missed = faxes.filter((one) => passes.has(one));
		decision = { missed, recorded, held, forgotten, old };
		const passing = missed.map(({ names, mark }) => [
			...names,
			...names.map((name) => confirmationEntry('list', name)),
			mark,
		]);
		const hour = guard ? hourEntries(Date.now()) : [];
		const ofPassing = missed.length > 0 ? [done, ...hour] : [];
		const told = [...facts, ...ofLookBack, ...ofPassing];
		return [told, ...old.map(({ names }) => names), ...passing].filter(({ length }) => length > 0);
	});
	return decision;
}

/** Returns the faxes with the mark of a killed execution, except those for which something else has started the workflow. */
async function openAmong(store: Store, marked: readonly FoundItem[]): Promise<FoundItem[]> {
	if (marked.length === 0) return [];
	const confirmationsOf = ({ names }: FoundItem): string[] =>
		names.flatMap((name) => CONFIRMED_BY.map((way) => confirmationEntry(way, name)));
	const seen = await peek(store, marked.flatMap(confirmationsOf));
	return marked.filter((one) => !confirmationsOf(one).some((way) => seen.has(way)));
}

/** Identifies an execution and its retries among all others. n8n keeps its start time and its first items. */
function nameOf(context: IExecuteFunctions, items: readonly INodeExecutionData[]): string {
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const { establishedAt = 0 } = getExecutionContext?.call(context) ?? {};
	return fingerprintOf(JSON.stringify([establishedAt, items.map(({ json }) => json)]));
}
