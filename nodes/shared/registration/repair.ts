import type { IExecuteFunctions, IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { describeError } from '../editor/errors';
import { ServiceFault } from '../http/faults';
import { rethrow } from '../http/rethrow';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../records';
import type { EndpointRequests } from '../endpoints/webhookEndpoints';
import {
	createEndpoint,
	deleteEndpointIfThere,
	hasSettings,
	isSameUrl,
	listEndpoints,
	updateEndpoint,
} from '../endpoints/webhookEndpoints';
import { isMarked } from '../endpoints/unusedMark';
import { log } from '../log';
import type { Address } from './addresses';
import type { HeldEndpoint } from './savedRegistration';

/** How long a list may fail to show a new endpoint, in milliseconds. */
const LONGEST_LAG = 600_000;

export const DELETE_BY_HAND = 'with the Fax.Plus node, "Webhook Endpoint: Delete"';

/** Everything that's needed to work on the endpoints of a URL. */
export interface EndpointAccess {
	/**
	 * Use only what still works after n8n's hook has returned. Fields don't, because their expressions can no longer be
	 * evaluated.
	 */
	context: IHookFunctions | IPollFunctions | IExecuteFunctions;
	api: EndpointRequests;
	address: Address;
	/** Called with all endpoints of the account whenever they're listed. */
	listed?: (all: WebhookEndpoint[]) => void;
}

/** Lists the endpoints with the URL, without those that this process has deleted. */
export async function endpointsAt({ api, address, listed }: EndpointAccess): Promise<WebhookEndpoint[]> {
	const endpoints = await listEndpoints(api);
	listed?.(endpoints);
	const found = endpoints.filter(({ id, url }) => isSameUrl(url, address.url) && !address.deleted.has(id));
	if (found.length > 0) address.createdUnseenAt = -Infinity;
	return found;
}

/** Deletes an endpoint. From then on, it's treated as gone, whatever the list shows. */
export async function deleteForGood(access: EndpointAccess, id: string): Promise<void> {
	await deleteEndpointIfThere(access.api, id);
	forgetDeleted(access, id);
}

/** Records that an endpoint was deleted, because a slow list may still show it. */
export function forgetDeleted({ address }: EndpointAccess, id: string): void {
	address.deleted.add(id);
	if (address.endpoint?.id === id) address.endpoint = undefined;
}

/**
 * Compares the endpoints that Fax.Plus lists for a URL with the wanted settings, and fixes the differences. If several
 * endpoints have the URL, the trigger's own is kept. If it's unknown which one that is, all are kept. It stops once the URL
 * is released or taken again.
 *
 * @param approve called before settings are sent to Fax.Plus. If it throws, they aren't sent
 * @returns the endpoint that's assumed to exist from now on, or undefined if the URL was released or taken again
 * @throws ServiceFault, and what `approve` throws
 */
export async function repair(
	access: EndpointAccess,
	wanted: WebhookEndpointSettings,
	approve: () => Promise<void>,
): Promise<HeldEndpoint | undefined> {
	const { api, address, context } = access;
	const { generation } = address;
	const isCurrent = (): boolean => address.generation === generation;
	const send = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
		if (isCurrent()) await approve();
		return isCurrent() ? await work() : undefined;
	};
	// A slow list may still show the settings from before the last change.
	const isDifferent = (endpoint: WebhookEndpoint): boolean =>
		[endpoint, { ...endpoint, ...address.sent }].some((settings) => !hasSettings(settings, wanted));

	return await address.turns.take(async () => {
		if (!isCurrent()) return undefined;
		const found = await endpointsAt(access);
		const own = found.find(({ id }) => id === address.endpoint?.id);
		const kept = own ? [own] : found;
		if (!own) logMissing(access, found);
		for (const { id } of kept.filter((endpoint) => isMarked(endpoint.url)))
			if (isCurrent()) await updateEndpoint(api, id, { url: address.url });
		const { url, filter_types, channels } = wanted;
		for (const { id } of kept.filter(isDifferent)) {
			await send(async () => {
				await updateEndpoint(api, id, { filter_types, channels });
				address.sent = { url, filter_types, channels };
			});
		}
		for (const { id } of found.filter((endpoint) => !kept.includes(endpoint))) {
			if (!isCurrent()) break;
			log(context, 'warn', `removing endpoint ${id}, which has the same URL as its own`);
			await deleteForGood(access, id);
		}
		const created = found.length > 0 ? undefined : await send(async () => await create(access, wanted));
		if (!isCurrent()) return undefined;
		address.endpoint = created ?? { id: kept.length === 1 ? kept[0]?.id : undefined };
		return address.endpoint;
	});
}

async function create(
	{ api, address, context }: EndpointAccess,
	wanted: WebhookEndpointSettings,
): Promise<HeldEndpoint> {
	if (Date.now() - address.createdUnseenAt < LONGEST_LAG) return { id: undefined };
	try {
		const { id } = await createEndpoint(api, wanted, address.deleted);
		address.sent = wanted;
		const line = `in Fax.Plus, copy the signing secret of endpoint ${id} for ${address.url}, and add it to the trigger's signing secret credential.`;
		log(context, 'info', line);
		return { id };
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.outcome !== 'carriedOut') return rethrow(error);
		address.createdUnseenAt = Date.now();
		log(context, 'warn', describeError(error));
		return { id: undefined };
	}
}

/** Logs what's wrong if the trigger's own endpoint isn't among those that were found. The same problem is logged once. */
function logMissing({ context, address: { endpoint } }: EndpointAccess, found: WebhookEndpoint[]): void {
	if (endpoint?.id !== undefined) {
		const line = `endpoint ${endpoint.id} isn't in the account of its credential. If it's in another account, delete it there ${DELETE_BY_HAND}.`;
		log(context, 'warn', line);
	}
	if (found.length > 1 && (!endpoint || endpoint.id !== undefined)) {
		const ids = found.map(({ id }) => id).join(', ');
		const line = `endpoints ${ids} have its webhook URL. All are kept, because it's unknown which one is its own. Find out whose signing secret is in the credential, and delete the others ${DELETE_BY_HAND}.`;
		log(context, 'warn', line);
	}
}
