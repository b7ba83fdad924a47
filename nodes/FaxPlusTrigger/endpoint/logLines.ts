import type { IHookFunctions } from 'n8n-workflow';

import { triggerGuidance } from '../../shared/editor/endpointGuidance';
import { describeError, inOneMessage, toNodeError } from '../../shared/editor/errors';
import { log } from '../../shared/trigger/log';
import type { EndpointAccess } from './access';
import { DELETE_BY_HAND } from './access';
import type { EndpointMemory, KnownEndpoint } from './memory';

/** A new endpoint, whose signing secret nobody has entered yet. */
export function logCreated(context: IHookFunctions, { id }: KnownEndpoint, url: string): void {
	const line = `created webhook endpoint ${id} for ${url}. In Fax.Plus, copy its signing secret, and add it to the trigger's signing secret credential.`;
	log(context, 'info', line);
}

/** The service cannot be asked, so that work on the endpoint waits. */
export function logPostponed(context: IHookFunctions, { id }: KnownEndpoint, error: unknown): void {
	const line = `the service cannot be asked about endpoint ${id} now (${describeError(error)}), so it is kept as it is, and looked after later`;
	log(context, 'warn', line);
}

/** The service refuses to list endpoints, or nobody can ask it, but nothing that deliveries need is lacking. */
export function logRefused(context: IHookFunctions, { id }: KnownEndpoint, error: unknown): void {
	const reason = inOneMessage(toNodeError(context.getNode(), error, triggerGuidance)).message;
	const line = `endpoint ${id} had the settings of the fields when the service was asked last, and deliveries need no token, so the trigger goes on; but the service cannot be asked now. ${reason}`;
	log(context, 'error', line);
}

/** A registration has failed, and n8n has called for the removal of the endpoint. */
export function logKept(context: IHookFunctions, { id }: KnownEndpoint): void {
	const line = `its registration failed, so endpoint ${id} and its signing secret stay at the service. Mend the cause and publish the workflow: deliveries that the service repeats by then arrive.`;
	log(context, 'warn', line);
}

/** A deactivation that cannot remove the endpoint. */
export function logLeftBehind(context: IHookFunctions, endpointId: string | undefined, error: unknown): void {
	const reason = describeError(error);
	if (endpointId === undefined) {
		log(context, 'info', `no endpoint is known that would have to be removed (${reason})`);
		return;
	}
	const line = `endpoint ${endpointId} could not be marked for removal (${reason}). Delete it ${DELETE_BY_HAND}.`;
	log(context, 'error', line);
}

/** Nobody but a person can know whether another n8n with this workflow uses the former address. */
export function warnOfFormerAddress(context: IHookFunctions, memory: EndpointMemory, url: string): void {
	const former = memory.endpointElsewhere(url);
	// Test events have an address of their own.
	if (!former || context.getMode() === 'manual') return;
	const line = `its webhook URL has changed to ${url}. Endpoint ${former.id} still delivers to ${former.url}: delete it ${DELETE_BY_HAND}, unless another n8n uses it.`;
	log(context, 'warn', line);
}

/** The endpoint in use is another one than the trigger remembered, which may be in an account whose credential it had. */
export function warnOfFormer(
	context: EndpointAccess['context'],
	former: KnownEndpoint,
	{ id }: KnownEndpoint,
): void {
	if (former.id === id || former.isGuess) return;
	const line = `endpoint ${id} is used from now on. Endpoint ${former.id}, which it remembered, is not in the account of its credential: if it is in another one, delete it there ${DELETE_BY_HAND}.`;
	log(context, 'warn', line);
}
