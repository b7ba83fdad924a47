import { sleep } from 'n8n-workflow';

import { auditChange } from '../audit';
import { describeError, isCredentialMissing } from '../editor/errors';
import { ServiceFault } from '../http/faults';
import { rethrow } from '../http/rethrow';
import { ownerOf, receiverAt } from '../endpoints/receivers';
import type { WebhookEndpoint } from '../records';
import { instanceOf, markedUrl, markOf, withoutMark } from '../endpoints/unusedMark';
import { listEndpoints, updateEndpoint } from '../endpoints/webhookEndpoints';
import type { Api } from '../http/api';
import { SHORT } from '../http/api';
import { log } from '../log';
import { fingerprintOf } from '../values/fingerprint';
import type { Departure } from './addresses';
import { addressAt } from './addresses';
import type { EndpointAccess } from './repair';
import { DELETE_BY_HAND, deleteForGood, endpointsAt, forgetDeleted } from './repair';
import type { HeldEndpoint } from './savedRegistration';

const MINUTE = 60_000;

/** How long to wait for another publish with the endpoint's URL before the endpoint is deleted, in milliseconds. */
const GRACE = 2 * MINUTE;

/** Pause before each try, in milliseconds. If the first one fails, Fax.Plus or n8n may have problems for a while. */
const PAUSES = [GRACE, MINUTE, 5 * MINUTE, 30 * MINUTE];

/**
 * Pause before each try to mark the endpoint, in milliseconds. A publish takes over the URL sooner than that, and shouldn't
 * have to remove the mark.
 */
const PAUSES_OF_MARK = [3_000, 10_000, 30_000];

/** Why it's uncertain whether an endpoint is in use. The message is a clause that follows "because". */
class Doubt extends Error {}

/**
 * Removes the endpoint that a deactivation has left behind, unless its URL is soon used again. It never throws. If n8n
 * stops before that, a mark in the endpoint's URL lets another trigger do it later. The log names the endpoint at once,
 * because there may be no other trigger.
 */
export async function removeLater(access: EndpointAccess, departure: Departure): Promise<void> {
	const { address, context } = access;
	const isDue = (): boolean => address.departures.get(departure.account) === departure;
	if (departure.endpoint) {
		log(
			context,
			'info',
			`${nameOf(departure.endpoint, address.url)} will be deleted in two minutes, unless the workflow is published again. If n8n stops before that, another Fax.Plus trigger or "Webhook Endpoint: Check" with this account deletes it later, but only if Fax.Plus can be reached in the next minute. Otherwise, delete it ${DELETE_BY_HAND}.`,
		);
		const unmarked = await tryAfter(PAUSES_OF_MARK, isDue, async () => {
			await markAll(access, departure, isDue);
		});
		if (unmarked !== undefined)
			log(context, 'debug', `couldn't mark its endpoint as unused: ${describeError(unmarked)}`);
	}
	const failure = await tryAfter(PAUSES, isDue, async () => {
		await remove(access, departure);
	});
	if (!isDue()) return;
	if (failure !== undefined)
		log(context, departure.endpoint ? 'warn' : 'info', failureMessage(access, departure, failure));
	address.departures.delete(departure.account);
}

/**
 * Does some work after a pause, and again after each of the next pauses until it succeeds.
 *
 * @param isDue whether the work still needs to be done
 * @returns why the last try failed, or undefined if it didn't
 */
async function tryAfter(
	pauses: readonly number[],
	isDue: () => boolean,
	work: () => Promise<void>,
): Promise<unknown> {
	let failure: unknown;
	for (const pause of pauses) {
		await sleep(pause);
		if (!isDue()) return undefined;
		failure = await work().then(
			() => undefined,
			(error: unknown) => error ?? new Error('no reason'),
		);
		// Without the credential, no later try can succeed.
		if (failure === undefined || isCredentialMissing(failure)) return failure;
	}
	return failure;
}

/** @throws ServiceFault, and n8n's error if it can't read the credential */
async function markAll(access: EndpointAccess, { account }: Departure, isDue: () => boolean): Promise<void> {
	const { address, api, context } = access;
	const url = markedUrl(address.url, { since: Date.now(), instance: instanceOf(context) });
	for (const { id } of await endpointsAt(access)) {
		await address.turns.take(async () => {
			// Somebody with another credential may use an endpoint at the URL.
			const isUnused = isDue() && (address.holder === undefined || address.holder.account === account);
			if (isUnused && !address.deleted.has(id)) await updateEndpoint(api, id, { url });
		});
	}
}

/**
 * Deletes the endpoints that this n8n instance has marked as unused but couldn't delete, because it was stopped or Fax.Plus
 * had problems. Any trigger with a credential of the account does this. What can't be deleted now is left for next time.
 *
 * @param all endpoints of the account
 * @returns the IDs of the endpoints that were deleted, and of those that are left
 */
