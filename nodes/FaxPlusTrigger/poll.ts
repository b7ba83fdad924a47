import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../shared/editor/errors';
import { late } from '../shared/http/faults';
import { keyOf, log } from '../shared/log';
import { LruMap } from '../shared/values/lruMap';
import { againOf, noteSince } from '../shared/watch/againUntilRead';
import { isPassing, noteFailure, noteSuccess } from '../shared/watch/failures';
import { pollOf } from '../shared/watch/polls';
import { seenOf } from '../shared/watch/seen';
import { checkAgain } from './check';
import type { Look } from './missed/look';
import { lookAtLists } from './missed/look';

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
	const { isActivation, end, limited } = pollOf(context);
	const key = keyOf(context);
	seenOf(key);
	const before = unshown.get(key) ?? [];
	unshown.delete(key);
	// The registration beside it does all else that is to be done then.
	if (isActivation) {
		noteSince(context, againOf(context));
		return null;
	}
	show(context, before);
	const failed: Failure[] = [];
	await checkAgain(context).catch((error: unknown) =>
		failed.push({ part: 'endpoint', error, guidance: triggerGuidance }),
	);
	const { items, failure } = await lookAtLists(limited).catch((error: unknown): Look => ({
		items: [],
		failure: error,
	}));
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

/** Of an outage that meets both halves only one counts. */
function show(context: IPollFunctions, failed: readonly Failure[]): void {
	const counted = failed.filter(({ error }, at) => at === 0 || !isPassing(error));
	const shown = counted.find(({ error, part }) => noteFailure(keyOf(context), error, part));
	if (shown) throw toNodeError(context.getNode(), shown.error, shown.guidance);
}
