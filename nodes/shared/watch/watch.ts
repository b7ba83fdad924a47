import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Api } from '../http/api';
import { LISTS } from '../http/api';
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

/** New faxes in the lists, or in the part that could be read. */
interface NewFaxes {
	/** Failures that kept the poll from reading everything. */
	failures: unknown[];
	/** Takes the faxes that are handed over now, oldest first. */
	take: () => INodeExecutionData[];
}

/**
 * Reads the lists of faxes for either trigger (docs/contributing/api.md, "Polling"), and records which faxes are new.
 *
 * @param context context whose requests end when the poll's time is up
 * @param memory memory that the caller must save after the poll
 * @param deadline time in milliseconds after which no more pages are requested
 */
export async function readNew(
	context: IPollFunctions,
	api: Api,
	watched: Watched,
	{ memory, deadline }: { memory: Memory; deadline: number },
): Promise<NewFaxes> {
	memory.noteAsked(watched.asked);
	const here = hereOf(keyOf(context));
	const watch: Watch = { ...watched, reads: api.at(LISTS), deadline, memory, here };
	const readings = await findNew(context, watch);
	const failures = readings.map(({ failure }) => failure).filter((failure) => failure !== undefined);
	return { failures, take: () => takeNew(watch).map(({ event, fax }) => itemOfRecord(event, fax)) };
}

/**
 * Records, in an activation, which faxes the fields ask for, and the account. If the fields now ask for more, faxes that
 * already exist aren't new.
 *
 * @param now current time in milliseconds, by Fax.Plus's clock if it's known
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
	// For the webhook trigger, the time of the registration is recorded with its endpoint, after the clocks were compared.
	memory.noteLists(categories, now, delivered && 0);
	memory.save(context, false);
}
