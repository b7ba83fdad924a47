import { sleep } from 'n8n-workflow';

import { audited, type AuditContext } from '../audit';
import { listAt } from '../http/answers';
import { mapFaults, ServiceFault, unexpectedAnswer } from '../http/faults';
import { pathPart } from '../values/paths';
import { isE164, toE164 } from '../values/phoneNumbers';
import { onlyFor, rethrow } from '../http/rethrow';
import type { Reader, Writes } from '../http/requests';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../records';
import { withoutMark } from './unusedMark';
import { hostOf } from './webhookUrls';

/** The requests that are needed to work on endpoints. */
export interface EndpointRequests extends Reader, Pick<Writes, 'write'> {
	/** For the audit trail. */
	readonly context: AuditContext;
}

const PATH = '/webhooks';

/** Pause before each additional list that is searched for a new endpoint, in milliseconds. The list may lag behind. */
const LIST_PAUSES = [1000, 2000, 4000, 9000];

/** Lists the account's webhook endpoints. It isn't documented which field has the list, so several are accepted. */
export async function listEndpoints(requests: Reader): Promise<WebhookEndpoint[]> {
	return await listAt(requests, PATH, 'records', 'data');
}

/**
 * Creates an endpoint. Fax.Plus's response is empty, so the endpoint is then found by its URL.
 *
 * @param notNew IDs of old endpoints, which a slow list may still show. It's given if the URL has no endpoint and must only
 * get one. If the response is lost, an endpoint that appears there is then treated as the new one
 * @returns the new endpoint, which wasn't listed before and has this URL, however Fax.Plus writes it
 * @throws ServiceFault also if the list doesn't show the endpoint for 16 seconds. The outcome shows that it was created
 */
export async function createEndpoint(
	requests: EndpointRequests,
	settings: WebhookEndpointSettings,
	notNew?: ReadonlySet<string>,
): Promise<WebhookEndpoint> {
	return await audited(
		requests.context,
		'endpoint.created',
		async () => await create(requests, settings, notNew),
		(created) => ({ endpointId: created?.id, host: hostOf(settings.url) }),
	);
}

async function create(
	requests: EndpointRequests,
	settings: WebhookEndpointSettings,
	notNew: ReadonlySet<string> | undefined,
): Promise<WebhookEndpoint> {
	const before = notNew ?? new Set((await listWith(requests, 'notSent')).map(({ id }) => id));
	const findCreated = async (): Promise<WebhookEndpoint | undefined> =>
		(await listWith(requests, 'carriedOut')).find(
			({ id, url }) => !before.has(id) && isSameUrl(url, settings.url),
		);
	try {
		await requests.write({ method: 'POST', path: PATH, body: settings });
	} catch (error) {
		const isLost = error instanceof ServiceFault && error.outcome === 'unknown';
		const created = isLost && notNew ? await afterPauses(findCreated).catch(() => undefined) : undefined;
		return created ?? rethrow(error);
	}
	const created = (await findCreated()) ?? (await afterPauses(findCreated));
	if (created) return created;
	throw unexpectedAnswer("Fax.Plus created the endpoint, but doesn't list it", 'carriedOut');
}

async function listWith(requests: Reader, outcome: 'notSent' | 'carriedOut'): Promise<WebhookEndpoint[]> {
	const prefix = outcome === 'notSent' ? '' : "Fax.Plus created the endpoint, but its ID couldn't be read: ";
	return await mapFaults(
		async () => await listEndpoints(requests),
		(fault) => fault.withOutcome(outcome, `${prefix}${fault.message}`),
	);
}

/** Reads the list several times, because it may lag behind writes. */
async function afterPauses<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
	for (const pause of LIST_PAUSES) {
		await sleep(pause);
		const found = await read();
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Whether two strings mean the same address. Strings that aren't addresses are compared as they are. */
export function isSameUrl(a: string, b: string): boolean {
	return spelledOut(a) === spelledOut(b);
}

/**
 * Returns an address in its normalized form, without the mark for unused ones. A string that isn't an address stays as it
 * is.
 */
export function spelledOut(url: string): string {
	return URL.canParse(url) ? new URL(withoutMark(url)).href : url;
}

/** Changes an endpoint. Settings that are left out stay as they are. */
export async function updateEndpoint(
	requests: EndpointRequests,
	endpointId: string,
	changes: Partial<WebhookEndpointSettings>,
): Promise<void> {
	await audited(
		requests.context,
		'endpoint.changed',
		async () => await requests.write({ method: 'PATCH', path: pathOf(endpointId), body: changes }),
		() => ({ endpointId, changes: Object.keys(changes).join(), host: hostOf(changes.url) }),
	);
}

/** Deletes an endpoint and its signing secret. */
export async function deleteEndpoint(requests: EndpointRequests, endpointId: string): Promise<void> {
	await audited(
		requests.context,
		'endpoint.deleted',
		async () => await requests.write({ method: 'DELETE', path: pathOf(endpointId) }),
		() => ({ endpointId }),
	);
}

/** Deletes an endpoint that somebody else may have deleted already. */
export async function deleteEndpointIfThere(requests: EndpointRequests, endpointId: string): Promise<void> {
	const unlessMissing = (fault: ServiceFault): void => (fault.status === 404 ? undefined : rethrow(fault));
	await deleteEndpoint(requests, endpointId).catch(onlyFor(ServiceFault, unlessMissing));
}

/** Whether an endpoint delivers exactly these events and numbers, in any order and spelling. */
export function hasSettings(
	endpoint: WebhookEndpoint,
	settings: Pick<WebhookEndpointSettings, 'filter_types' | 'channels'>,
): boolean {
	return (
		haveSameEntries(endpoint.filter_types, settings.filter_types) &&
		haveSameEntries((endpoint.channels ?? []).map(spelling), (settings.channels ?? []).map(spelling))
	);
}

/** Fax.Plus may have numbers that this package wouldn't accept. They're compared unchanged. */
function spelling(number: string): string {
	return isE164(number) ? toE164(number) : number;
}

function pathOf(endpointId: string): string {
	return `${PATH}/${pathPart(endpointId, 'Webhook Endpoint')}`;
}

/** Whether two lists have the same entries, in any order. */
function haveSameEntries(a: readonly string[], b: readonly string[]): boolean {
	const set = new Set(a);
	return set.size === new Set(b).size && b.every((entry) => set.has(entry));
}
