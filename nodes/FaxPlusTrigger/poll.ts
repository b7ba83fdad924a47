import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../shared/editor/errors';
import { late } from '../shared/http/faults';
import { keyOf, log } from '../shared/log';
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
	error: unknown;
	guidance: Guidance;
}

/** Triggers whose last poll had something to show, and has passed on faxes instead. */
const unshown = new Set<string>();

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
	// The registration beside it does all else that is to be done then.
	if (isActivation) {
		noteSince(context, againOf(context));
		return null;
	}
	const failed: Failure[] = [];
	await checkAgain(context).catch((error: unknown) => failed.push({ error, guidance: triggerGuidance }));
	if (unshown.delete(key)) show(context, failed);
	const { items, failure } = await lookAtLists(limited).catch((error: unknown): Look => ({
		items: [],
		failure: error,
	}));
	if (failure !== undefined) {
		const error = end.aborted ? late('service') : failure;
		log(context, 'warn', `missed faxes were not looked for as they should: ${describeError(error)}`);
		failed.push({ error, guidance: listingGuidance });
	}
	if (failed.length === 0) noteSuccess(key);
	// What failed shows with the next poll.
	if (items.length > 0 && failed.length > 0) unshown.add(key);
	if (items.length > 0) return [items];
	show(context, failed);
	return null;
}

/** Of an outage that meets both halves only one counts. */
function show(context: IPollFunctions, failed: Failure[]): void {
	const counted = failed.filter(({ error }, at) => at === 0 || !isPassing(error));
	const shown = counted.find(({ error }) => noteFailure(keyOf(context), error));
	if (shown) throw toNodeError(context.getNode(), shown.error, shown.guidance);
}
