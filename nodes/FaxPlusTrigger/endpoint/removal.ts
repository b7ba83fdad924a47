import { sleep } from 'n8n-workflow';

import { describeError, isCredentialMissing } from '../../shared/editor/errors';
import { ownerOf, receiverAt } from '../../shared/endpoints/receivers';
import type { WebhookEndpoint } from '../../shared/records';
import { log } from '../../shared/log';
import { fingerprintOf } from '../../shared/values/fingerprint';
import type { Departure } from './addresses';
import type { EndpointAccess } from './mend';
import { DELETE_BY_HAND, deleteForGood, endpointsAt } from './mend';

/** The time that a publish has to take the URL up again, in milliseconds. */
const PAUSE = 120_000;

/** Why an endpoint stays in doubt: a clause that goes on after "because". */
class Doubt extends Error {}

/**
 * Removes the endpoint that a deactivation has left behind, unless somebody takes its URL up in time. It is tried once, and never
 * throws: what stays, the log names.
 */
export async function removeLater(access: EndpointAccess, departure: Departure): Promise<void> {
	const { address, context } = access;
	const isDue = (): boolean => address.departures.get(departure.account) === departure;
	await sleep(PAUSE);
	if (!isDue()) return;
	try {
		await remove(access, departure);
	} catch (error) {
		if (isDue()) log(context, departure.endpoint ? 'warn' : 'info', failureMessage(access, departure, error));
	}
	if (isDue()) address.departures.delete(departure.account);
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
			await deleteForGood(access, id);
			if (departure.endpoint?.id === id) departure.endpoint = undefined;
			log(context, 'info', `removed webhook endpoint ${id}`);
		});
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
	const endpoint = left.id === undefined ? `the endpoint with the URL ${url}` : `endpoint ${left.id}`;
	if (error instanceof Doubt)
		return `${endpoint} is kept at the service, because ${reason}. Delete it ${DELETE_BY_HAND}, if nothing uses it.`;
	if (isCredentialMissing(error))
		return `${endpoint} could not be removed, because its credential cannot be used any more, which is needed for two minutes after the workflow is unpublished (${reason}). Delete it with another credential of the account, ${DELETE_BY_HAND}.`;
	return `${endpoint} could not be removed (${reason}). Delete it ${DELETE_BY_HAND}.`;
}
