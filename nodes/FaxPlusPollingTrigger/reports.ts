import type { IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { NOTHING_AT_BASE_URL } from '../shared/editor/advice';
import { describeError, inOneMessage, toNodeError } from '../shared/editor/errors';
import { userIdField } from '../shared/editor/commonFields';
import { keyOf, log } from '../shared/log';
import { InputError } from '../shared/values/inputError';
import { isTransient, isToBeShown, noteSuccess } from '../shared/watch/failures';

/** Scopes that allow listing faxes, and advice if Fax.Plus refuses it (docs/contributing/api.md, "Polling"). */
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
 * Reports why a poll failed. The log always shows it. A failed execution shows it if a user has to know.
 *
 * @param isActivation whether the poll is part of an activation
 * @param isNew whether there was nothing to compare the lists with
 * @throws NodeApiError or NodeOperationError to show the failure to the user
 */
export function reportFailure(
	context: IPollFunctions,
	error: unknown,
	{ isActivation, isNew }: { isActivation: boolean; isNew: boolean },
): void {
	const ifNotDone = isNew && isActivation ? FIRST_POLL : LATER_POLL;
	const nodeError = toNodeError(context.getNode(), error, { ...listingGuidance, ifNotDone });
	const isPersonThere = isActivation && ['activate', 'update'].includes(context.getActivationMode());
	// The next poll shows everything else, because n8n gives up on a trigger that throws in an activation.
	if (isPersonThere && (error instanceof InputError || (isNew && !isOutage(error))))
		throw inOneMessage(nodeError);
	if (!isActivation && isToBeShown(keyOf(context), error)) throw nodeError;
	log(context, 'warn', `a poll failed. The next one catches up: ${describeError(error)}`);
}

/** Logs that polling works again after a failure. */
export function logRecovery(context: IPollFunctions): void {
	if (noteSuccess(keyOf(context))) log(context, 'info', 'polling works again');
}

/** Whether Fax.Plus can be reached but is failing. If it can't be reached at all, the Base URL may be wrong. */
function isOutage(error: unknown): boolean {
	return isTransient(error) && error.outcome !== 'notSent';
}
