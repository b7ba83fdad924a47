import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Api, ONE_TRY } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { rethrow } from '../shared/http/rethrow';
import { keyOf } from '../shared/log';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { InputError } from '../shared/values/inputError';
import { LruMap } from '../shared/values/lruMap';
import { noteSince } from '../shared/watch/againUntilRead';
import { Memory } from '../shared/watch/memory';
import { pollOf } from '../shared/watch/polls';
import type { Taken } from '../shared/watch/watch';
import { readNew, startEach } from '../shared/watch/watch';
import { tellFailure, tellRecovery } from './reports';
import { pollSettings } from './settings';

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
	let take = (): Taken => ({ items: [], again: [] });
	try {
		const settings = pollSettings(context);
		if (isActivation) noteSince(context, settings.again);
		const api = await Api.connect(limited, settings.authentication);
		const { numbers } = settings.asked;
		if (isActivation) await checkOwnNumbers(context, api.at(ONE_TRY), settings.userId, numbers);
		const deadline = Date.now() + budget / 2;
		const found = await readNew(context, api, settings, { memory, deadline, isActivation });
		take = found.take;
		const failures = [memory.untold ?? [], found.failures].flat();
		const isGap = (failure: unknown): failure is InputError => failure instanceof InputError;
		const [failure] = failures.filter((one) => !isActivation || !isGap(one));
		memory.untold = isActivation ? failures.find(isGap) : undefined;
		if (failure !== undefined) rethrow(failure);
		tellRecovery(context);
	} catch (error) {
		if (!isActivation) memory.save(context, false);
		tellFailure(context, end.aborted ? late('service') : error, { isActivation, isNew });
	}
	const { items, again } = take();
	memory.save(context, items.length > 0);
	startEach(context, again);
	return items;
}
