import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api, LOOKS, ONE_TRY } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { rethrow } from '../shared/http/rethrow';
import { keyOf } from '../shared/log';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { InputError } from '../shared/values/inputError';
import { LruMap } from '../shared/values/lruMap';
import type { AgainLook, AgainSettings } from '../shared/watch/againUntilRead';
import { noteSince, unreadFrom, withUnread } from '../shared/watch/againUntilRead';
import { itemOf } from '../shared/watch/faxes';
import type { Reading } from '../shared/watch/lists';
import { readLists } from '../shared/watch/lists';
import { Memory } from '../shared/watch/memory';
import type { Watch } from '../shared/watch/news';
import { findNew, takeNew } from '../shared/watch/news';
import { pollOf } from '../shared/watch/polls';
import { seenOf } from '../shared/watch/seen';
import { tellFailure, tellRecovery } from './reports';
import { CAPACITY, pollSettings } from './settings';

/** In milliseconds: a poll that has not ended by then never will. */
const LONGEST_POLL = 600_000;

/** Until when polls are under way, by trigger: n8n begins the next one also while one takes long. */
const busyUntil = new LruMap<string, number>(10_000);

/**
 * One poll (docs/api.md, "Polling").
 *
 * @returns an item for each new fax that the fields ask for, oldest first; null when there is none, and while another poll of
 * the trigger is under way
 * @throws NodeApiError or NodeOperationError over what a person has to mend or know, but not again and again: each shows as a
 * failed execution. In an activation only if the trigger could not work at all: n8n would give it up
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = keyOf(context);
	if (Date.now() < (busyUntil.get(key) ?? 0)) return null;
	busyUntil.set(key, Date.now() + LONGEST_POLL);
	try {
		const items = await newItems(context);
		return items.length === 0 ? null : [items];
	} finally {
		busyUntil.delete(key);
	}
}

/** What is found by a poll that has to show a failure waits: the next one passes it on. */
async function newItems(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { budget, isActivation, end, limited } = pollOf(context);
	const memory = Memory.of(context);
	const { isNew } = memory;
	let take = (): INodeExecutionData[] => [];
	try {
		const settings = pollSettings(context);
		if (isActivation) noteSince(context, settings.again);
		const api = await Api.connect(limited, settings.authentication);
		if (isActivation) await checkOwnNumbers(context, api.at(ONE_TRY), settings.userId, settings.numbers);
		const deadline = Date.now() + budget / 2;
		const watch = { ...settings, reads: api.at(LOOKS), deadline, memory, seen: seenOf(keyOf(context)) };
		const readings = await findNew(context, watch);
		const unread = isActivation ? undefined : await findUnread(context, watch, settings.again, readings);
		take = () => {
			const items = takeNew(watch).map(({ event, fax }) => itemOf(event, fax));
			return unread ? withUnread(context, items, unread.readings, unread) : items;
		};
		const failed = [...readings, ...(unread?.readings ?? [])].filter(({ failure }) => failure !== undefined);
		const failures = [memory.untold ?? [], ...failed.map(({ failure }) => failure)].flat();
		const isGap = (failure: unknown): failure is InputError => failure instanceof InputError;
		const [failure] = failures.filter((one) => !isActivation || !isGap(one));
		memory.untold = isActivation ? failures.find(isGap) : undefined;
		if (failure !== undefined) rethrow(failure);
		tellRecovery(context);
	} catch (error) {
		if (!isActivation) memory.save(context, false);
		tellFailure(context, end.aborted ? late('service') : error, { isActivation, isNew });
	}
	const items = take();
	memory.save(context, items.length > 0);
	return items;
}

/** Reads for received faxes that are to be passed on again, where the lists can be read; undefined where it is not time to. */
async function findUnread(
	context: IPollFunctions,
	{ reads, userId, memory, isWanted }: Watch,
	again: AgainSettings | undefined,
	readings: readonly Reading[],
): Promise<(AgainLook & { readings: Reading[] }) | undefined> {
	const lists = readings.flatMap(({ list, failure }) =>
		list.event === 'fax_received' && !failure ? list : [],
	);
	if (!again || lists.length === 0) return undefined;
	// What was there before a list was watched, of another account for instance, has never been passed on.
	const begun = lists.map(({ category }) => memory.lists[category]?.begun ?? Date.now());
	const from = unreadFrom(context, again, Math.max(...begun));
	if (from === undefined) return undefined;
	const found = await readLists(
		reads,
		userId,
		lists.map((list) => ({ ...list, from })),
	);
	return { readings: found, again, from, room: CAPACITY / 2, isWanted };
}
