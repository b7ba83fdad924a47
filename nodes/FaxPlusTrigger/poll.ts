import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../shared/editor/errors';
import type { Authentication } from '../shared/http/account';
import { Api } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { keyOf, log } from '../shared/log';
import { LruMap } from '../shared/values/lruMap';
import { againOf, noteSince } from '../shared/watch/againUntilRead';
import { isPassing, noteFailure, noteSuccess } from '../shared/watch/failures';
import { Memory } from '../shared/watch/memory';
import { pollOf } from '../shared/watch/polls';
import { hereOf } from '../shared/passing/here';
import { readNew, startEach } from '../shared/watch/watch';
import { checkAgain } from './registration';
import { missedFaxesOf } from './settings';

/** What permits listing faxes (docs/api.md, "Polling"). */
const listingGuidance: Guidance = { scopes: ['fax:all:read', 'fax:fax:read'] };

/** What has kept one half from its work, and what to do about it. */
interface Failure {
	part: 'endpoint' | 'lists';
	error: unknown;
	guidance: Guidance;
}

/** What kept the last poll of a trigger from its work, where it has passed on faxes instead of showing it. */
const unshown = new LruMap<string, readonly Failure[]>(1_000);

/**
 * One look at what should be against what is, at the interval of Find Missed Faxes: first the endpoint, then the faxes. Neither
 * keeps the other from being looked at.
 *
 * @returns an item for each fax that no delivery may have brought, oldest first; null where there is none
 * @throws NodeApiError or NodeOperationError over what a person has to mend, which shows as a failed execution, once a day for
 * a cause; never in an activation, as n8n would give the trigger up
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const { budget, isActivation, end, limited } = pollOf(context);
	const key = keyOf(context);
	hereOf(key);
	const before = unshown.get(key) ?? [];
	unshown.delete(key);
	if (isActivation) {
		noteActivation(context);
		return null;
	}
	show(context, before);
	const failed: Failure[] = [];
	await checkAgain(context).catch((error: unknown) =>
		failed.push({ part: 'endpoint', error, guidance: triggerGuidance }),
	);
	const { items, failure } = await missedFaxes(limited, budget);
	if (failure !== undefined) {
		const error = end.aborted ? late('service') : failure;
		log(context, 'warn', `missed faxes were not looked for as they should: ${describeError(error)}`);
		failed.push({ part: 'lists', error, guidance: listingGuidance });
	}
	if (failed.length === 0) noteSuccess(key);
	// What failed shows with the next poll.
	if (items.length > 0) {
		unshown.set(key, failed);
		return [items];
	}
	show(context, failed);
	return null;
}

/** Notes what the fields ask for, of which account: what is there by then, and was not asked for, is not new. The registration does all else. */
function noteActivation(context: IPollFunctions): void {
	noteSince(context, againOf(context));
	try {
		const { asked, account, lists, delivered } = missedFaxesOf(context);
		const memory = Memory.of(context);
		const now = Date.now() - hereOf(keyOf(context)).clockAhead;
		memory.noteAsked(asked, now);
		memory.noteAccount(account, now);
		memory.noteLists(
			lists.map(({ category }) => category),
			now,
			// When the trigger was registered is noted with its endpoint, once the clocks were compared.
			delivered && 0,
		);
		memory.save(context, false);
	} catch (error) {
		// The registration tells it.
		log(context, 'debug', `its fields could not be noted: ${describeError(error)}`);
	}
}

/** Reads the lists; what fails keeps back nothing that was found. */
async function missedFaxes(
	context: IPollFunctions,
	budget: number,
): Promise<{ items: INodeExecutionData[]; failure?: unknown }> {
	const memory = Memory.of(context);
	const { agreed } = hereOf(keyOf(context));
	for (const event of memory.agreed) agreed.add(event);
	// After a start all is read once more: n8n may have been off for days, and what was open is forgotten.
	if (!memory.hasRead) memory.since = 0;
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		const progress = { memory, deadline: Date.now() + budget / 2, isActivation: false };
		const { failures, take } = await readNew(context, api, missedFaxesOf(context), progress);
		const taken = take();
		const items = taken.items.map(vouchedByList);
		memory.agreed = [...agreed];
		memory.hasRead ||= failures.length === 0;
		memory.save(context, items.length > 0);
		startEach(context, taken.again.map(vouchedByList));
		return { items, failure: failures[0] };
	} catch (error) {
		memory.save(context, false);
		return { items: [], failure: error };
	}
}

function vouchedByList({ json }: INodeExecutionData): INodeExecutionData {
	return { json: { ...json, confirmedBy: 'list' } };
}

/** Of an outage that meets both halves only one counts. */
function show(context: IPollFunctions, failed: readonly Failure[]): void {
	const counted = failed.filter(({ error }, at) => at === 0 || !isPassing(error));
	const shown = counted.find(({ error, part }) => noteFailure(keyOf(context), error, part));
	if (shown) throw toNodeError(context.getNode(), shown.error, shown.guidance);
}
