import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Api } from '../http/api';
import { LOOKS } from '../http/api';
import { keyOf } from '../log';
import type { AgainReading, AgainSettings } from './againUntilRead';
import { unreadAmong, unreadFrom } from './againUntilRead';
import type { AskedFields } from './faxes';
import { itemOfRecord } from './faxes';
import type { Reading } from './lists';
import { readLists } from './lists';
import { Memory } from './memory';
import { findNew } from './news';
import { takeNew } from './taking';
import type { Watch } from './task';
import { hereOf } from '../passing/here';

/** What a poll looks for. */
export interface Watched extends Pick<
	Watch,
	'userId' | 'account' | 'lists' | 'lateness' | 'delivered' | 'most'
> {
	asked: AskedFields;
	/** Undefined unless unread faxes are to be passed on again. */
	again: AgainSettings | undefined;
	/** For how many passes n8n's store certainly has room. */
	room: number;
}

/** What a poll passes on. */
export interface Taken {
	items: INodeExecutionData[];
	again: INodeExecutionData[];
}

/** What is new in the lists, as far as they could be read. */
interface NewFaxes {
	/** What kept it from reading all. */
	failures: unknown[];
	/** Takes what is passed on now, oldest first, and what comes again. */
	take: () => Taken;
}

/**
 * Reads the lists of faxes for either trigger (docs/api.md, "Polling"), and notes what is new in them.
 *
 * @param context whose requests end with the time of the poll
 * @param memory to be saved once the poll has ended
 * @param deadline in milliseconds, after which no other page is asked for
 * @param isActivation whether n8n waits for it in an activation: then nothing passes again
 */
export async function readNew(
	context: IPollFunctions,
	api: Api,
	watched: Watched,
	{ memory, deadline, isActivation }: { memory: Memory; deadline: number; isActivation: boolean },
): Promise<NewFaxes> {
	memory.noteAsked(watched.asked);
	const here = hereOf(keyOf(context));
	const watch: Watch = { ...watched, reads: api.at(LOOKS), deadline, memory, here };
	const readings = await findNew(context, watch);
	const unread = isActivation ? undefined : await findUnread(context, watch, watched, readings);
	const failed = [...readings, ...(unread?.readings ?? [])].filter(({ failure }) => failure !== undefined);
	return {
		failures: failed.map(({ failure }) => failure),
		take: () => {
			const items = takeNew(watch).map(({ event, fax }) => itemOfRecord(event, fax));
			return { items, again: unread ? unreadAmong(context, unread.readings, items, unread) : [] };
		},
	};
}

/**
 * Notes in an activation what the fields ask for, of which account: what is there by then, and was not asked for, is not new.
 *
 * @param now in milliseconds, by the service's clock where that is known
 */
export function noteFields(
	context: IPollFunctions,
	{ asked, account, lists, delivered }: Watched,
	now: number,
): void {
	const memory = Memory.of(context);
	memory.noteAsked(asked, now);
	memory.noteAccount(account, now);
	const categories = lists.map(({ category }) => category);
	// When the webhook trigger was registered is noted with its endpoint, once the clocks were compared.
	memory.noteLists(categories, now, delivered && 0);
	memory.save(context, false);
}

/** Starts an execution of its own for each fax that comes again, because one that always fails would take all others with it. */
export function startEach(context: IPollFunctions, items: readonly INodeExecutionData[]): void {
	for (const item of items) context.__emit([[item]]);
}

/** Reads for received faxes that are to be passed on again, where the lists can be read; undefined where it is not time to. */
async function findUnread(
	context: IPollFunctions,
	{ reads, userId, memory }: Watch,
	{ again, room, delivered }: Watched,
	readings: readonly Reading[],
): Promise<(AgainReading & { readings: Reading[] }) | undefined> {
	const lists = readings.flatMap(({ list, failure }) =>
		list.event === 'fax_received' && !failure ? list : [],
	);
	if (!again || lists.length === 0) return undefined;
	// What was there before a list was watched, of another account for instance, has never been passed on.
	const begun = lists.map(({ category }) => memory.lists[category]?.begun ?? Date.now());
	const from = unreadFrom(context, again, Math.max(delivered?.floor ?? 0, ...begun));
	if (from === undefined) return undefined;
	const found = await readLists(
		reads,
		userId,
		lists.map((list) => ({ ...list, from })),
	);
	return { readings: found, again, from, room, isWanted: (one) => memory.isWanted(one) };
}
