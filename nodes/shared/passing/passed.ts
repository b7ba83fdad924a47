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
	/** The entry that says that this execution has begun with it. */
	mark: string;
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
 * Decides about the faxes of an execution that a check has started. One recording names each fax together with the mark of this
 * execution, so no fax stands in the store without an owner: if the process is killed at any moment, or an answer is lost, a Retry
 * of the execution finds its marks and lets the faxes pass. The marks of faxes that were known before are taken back; until a last
 * entry says that this is done, a mark alone doesn't show that its fax passed.
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
	const execution = nameOf(context, items);
	const faxes = items.map((item) => foundItemOf(item, execution));
	const isRetry = context.getMode() === 'retry';
	const done = passedBy(execution, 'decided');
	let decision: Decision = { missed: [], recorded: [], held: [], forgotten: [] };
	try {
		await decideTogether(context, capacity, async (store) => {
			// It drops nothing for what it's asked about, as some of that is taken back.
			const named = faxes.flatMap(({ names, mark }) => [...names, mark]);
			const missing = new Set(await store.ask(isRetry ? [...named, done] : named));
			const isDone = isRetry && !missing.has(done);
			const open = faxes.filter(({ names }) => names.every((name) => missing.has(name)));
			const marked = faxes.filter((one) => !open.includes(one) && !missing.has(one.mark));
			const own = isDone ? marked : await openAmong(store, marked);
			const doubtful = isDone ? open : [...open, ...own];
			const recorded = faxes.filter((one) => !open.includes(one) && !own.includes(one));
			const start = doubtful.length > 0 ? await rememberedFrom(context, store) : 0;
			const forgotten = doubtful.filter(({ time }) => time < start);
			const fresh = open.filter(({ time }) => time >= start);
			// A person who retries lets pass what was held.
			const { held, facts } = isRetry ? { held: [], facts: [] } : await guard(store, fresh, recorded);
			const asked = [...held, ...forgotten].flatMap(({ names, mark }) => [...names, mark]);
			const taken = [...recorded.map(({ mark }) => mark), ...asked];
			if (taken.length > 0) await takeBack(store, taken);
			const missed = faxes.filter(
				(one) => [...own, ...fresh].includes(one) && ![...held, ...forgotten].includes(one),
			);
			decision = { missed, recorded, held, forgotten };
			const passing = missed.map(({ names, mark }) => [
				...names,
				...names.map((name) => cameBy('list', name)),
				mark,
			]);
			const told = missed.length > 0 ? [...facts, done, ...hourEntries(Date.now())] : facts;
			return told.length > 0 ? [told, ...passing] : passing;
		});
	} catch (error) {
		throw storeFailure(context, error);
	}
	return decision;
}

/** Of the faxes with the mark of an execution that was killed, those that nothing else has let pass before or since. */
async function openAmong(store: Store, marked: readonly FoundItem[]): Promise<FoundItem[]> {
	if (marked.length === 0) return [];
	const waysOf = ({ names }: FoundItem): string[] =>
		names.flatMap((name) => WAYS.map((way) => cameBy(way, name)));
	const seen = await peek(store, marked.flatMap(waysOf));
	return marked.filter((one) => !waysOf(one).some((way) => seen.has(way)));
}

/** What tells an execution, and its retries, from all others: n8n keeps when it began, and what it began with. */
function nameOf(context: IExecuteFunctions, items: readonly INodeExecutionData[]): string {
	const { getExecutionContext } = context as Partial<IExecuteFunctions>;
	const { establishedAt = 0 } = getExecutionContext?.call(context) ?? {};
	return fingerprintOf(JSON.stringify([establishedAt, items.map(({ json }) => json)]));
}

function foundItemOf(item: INodeExecutionData, execution: string): FoundItem {
	const names = faxesOf(item.json);
	return {
		item,
		names,
		mark: passedBy(execution, names[0] ?? ''),
		time: latestTimeOf(item.json['data'] as unknown as NormalizedFax),
	};
}

function storeFailure(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const reason = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(
		context.getNode(),
		`n8n could not be asked which faxes were delivered (${reason}), so none of these starts the workflow now. Retry this execution once n8n's database is well again: then those start the workflow that no delivery has brought.`,
		{
			description:
				'A later check brings them too, unless n8n had noted them before it failed. Only the Retry is certain.',
		},
	);
}
