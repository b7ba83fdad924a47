import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { startOf } from '../faxes/faxEvents';
import { faxesOf } from '../faxes/faxNames';
import type { NormalizedFax } from '../faxes/faxRecords';
import { keyOf } from '../log';
import { hereOf } from './here';
import type { Store } from './store';
import { peek, storeOf } from './store';

/** The entry that says that the trigger was active for the first time when n8n had nothing of it. */
const FIRST_PUBLISH = 'first publish';

/**
 * Leaves out faxes from before the trigger was active, where a poll has looked back because n8n had nothing of the trigger.
 *
 * @param passing when the poll found that, in milliseconds
 * @returns all items where the store can't be asked: twice is better than never
 */
export async function withoutOld(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ lostAt, capacity }: { lostAt: number | undefined; capacity: number },
): Promise<INodeExecutionData[]> {
	const earlier = lostAt === undefined ? [] : items.filter((item) => startIn(item) < lostAt);
	if (lostAt === undefined || earlier.length === 0) return items;
	const store = storeOf(context, capacity);
	try {
		const old = await oldAmong(store, earlier, lostAt);
		hereOf(keyOf(context)).noteBegun(old);
		return items.filter((item) => !old.includes(item));
	} catch (error) {
		store.logUnconfirmed(error);
		return items;
	}
}

/**
 * If n8n's store is empty, the trigger wasn't active before: it came with an import, say, and n8n was started then. Otherwise it
 * wasn't active before the first fax that the store knows. What is old is recorded, so that it's told from what is missed later.
 */
async function oldAmong(
	store: Store,
	items: INodeExecutionData[],
	lostAt: number,
): Promise<INodeExecutionData[]> {
	const names = items.flatMap(({ json }) => faxesOf(json));
	const lookedBack = `looked back ${lostAt}`;
	const isEmpty = (await store.count()) === 0;
	const known = isEmpty ? new Set<string>() : await peek(store, [FIRST_PUBLISH, lookedBack, ...names]);
	const isKnown = ({ json }: INodeExecutionData): boolean => faxesOf(json).some((name) => known.has(name));
	const isFirst = isEmpty || known.has(FIRST_PUBLISH);
	const begun = known.has(lookedBack) ? -Infinity : Math.min(...items.filter(isKnown).map(startIn));
	const isOld = (item: INodeExecutionData): boolean =>
		isFirst || (Number.isFinite(begun) && startIn(item) < begun);
	const old = items.filter(isOld);
	const facts = isFirst ? [FIRST_PUBLISH] : Number.isFinite(begun) ? [lookedBack] : [];
	await store.record([...facts, ...old.flatMap(({ json }) => faxesOf(json))]);
	return old;
}

function startIn({ json }: INodeExecutionData): number {
	return startOf(json['data'] as unknown as NormalizedFax);
}
