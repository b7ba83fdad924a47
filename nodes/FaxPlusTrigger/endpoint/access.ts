import type { IHookFunctions } from 'n8n-workflow';

import type { Api } from '../../shared/service/api';
import type { WebhookEndpoint } from '../../shared/service/types';
import { deleteEndpointIfThere, isSameUrl, listEndpoints } from '../../shared/service/webhookEndpoints';
import { LruMap } from '../../shared/values/lruMap';
import type { Lease } from './leases';

/**
 * What work on an endpoint needs. Of the context only what also works when n8n's hook has returned: its requests, its
 * logger and the node itself, but no fields, whose expressions cannot be evaluated any more.
 */
export interface EndpointAccess {
	context: Pick<IHookFunctions, 'helpers' | 'logger' | 'getNode' | 'getWorkflow'>;
	api: Api;
	lease: Lease;
}

/** What this process has deleted, by URL and id; a list that lags may still show it. */
const deleted = new LruMap<string, true>(1_000);

/** The endpoints with the URL of the lease, as the service lists them, without those that this process has deleted. */
export async function endpointsAtUrl({ api, lease: { url } }: EndpointAccess): Promise<WebhookEndpoint[]> {
	const endpoints = await listEndpoints(api);
	return endpoints.filter(({ id, url: listed }) => isSameUrl(listed, url) && !deleted.get(`${url} ${id}`));
}

/** Deletes an endpoint, which does not count as there any more, whatever the list says. */
export async function deleteForGood(api: Api, { url }: Lease, id: string): Promise<void> {
	await deleteEndpointIfThere(api, id);
	deleted.set(`${url} ${id}`, true);
}

/**
 * Changes something at the service while nobody else in this process does so for the same URL. Others wait for it, so its
 * requests have short timeouts.
 *
 * @returns what the work does; undefined without any work if the lease has ended before its turn
 */
export async function change<T>(
	{ api, lease }: EndpointAccess,
	work: (api: Api) => Promise<T>,
): Promise<T | undefined> {
	return await lease.change(async () => await work(api.withShortTimeout()));
}

/** What a person can do about an endpoint that stays. */
export const DELETE_BY_HAND = 'with the Fax.Plus node, "Webhook Endpoint: Delete"';
