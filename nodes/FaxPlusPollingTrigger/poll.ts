import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api } from '../shared/http/api';
import { late } from '../shared/http/faults';
import type { Reads } from '../shared/http/requests';
import { rethrow } from '../shared/http/rethrow';
import { keyOf, log } from '../shared/log';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { LruMap } from '../shared/values/lruMap';
import { isSameAccount } from '../shared/watch/account';
import { noteSince, unreadAmong, unreadFrom, withUnread } from '../shared/watch/againUntilRead';
import type { Category } from '../shared/watch/faxes';
import { itemOf } from '../shared/watch/faxes';
import { Memory } from '../shared/watch/memory';
import { recentFaxes } from '../shared/watch/recentFaxes';
import { takeBackLost } from '../shared/watch/passed';
import { pollOf } from '../shared/watch/polls';
import type { Watch } from '../shared/watch/reading';
import { readList, takeNew } from '../shared/watch/reading';
import { seenOf } from '../shared/watch/seen';
import { tellFailure, tellRecovery } from './reports';
import type { PollSettings } from './settings';
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
	let again: INodeExecutionData[] = [];
	try {
		const settings = pollSettings(context);
		if (isActivation) noteSince(context, settings.again);
		const api = await Api.connect(limited, settings.authentication);
		if (isActivation) await checkOwnNumbers(context, api.withOneTry(), settings.userId, settings.numbers);
		const reads = api.forLooks();
		const watch = {
			...settings,
			reads,
			deadline: Date.now() + budget / 2,
			memory,
			seen: seenOf(keyOf(context)),
		};
		await prepare(context, watch, settings.account);
		take = () => takeNew(watch, settings.isWanted).map(({ event, fax }) => itemOf(event, fax));
		await readAll(watch, isActivation);
		if (!isActivation) again = await unread(context, reads, memory, settings);
		tellRecovery(context);
	} catch (error) {
		if (!isActivation) memory.save(context, false);
		tellFailure(context, end.aborted ? late('service') : error, { isActivation, isNew });
	}
	const items = withUnread(take(), again);
	memory.save(context, items.length > 0);
	return items;
}

/** Received faxes that are to be passed on again. */
async function unread(
	context: IPollFunctions,
	reads: Reads,
	memory: Memory,
	{ again, userId, lists, isWanted }: PollSettings,
): Promise<INodeExecutionData[]> {
	if (!again) return [];
	const received = lists.filter(({ event }) => event === 'fax_received');
	// What was there before a list was watched, of another account for instance, has never been passed on.
	const begun = received.map(({ category }) => memory.lists[category]?.begun ?? Date.now());
	const from = unreadFrom(context, again, Math.max(...begun));
	if (from === undefined) return [];
	const found = await recentFaxes(
		reads,
		userId,
		received.map((list) => ({ ...list, from })),
	);
	return unreadAmong(context, found, { again, from, room: CAPACITY / 2, isWanted });
}

/** Brings the memory in line with what is asked for and with what n8n has done since. */
async function prepare(context: IPollFunctions, watch: Watch, account: string): Promise<void> {
	const { memory, lists } = watch;
	// The lists of an account without faxes may be full now, of faxes that were there before.
	if (memory.account !== account && memory.owner === undefined) memory.readAnew();
	else if (memory.account !== account && !(await isSameAccount(watch))) {
		log(context, 'info', 'the faxes of another account are watched from now on; what is there is not new');
		memory.clear();
	}
	memory.account = account;
	takeBackLost(watch);
	for (const category of Object.keys(memory.lists) as Category[]) {
		if (lists.some((list) => list.category === category)) continue;
		Reflect.deleteProperty(memory.lists, category);
		memory.readAgain();
	}
}

/** @throws what kept a list from being read to its end; the others are read all the same */
async function readAll(watch: Watch, isActivation: boolean): Promise<void> {
	const failures: unknown[] = [];
	for (const list of watch.lists) await readList(watch, list).catch((error: unknown) => failures.push(error));
	if (failures.length > 0) rethrow(failures[0]);
	const { gap } = watch.memory;
	// In an activation it would stand in the way; the next poll tells it.
	if (!gap || isActivation) return;
	watch.memory.gap = undefined;
	rethrow(gap);
}
