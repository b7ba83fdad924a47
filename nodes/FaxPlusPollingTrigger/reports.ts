import type { IPollFunctions } from 'n8n-workflow';

import { describeError, inOneMessage, toNodeError } from '../shared/editor/errors';
import { keyOf, log } from '../shared/trigger/log';
import { InputError } from '../shared/values/inputError';
import { LruMap } from '../shared/values/lruMap';
import { Failures, isPassing } from './failures';
import { firstPollGuidance, pollingGuidance } from './guidance';

const failures = new Failures();

/** What a person has to see of polls that had faxes to pass on, and so could not throw: the next poll does. */
const heldBack = new LruMap<string, Error>(1_000);

/** Which poll it was. */
interface FailedPoll {
	/** Whether it is part of an activation. */
	isActivation: boolean;
	/** Whether there was nothing to compare the lists with. */
	isNew: boolean;
	/** Whether it has faxes to pass on all the same. */
	hasItems: boolean;
}

/**
 * Tells what kept a poll from going well: the log always, a person when one has to know.
 *
 * @throws NodeApiError or NodeOperationError for a person
 */
export function tellFailure(
	context: IPollFunctions,
	error: unknown,
	{ isActivation, isNew, hasItems }: FailedPoll,
): void {
	const guidance = isNew && isActivation ? firstPollGuidance : pollingGuidance;
	const nodeError = toNodeError(context.getNode(), error, guidance);
	const isPersonThere = isActivation && ['activate', 'update'].includes(context.getActivationMode());
	// All else shows with the next poll: over an error in an activation n8n would give the trigger up.
	if (isPersonThere && (error instanceof InputError || (isNew && !isOutage(error))))
		throw inOneMessage(nodeError);
	const isDue = !isActivation && failures.note(keyOf(context), error);
	if (isDue && !hasItems) throw nodeError;
	if (isDue) heldBack.set(keyOf(context), nodeError);
	log(context, 'warn', `a poll failed, the next one catches up: ${describeError(error)}`);
}

/** Whether the service answers, but not now; where it cannot be reached at all, the Base URL may be wrong. */
function isOutage(error: unknown): boolean {
	return isPassing(error) && error.outcome !== 'notSent';
}

/**
 * Tells a person what the poll before could not.
 *
 * @throws NodeApiError or NodeOperationError
 */
export function showHeldBack(context: IPollFunctions): void {
	const error = heldBack.get(keyOf(context));
	heldBack.delete(keyOf(context));
	if (error) throw error;
}

/** Tells the log that an outage has ended. */
export function tellRecovery(context: IPollFunctions): void {
	const failed = failures.clear(keyOf(context));
	if (failed > 0) log(context, 'info', `the poll went well again, after ${failed} that had failed`);
}