export async function removeLeftBehind(
	{ context, api }: Pick<EndpointAccess, 'context' | 'api'>,
	all: readonly WebhookEndpoint[],
): Promise<{ removed: string[]; left: string[] }> {
	const instance = instanceOf(context);
	const marked = all.filter(({ url }) => markOf(url)?.instance === instance);
	const ids: { removed: string[]; left: string[] } = { removed: [], left: [] };
	for (const { id, url } of marked) {
		const address = addressAt(withoutMark(url));
		const { since = 0 } = markOf(url) ?? {};
		// The difference is absolute, because clocks may be set back. If a removal is running in this process, the address
		// has a departure.
		const isPast = Math.abs(Date.now() - since) >= GRACE && address.departures.size === 0;
		const departure = { account: ownerOf(context.getNode()), endpoint: { id }, registeredAt: undefined };
		if (isPast)
			await remove({ context, api, address }, departure).catch((error: unknown) => {
				const reason = describeError(error);
				log(context, 'debug', `endpoint ${id} was left behind, and can't be deleted now: ${reason}`);
			});
		ids[address.deleted.has(id) ? 'removed' : 'left'].push(id);
	}
	return ids;
}

/** Accounts that this process has searched for endpoints that were left behind. */
const lookedAt = new Set<string>();

/**
 * After a start of n8n, deletes endpoints that were left behind, with several tries. It does this once for each credential,
 * and never throws.
 */
export async function removeLeftBehindLater(
	context: EndpointAccess['context'],
	connect: () => Promise<Api>,
): Promise<void> {
	const account = ownerOf(context.getNode());
	if (lookedAt.has(account)) return;
	lookedAt.add(account);
	const failure = await tryAfter(
		PAUSES,
		() => true,
		async () => {
			const api = (await connect()).at(SHORT);
			const { left } = await removeLeftBehind({ context, api }, await listEndpoints(api));
			if (left.length > 0) throw new Doubt(`endpoint ${left.join(', ')} couldn't be deleted yet`);
		},
	);
	if (failure !== undefined) log(context, 'debug', `endpoints may be left behind: ${describeError(failure)}`);
}

/**
 * Removes the endpoints that nobody uses. It first checks them again, because an endpoint may have another URL by now. Only
 * the deletion takes a turn, because activations wait for turns.
 *
 * @throws ServiceFault, Doubt, and n8n's error if it can't read the credential
 */
async function remove(access: EndpointAccess, departure: Departure): Promise<void> {
	const { address, context } = access;
	const { generation } = address;
	const found = await endpointsAt(access);
	const unused = found.length > 0 ? await unusedAmong(found, access, departure) : [];
	if (unused.length === 0) {
		const ids = found.map(({ id }) => id).join(', ');
		const kept = `endpoint ${ids} is kept in Fax.Plus, because a trigger is using its webhook URL again`;
		log(context, 'info', ids === '' ? 'no webhook endpoint was left to remove' : kept);
	}
	for (const { id } of unused) {
		await address.turns.take(async () => {
			if (address.generation !== generation) throw new Doubt('another trigger uses its webhook URL now');
			await deleteSurely(access, id);
			if (departure.endpoint?.id === id) departure.endpoint = undefined;
		});
	}
}

/** Deletes an endpoint. If the response is lost, the list shows whether it's gone. */
async function deleteSurely(access: EndpointAccess, id: string): Promise<void> {
	try {
		await deleteForGood(access, id);
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.outcome !== 'unknown') rethrow(error);
		const left = await endpointsAt(access).catch(() => rethrow(error));
		if (left.some((one) => one.id === id)) rethrow(error);
		auditChange(access.context, 'endpoint.deleted', 'done', { endpointId: id });
		forgetDeleted(access, id);
	}
}

/** Returns the endpoints with the URL that may be removed, because neither this process nor another one uses them. */
async function unusedAmong(
	found: WebhookEndpoint[],
	{ address, context }: EndpointAccess,
	departure: Departure,
): Promise<WebhookEndpoint[]> {
	// Another trigger has taken the URL with another credential, which may belong to the same account. Then that trigger
	// takes care of all other endpoints with the URL.
	if (address.holder) {
		const inUse = address.endpoint?.id;
		if (inUse === undefined) throw new Doubt("it's unknown which endpoint the trigger uses now");
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
		return `it's unknown whether an endpoint is left for its webhook URL (${reason}). If "Webhook Endpoint: Get Many" lists one for ${url}, delete it.`;
	const endpoint = nameOf(left, url);
	if (error instanceof Doubt)
		return `${endpoint} is kept in Fax.Plus, because ${reason}. If nothing uses it, delete it ${DELETE_BY_HAND}.`;
	if (isCredentialMissing(error))
		return `${endpoint} couldn't be removed, because n8n can't use its credential anymore (${reason}). The trigger needs it for two minutes after you unpublish the workflow. Delete the endpoint with another credential of the account, ${DELETE_BY_HAND}.`;
	return `${endpoint} couldn't be removed (${reason}). Delete it ${DELETE_BY_HAND}.`;
}

function nameOf({ id }: HeldEndpoint, url: string): string {
	return id === undefined ? `the endpoint with the URL ${url}` : `endpoint ${id}`;
}
