import { inWords } from '../../shared/editor/errors';
import { ServiceFault } from '../../shared/service/faults';
import type { WebhookEndpoint } from '../../shared/service/types';
import { deleteEndpointIfThere } from '../../shared/service/webhookEndpoints';
import { fingerprintOf, log, ownerOf } from '../marks';
import type { Lease } from './leases';
import { registrationOf } from './registration';
import { Obstacle, retryLater } from './retry';
import type { Task } from './task';
import { DELETE_BY_HAND, endpointsAtUrl } from './task';

/** In milliseconds. The first one is the time that a publish has to take the endpoint up again. */
const PAUSES = [120_000, 120_000, 120_000];

/** Chooses what may be removed of the endpoints with the URL. */
type Choice = (endpoints: WebhookEndpoint[]) => WebhookEndpoint[];

/** Removes the endpoint of an ending lease, unless somebody takes its URL up in the next minutes. It never throws. */
export async function removeLater(task: Task): Promise<void> {
	await retryLater(task.lease, {
		pauses: PAUSES,
		attempt: async () => {
			await remove(task);
		},
		onFailure: (error, isLast) => {
			log(task.context, task.lease.endpoint ? 'warn' : 'info', failureInWords(task.lease, error, isLast));
		},
	});
	task.lease.release();
}

/**
 * Removes what nobody uses, after a last look: the endpoint may have another URL by now.
 *
 * @throws ServiceFault, Obstacle, and what n8n throws when it cannot read the credential
 */
async function remove(task: Task): Promise<void> {
	const { api, lease, context } = task;
	const { successors } = lease;
	const choose = successors.length > 0 ? beside(successors) : await accordingToN8n(task);
	const found = await endpointsAtUrl(task);
	const endpoints = choose(found);

	if (endpoints.length === 0) log(context, 'info', nothingRemoved(found));
	for (const { id } of endpoints) {
		await lease.change(async () => {
			if (lease.successors.at(-1) !== successors.at(-1))
				throw new Obstacle('its webhook URL has been taken meanwhile', true);
			await deleteEndpointIfThere(api, id);
			if (lease.endpoint?.id === id) lease.endpoint = undefined;
			log(context, 'info', `removed webhook endpoint ${id}`);
		});
	}
}

/**
 * This process has taken the URL with other credentials since. If one of them is of the same account, the endpoint is in
 * use there, or removed from there, and what else has the URL is its affair too.
 */
function beside(successors: readonly Lease[]): Choice {
	const inUse = successors.map(({ endpoint }) => endpoint?.id);
	if (inUse.includes(undefined)) {
		throw new Obstacle('the service has not told yet which endpoint the trigger uses now', true);
	}
	return (endpoints) => (endpoints.some(({ id }) => inUse.includes(id)) ? [] : endpoints);
}

/** Whether somebody uses the URL outside this process. */
async function accordingToN8n({ lease, context }: Task): Promise<Choice> {
	const registration = await registrationOf(lease.url, context.helpers);
	if (registration.by === 'unclear') throw new Obstacle(registration.obstacle, registration.isPassing);
	if (registration.by === 'nobody') return (endpoints) => endpoints;

	const { owner, endpoint: inUse } = registration;
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

function failureInWords({ endpoint, url }: Lease, error: unknown, isLast: boolean): string {
	const words = inWords(error);
	if (!endpoint) {
		const advice = isLast ? `. If "Webhook Endpoint: Get Many" lists one for ${url}, delete it` : '';
		return `it is not known whether an endpoint is left for its webhook URL (${words})${advice}`;
	}
	const next = isLast ? `Delete it ${DELETE_BY_HAND}` : 'This is tried again in two minutes';
	if (error instanceof Obstacle) {
		const condition = isLast ? ', if nothing uses it' : '';
		return `endpoint ${endpoint.id} is kept at the service, because ${words}. ${next}${condition}.`;
	}
	if (error instanceof ServiceFault)
		return `endpoint ${endpoint.id} could not be removed (${words}). ${next}.`;
	return `endpoint ${endpoint.id} could not be removed, because its credential cannot be used any more, which is needed for two minutes after a deactivation (${words}). Delete it with another credential of the account, ${DELETE_BY_HAND}.`;
}
