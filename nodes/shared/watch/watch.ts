import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Api } from '../http/api';
import { LOOKS } from '../http/api';
import { keyOf } from '../log';
import type { AskedFields } from '../faxes/faxEvents';
import { itemOfRecord } from '../faxes/faxEvents';
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
}

/** What is new in the lists, as far as they could be read. */
interface NewFaxes {
	/** What kept it from reading all. */
	failures: unknown[];
	/** Takes what is passed on now, oldest first. */
	take: () => INodeExecutionData[];
}

/**
 * Reads the lists of faxes for either trigger (docs/contributing/api.md, "Polling"), and notes what is new in them.
 *
 * @param context whose requests end with the time of the poll
 * @param memory to be saved once the poll has ended
 * @param deadline in milliseconds, after which no other page is asked for
 */
export async function readNew(
	context: IPollFunctions,
	api: Api,
	watched: Watched,
	{ memory, deadline }: { memory: Memory; deadline: number },
): Promise<NewFaxes> {
	memory.noteAsked(watched.asked);
	const here = hereOf(keyOf(context));
	const watch: Watch = { ...watched, reads: api.at(LOOKS), deadline, memory, here };
	const readings = await findNew(context, watch);
	const failures = readings.map(({ failure }) => failure).filter((failure) => failure !== undefined);
	return { failures, take: () => takeNew(watch).map(({ event, fax }) => itemOfRecord(event, fax)) };
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
