import type { IHookFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/account';
import { Api } from '../../shared/service/api';
import { rethrow } from '../../shared/service/rethrow';
import { triggerGuidance } from '../../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../../shared/editor/errors';
import { log } from '../log';
import { ownerOf } from '../probe';
import { adopt, adoptLater, create } from './adoption';
import { leases } from './leases';
import { EndpointMemory } from './memory';
import { removeLater } from './removal';
import { isPermanent } from './retry';
import { wantedSettings, webhookUrl } from './settings';
import { DELETE_BY_HAND } from './access';

/**
 * The first step of an activation: looks for the endpoint of this node's webhook URL, and gives it the settings of the
 * fields. Its signing secret stays.
 *
 * @returns whether there is one; also true when the service does not answer, but an endpoint for this URL is remembered,
 * because giving up would make n8n drop the trigger, and with it faxes
 * @throws NodeApiError or NodeOperationError when the service refuses, or nothing is remembered
 */
export async function adoptEndpoint(context: IHookFunctions): Promise<boolean> {
	return await withAdvice(context, async () => {
		const url = webhookUrl(context);
		const { api, account } = await connect(context);
		const { lease, unanswered } = await leases.take(url, account);
		const settings = wantedSettings(context);
		const memory = new EndpointMemory(context);
		warnOfFormerAddress(context, memory, url);

		// The lease knows more than the memory: of a node that was renamed, and of an endpoint that was still there.
		const remembered = lease.endpoint ?? memory.endpointInUseAt(url);
		// n8n 2.8 starts one trigger after the other; with something remembered, none has to hold up the rest.
		const access = { context, lease, api: remembered ? api.withShortTimeout() : api };
		try {
			// A service that has just left a change unanswered is not asked again.
			if (remembered && unanswered) return rethrow(unanswered);
			const endpoint = await adopt(access, settings, remembered ?? memory.endpointAt(url));
			// Whoever has let the URL go or taken it anew meanwhile looks after the rest.
			if (!lease.isCurrent()) return true;
			if (endpoint) memory.remember(url, endpoint);
			else memory.forget();
			// What it left unanswered may yet be carried out, and it may have been a deletion.
			if (endpoint && unanswered) void adoptLater(access, settings, endpoint);
			return endpoint !== undefined;
		} catch (error) {
			if (!lease.isCurrent()) return true;
			if (!remembered || isPermanent(error)) return rethrow(error);
			memory.remember(url, remembered);
			const line = `the service cannot be asked about endpoint ${remembered.id} now (${describeError(error)}), so it is kept as it is, and looked after later`;
			log(context, 'warn', line);
			void adoptLater(access, settings, remembered);
			return true;
		}
	});
}

/**
 * The second step, after `adoptEndpoint` found none: creates the endpoint of this node's webhook URL.
 *
 * @throws NodeApiError or NodeOperationError with what to do
 */
export async function registerEndpoint(context: IHookFunctions): Promise<void> {
	await withAdvice(context, async () => {
		const settings = wantedSettings(context);
		const { api, account } = await connect(context);
		const { lease } = await leases.take(settings.url, account);
		const endpoint = await create({ context, api, lease }, settings);
		if (!endpoint || !lease.isCurrent()) return;
		new EndpointMemory(context).remember(settings.url, endpoint);
		const line = `created webhook endpoint ${endpoint.id}. Copy its signing secret from the integrations settings of Fax.Plus into the trigger's signing secret credential.`;
		log(context, 'info', line);
	});
}

/**
 * A deactivation: lets the endpoint go. n8n calls this on every publish too, so it is removed only if its URL is not taken
 * again in the next minutes. Reads everything that the removal needs now, because fields cannot be evaluated later.
 * Never throws: n8n would skip its own cleaning up. If the credential cannot be read, the endpoint stays, and the log says so.
 */
export async function retireEndpoint(context: IHookFunctions): Promise<void> {
	const memory = new EndpointMemory(context);
	let url: string | undefined;
	try {
		url = webhookUrl(context);
		const { api, account } = await connect(context);
		const options = context.getNodeParameter('options', {}) as { keepEndpoint?: boolean };
		const current = leases.of(url, account);
		// What this process has found out since is newer than what the workflow remembers.
		const endpoint = current?.endpoint ?? memory.endpointAt(url);
		if (options.keepEndpoint) {
			current?.release();
			if (endpoint) log(context, 'debug', `endpoint ${endpoint.id} is kept, as its options say`);
			return;
		}
		memory.markAsDeactivated(url);
		const lease = leases.end(url, account, endpoint);
		void removeLater({ context, api: api.withShortTimeout(), lease });
	} catch (error) {
		const lease = url === undefined ? undefined : leases.active(url);
		lease?.release();
		logLeftBehind(context, lease?.endpoint?.id ?? memory.endpointId, error);
	}
}

function logLeftBehind(context: IHookFunctions, endpointId: string | undefined, error: unknown): void {
	const reason = describeError(error);
	if (endpointId === undefined) {
		log(context, 'info', `no endpoint is known that would have to be removed (${reason})`);
		return;
	}
	const line = `endpoint ${endpointId} could not be marked for removal (${reason}). Delete it ${DELETE_BY_HAND}.`;
	log(context, 'error', line);
}

/** Nobody but a person can know whether another n8n with this workflow uses the former address. */
function warnOfFormerAddress(context: IHookFunctions, memory: EndpointMemory, url: string): void {
	const former = memory.endpointElsewhere(url);
	// Test events have an address of their own.
	if (!former || context.getMode() === 'manual') return;
	const line = `its webhook URL has changed to ${url}. Endpoint ${former.id} still delivers to ${former.url}: delete it ${DELETE_BY_HAND}, unless another n8n uses it.`;
	log(context, 'warn', line);
}

async function connect(context: IHookFunctions): Promise<{ api: Api; account: string }> {
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const api = await Api.connect(context, authentication);
	return { api, account: `${ownerOf(context.getNode())} ${api.baseUrl}` };
}

/** Lets errors come out as n8n shows them best, with what to do. */
async function withAdvice<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toNodeError(context.getNode(), error, triggerGuidance);
	}
}
