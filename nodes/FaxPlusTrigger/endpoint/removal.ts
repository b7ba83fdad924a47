import { describeError, isCredentialMissing } from '../../shared/editor/errors';
import type { WebhookEndpoint } from '../../shared/service/types';
import { log } from '../../shared/trigger/log';
import type { Lease } from './leases';
import { receiverAt } from '../../shared/service/receivers';
import { ownerOf } from '../../shared/service/triggerMarks';
import { fingerprintOf } from '../../shared/values/fingerprint';
import { Obstacle, retryLater } from './retry';
import type { EndpointAccess } from './access';
import { change, DELETE_BY_HAND, deleteForGood, endpointsAtUrl } from './access';

/** In milliseconds. The first one is the time that a publish has to take the endpoint up again. */
const PAUSES = [120_000, 240_000, 480_000];

/** Leaves of the endpoints with the URL those that may be removed. */
type Filter = (endpoints: WebhookEndpoint[]) => WebhookEndpoint[];

/** Removes the endpoint of an ending lease, unless somebody takes its URL up in the next minutes. It never throws. */
export async function removeLater(access: EndpointAccess): Promise<void> {
	await retryLater(access.lease, {
		pauses: PAUSES,
		attempt: async () => {
			await remove(access);
		},
		onFailure: (error, nextPause) => {
			log(
				access.context,
				access.lease.endpoint ? 'warn' : 'info',
				failureMessage(access.lease, error, nextPause),
			);
		},
	});
	access.lease.release();
}

/**
 * Removes what nobody uses, after a last look: the endpoint may have another URL by now.
 *
 * @throws ServiceFault, Obstacle, and what n8n throws when it cannot read the credential
 */
async function remove(access: EndpointAccess): Promise<void> {
	const { lease, context } = access;
	const { successors } = lease;
	const filter = successors.length > 0 ? filterBySuccessors(successors) : await filterByReceiver(access);
	const found = await endpointsAtUrl(access);
	const endpoints = filter(found);

	if (endpoints.length === 0) log(context, 'info', nothingRemoved(found));
	for (const { id } of endpoints) {
		await change(access, async (api) => {
			if (lease.successors.at(-1) !== successors.at(-1))
				throw new Obstacle('its webhook URL has been taken meanwhile', true);
			await deleteForGood(api, lease, id);
			if (lease.endpoint?.id === id) lease.endpoint = undefined;
			log(context, 'info', `removed webhook endpoint ${id}`);
		});
	}
}

/**
 * This process has taken the URL with other credentials since. If one of them is of the same account, the endpoint is in
 * use there, or removed from there, and what else has the URL is its affair too.
 */
function filterBySuccessors(successors: readonly Lease[]): Filter {
	const inUse = successors.map(({ endpoint }) => endpoint?.id);
	if (inUse.includes(undefined)) {
		throw new Obstacle('the service has not told yet which endpoint the trigger uses now', true);
	}
	return (endpoints) => (endpoints.some(({ id }) => inUse.includes(id)) ? [] : endpoints);
}

/** Whether somebody uses the URL outside this process. */
async function filterByReceiver({ lease, context }: EndpointAccess): Promise<Filter> {
	const receiver = await receiverAt(lease.url, context.helpers);
	if (receiver.by === 'unclear') throw new Obstacle(receiver.obstacle, receiver.isTransient);
	if (receiver.by === 'nobody') return (endpoints) => endpoints;

	const { owner, endpoint: inUse } = receiver;
	const own = lease.endpoint?.id;
	const hasOther = own !== undefined && inUse !== undefined && inUse !== fingerprintOf(own);
	if (owner === ownerOf(context.getNode()) || !hasOther) {
		return () => [];
	}
	return (endpoints) =>
		endpoints.some(({ id }) => fingerprintOf(id) === inUse) ? [] : endpoints.filter(({ id }) => id === own);
}

function nothingRemoved(found: WebhookEndpoint[]): string {
	const ids = found.map(({ id }) => id).join(', ');
	return ids === ''
		? 'no webhook endpoint was left to remove'
		: `endpoint ${ids} is kept at the service, because a trigger is using its webhook URL again`;
}

function failureMessage({ endpoint, url }: Lease, error: unknown, nextPause: number | undefined): string {
	const reason = describeError(error);
	const isLast = nextPause === undefined;
	if (!endpoint) {
		const advice = isLast ? `. If "Webhook Endpoint: Get Many" lists one for ${url}, delete it` : '';
		return `it is not known whether an endpoint is left for its webhook URL (${reason})${advice}`;
	}
	const next = isLast
		? `Delete it ${DELETE_BY_HAND}`
		: `This is tried again in ${nextPause / 60_000} minutes`;
	if (error instanceof Obstacle) {
		const condition = isLast ? ', if nothing uses it' : '';
		return `endpoint ${endpoint.id} is kept at the service, because ${reason}. ${next}${condition}.`;
	}
	if (isCredentialMissing(error))
		return `endpoint ${endpoint.id} could not be removed, because its credential cannot be used any more, which is needed for two minutes after the workflow is unpublished (${reason}). Delete it with another credential of the account, ${DELETE_BY_HAND}.`;
	return `endpoint ${endpoint.id} could not be removed (${reason}). ${next}.`;
}
