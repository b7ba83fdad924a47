import type { IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { NOTHING_AT_BASE_URL } from '../shared/editor/advice';
import { describeError, inOneMessage, toNodeError } from '../shared/editor/errors';
import { userIdField } from '../shared/editor/commonFields';
import { keyOf, log } from '../shared/log';
import { InputError } from '../shared/values/inputError';
import { isPassing, isToBeShown, noteSuccess } from '../shared/watch/failures';

/** What permits listing faxes, and what to do where the service refuses it (docs/contributing/api.md, "Polling"). */
export const listingGuidance: Guidance = {
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	advice: { '404': NOTHING_AT_BASE_URL },
};

const FIRST_POLL =
	'No poll has succeeded yet. Only faxes after the first successful poll start the workflow.';
const LATER_POLL =
	"Faxes received until then start the workflow once you've fixed this. Each poll checks back to the last successful one.";

/**
 * Tells what kept a poll from going well: the log always, a person when one has to know.
 *
 * @param isActivation whether the poll is part of one
 * @param isNew whether there was nothing to compare the lists with
 * @throws NodeApiError or NodeOperationError for a person
 */
export function tellFailure(
	context: IPollFunctions,
	error: unknown,
	{ isActivation, isNew }: { isActivation: boolean; isNew: boolean },
): void {
	const ifNotDone = isNew && isActivation ? FIRST_POLL : LATER_POLL;
	const nodeError = toNodeError(context.getNode(), error, { ...listingGuidance, ifNotDone });
	const isPersonThere = isActivation && ['activate', 'update'].includes(context.getActivationMode());
	// All else shows with the next poll: over an error in an activation n8n would give the trigger up.
	if (isPersonThere && (error instanceof InputError || (isNew && !isOutage(error))))
		throw inOneMessage(nodeError);
	if (!isActivation && isToBeShown(keyOf(context), error)) throw nodeError;
	log(context, 'warn', `a poll failed. The next one catches up: ${describeError(error)}`);
}

/** Tells the log that an outage has ended. */
export function tellRecovery(context: IPollFunctions): void {
	if (noteSuccess(keyOf(context))) log(context, 'info', 'polling works again');
}

/** Whether the service answers, but not now; where it cannot be reached at all, the Base URL may be wrong. */
function isOutage(error: unknown): boolean {
	return isPassing(error) && error.outcome !== 'notSent';
}
