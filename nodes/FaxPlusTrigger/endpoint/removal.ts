import { sleep } from 'n8n-workflow';

import { describeError, isCredentialMissing } from '../../shared/editor/errors';
import { ServiceFault } from '../../shared/http/faults';
import { rethrow } from '../../shared/http/rethrow';
import { ownerOf, receiverAt } from '../../shared/endpoints/receivers';
import type { WebhookEndpoint } from '../../shared/records';
import { log } from '../../shared/log';
import { fingerprintOf } from '../../shared/values/fingerprint';
import type { Departure } from './addresses';
import type { EndpointAccess } from './mend';
import { DELETE_BY_HAND, deleteForGood, endpointsAt, forgetDeleted } from './mend';
import type { HeldEndpoint } from './savedRegistration';

const MINUTE = 60_000;

/**
 * Before each try, in milliseconds. A publish has two minutes to take the URL up again; after that, Fax.Plus or n8n may be in trouble
 * for a while.
 */
const PAUSES = [2 * MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE];

/** Why an endpoint stays in doubt: a clause that goes on after "because". */
class Doubt extends Error {}

/**
 * Removes the endpoint that a deactivation has left behind, unless somebody takes its URL up in time. It never throws. If n8n
 * ends before it is done, nothing does it later, so the log names the endpoint at once.
 */
export async function removeLater(access: EndpointAccess, departure: Departure): Promise<void> {
	const { address, context } = access;
	const isDue = (): boolean => address.departures.get(departure.account) === departure;
	if (departure.endpoint)
		log(
			context,
			'info',
			`${nameOf(departure.endpoint, address.url)} will be deleted in two minutes, unless the workflow is published again. If n8n stops before, delete it ${DELETE_BY_HAND}.`,
		);
	let failure: unknown;
	for (const pause of PAUSES) {
		await sleep(pause);
		if (!isDue()) return;
		failure = await remove(access, departure).then(
			() => undefined,
			(error: unknown) => error ?? new Error('no reason'),
		);
		// Without its credential no later try does better.
		if (failure === undefined || !isDue() || isCredentialMissing(failure)) break;
	}
	if (!isDue()) return;
	if (failure !== undefined)
		log(context, departure.endpoint ? 'warn' : 'info', failureMessage(access, departure, failure));
	address.departures.delete(departure.account);
}

/**
 * Removes what nobody uses, after a last look: the endpoint may have another URL by now. Only deleting is done in turn, as
 * activations wait for it.
 *
 * @throws ServiceFault, Doubt, and what n8n throws when it cannot read the credential
 */
async function remove(access: EndpointAccess, departure: Departure): Promise<void> {
	const { address, context } = access;
	const { generation } = address;
	const found = await endpointsAt(access);
	const unused = found.length > 0 ? await unusedAmong(found, access, departure) : [];
	if (unused.length === 0) {
		const ids = found.map(({ id }) => id).join(', ');
		const kept = `endpoint ${ids} is kept at the service, because a trigger is using its webhook URL again`;
		log(context, 'info', ids === '' ? 'no webhook endpoint was left to remove' : kept);
	}
	for (const { id } of unused) {
		await address.turns.take(async () => {
			if (address.generation !== generation) throw new Doubt('its webhook URL has been taken meanwhile');
			await deleteSurely(access, id);
			if (departure.endpoint?.id === id) departure.endpoint = undefined;
			log(context, 'info', `removed webhook endpoint ${id}`);
		});
	}
}

/** Deletes an endpoint. If the answer is lost, the list shows whether it's gone. */
async function deleteSurely(access: EndpointAccess, id: string): Promise<void> {
	try {
		await deleteForGood(access, id);
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.outcome !== 'unknown') rethrow(error);
		const left = await endpointsAt(access).catch(() => rethrow(error));
		if (left.some((one) => one.id === id)) rethrow(error);
		forgetDeleted(access, id);
	}
}

/** Leaves of the endpoints with the URL those that may be removed, as neither this process nor another uses them. */
async function unusedAmong(
	found: WebhookEndpoint[],
	{ address, context }: EndpointAccess,
	departure: Departure,
): Promise<WebhookEndpoint[]> {
	// Taken with another credential, which may be of the same account: what else has the URL is its affair then.
	if (address.holder) {
		const inUse = address.endpoint?.id;
		if (inUse === undefined) throw new Doubt('it is not known which endpoint the trigger uses now');
		return found.some(({ id }) => id === inUse) ? [] : found;
	}
	const receiver = await receiverAt(address.url, context.helpers);
	if (receiver.by === 'unclear') throw new Doubt(receiver.obstacle);
	if (receiver.by === 'nobody') return found;
	const { owner, endpoint: inUse } = receiver;
	const isOfOther = owner !== ownerOf(context.getNode()) && inUse !== undefined;
	if (!isOfOther || found.some(({ id }) => fingerprintOf(id) === inUse)) return [];
	return found.filter(({ id }) => id === departure.endpoint?.id);
}

function failureMessage(
	{ address: { url } }: EndpointAccess,
	{ endpoint: left }: Departure,
	error: unknown,
): string {
	const reason = describeError(error);
	if (!left)
		return `it is not known whether an endpoint is left for its webhook URL (${reason}). If "Webhook Endpoint: Get Many" lists one for ${url}, delete it`;
	const endpoint = nameOf(left, url);
	if (error instanceof Doubt)
		return `${endpoint} is kept at the service, because ${reason}. Delete it ${DELETE_BY_HAND}, if nothing uses it.`;
	if (isCredentialMissing(error))
		return `${endpoint} could not be removed, because its credential cannot be used any more, which is needed for two minutes after the workflow is unpublished (${reason}). Delete it with another credential of the account, ${DELETE_BY_HAND}.`;
	return `${endpoint} could not be removed (${reason}). Delete it ${DELETE_BY_HAND}.`;
}

function nameOf({ id }: HeldEndpoint, url: string): string {
	return id === undefined ? `the endpoint with the URL ${url}` : `endpoint ${id}`;
}
