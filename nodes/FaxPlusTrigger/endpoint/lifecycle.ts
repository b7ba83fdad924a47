import type { IHookFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/account';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../../shared/service/types';
import { Api } from '../../shared/service/api';
import { rethrow } from '../../shared/service/rethrow';
import { triggerGuidance } from '../../shared/editor/endpointGuidance';
import { inOneMessage, toNodeError } from '../../shared/editor/errors';
import { log } from '../../shared/trigger/log';
import { ownerOf } from '../../shared/service/triggerMarks';
import { endpointsAtUrl } from './access';
import { adopt, adoptLater, create } from './adoption';
import { Failures } from './failures';
import { leases } from './leases';
import type { KnownEndpoint } from './memory';
import { EndpointMemory } from './memory';
import { removeLater } from './removal';
import { isPermanent } from './retry';
import { keepsEndpoint, stampOf, wantedSettings, webhookUrl } from './settings';
import {
	logCreated,
	logKept,
	logLeftBehind,
	logPostponed,
	logRefused,
	warnOfFormer,
	warnOfFormerAddress,
} from './logLines';

const failures = new Failures();

const DROPPED =
	'Until you publish again, no fax starts this workflow; its endpoint and signing secret stay, and Fax.Plus repeats what it cannot deliver.';

/**
 * The first step of an activation: looks for the endpoint of this node's webhook URL, and gives it the settings of the
 * fields. Its signing secret stays.
 *
 * @returns whether there is one; also true when an endpoint for this URL is remembered and the service does not answer,
 * or refuses to tell about settings that the endpoint has already, because giving up would make n8n drop the trigger, and
 * with it faxes: deliveries need neither an answer nor a token
 * @throws NodeApiError or NodeOperationError with what to do in its message
 */
export async function adoptEndpoint(context: IHookFunctions): Promise<boolean> {
	return await registering(context, async (url) => {
		const memory = new EndpointMemory(context);
		const connection = await connect(context).catch((error: unknown) => keepWithout(context, url, error));
		if (connection === 'kept') return true;
		const { api, account } = connection;
		const { lease, unanswered } = await leases.take(url, account, isTest(context));
		const settings = wantedSettings(context);
		warnOfFormerAddress(context, memory, url);

		// The lease knows more than the memory: of a node that was renamed, and of an endpoint that was still there.
		const remembered = lease.endpoint ?? memory.endpointInUseAt(url);
		// n8n 2.8 starts one trigger after the other; with something remembered, none has to hold up the rest.
		const access = { context, lease, api: remembered ? api.withShortTimeout() : api };
		let found: WebhookEndpoint[] | undefined;
		try {
			// A service that has just left a change unanswered is not asked again.
			if (remembered && unanswered) return rethrow(unanswered);
			found = await endpointsAtUrl(access);
			const endpoint = await adopt(access, found, settings, remembered ?? memory.endpointAt(url));
			// Whoever has let the URL go or taken it anew meanwhile looks after the rest.
			if (!lease.isCurrent()) return true;
			if (endpoint && remembered) warnOfFormer(context, remembered, endpoint);
			if (endpoint) memory.remember(url, endpoint);
			else memory.forget();
			// What it left unanswered may yet be carried out, and it may have been a deletion.
			if (endpoint && unanswered) void adoptLater(access, settings, endpoint);
			return endpoint !== undefined;
		} catch (error) {
			if (!lease.isCurrent()) return true;
			if (!remembered) return rethrow(error);
			// A list that could be read has shown what is to be changed.
			const isAsWanted = found === undefined && hasStamp(remembered, context, settings);
			if (isPermanent(error) && !isAsWanted) return rethrow(error);
			if (isPermanent(error)) {
				memory.remember(url, remembered);
				logRefused(context, remembered, error);
			} else {
				const stamp = stampOf(settings, context.getNode());
				const pending = stamp === remembered.stamp ? {} : { pendingStamp: stamp };
				memory.remember(url, { ...remembered, ...pending });
				logPostponed(context, remembered, error);
				void adoptLater(access, settings, remembered);
			}
			return true;
		}
	});
}

/**
 * The second step, after `adoptEndpoint` found none: creates the endpoint of this node's webhook URL.
 *
 * @throws NodeApiError or NodeOperationError with what to do in its message
 */
export async function registerEndpoint(context: IHookFunctions): Promise<void> {
	await registering(context, async () => {
		const settings = wantedSettings(context);
		const { api, account } = await connect(context);
		const { lease } = await leases.take(settings.url, account, isTest(context));
		const endpoint = await create({ context, api, lease }, settings);
		if (!endpoint || !lease.isCurrent()) return;
		new EndpointMemory(context).remember(settings.url, endpoint);
		logCreated(context, endpoint, settings.url);
	});
}

/**
 * A deactivation: lets the endpoint go. n8n calls this on every publish too, so it is removed only if its URL is not taken
 * again in the next minutes; and after a registration that failed, so then it stays. Reads everything that the removal
 * needs now, because fields cannot be evaluated later.
 * Never throws: n8n would skip its own cleaning up. If the credential cannot be read, the endpoint stays, and the log says so.
 */
export async function retireEndpoint(context: IHookFunctions): Promise<void> {
	const memory = new EndpointMemory(context);
	let url: string | undefined;
	try {
		url = webhookUrl(context);
		if (failures.isAnswer(url, context.getWorkflow().id)) {
			keepAfterFailure(context, memory, url);
			return;
		}
		const active = leases.active(url);
		if (keepsEndpoint(context, active?.isTest)) {
			active?.release();
			const kept = active?.endpoint ?? memory.endpointAt(url);
			if (kept) log(context, 'debug', `endpoint ${kept.id} is kept, as its options say`);
			return;
		}
		const { api, account } = await connect(context);
		// What this process has found out since is newer than what the workflow remembers.
		const endpoint = leases.of(url, account)?.endpoint ?? memory.endpointAt(url);
		memory.markAsDeactivated(url);
		const lease = leases.end(url, account, endpoint);
		void removeLater({ context, api: api.withShortTimeout(), lease });
	} catch (error) {
		const lease = url === undefined ? undefined : leases.active(url);
		lease?.release();
		logLeftBehind(context, lease?.endpoint?.id ?? memory.endpointId, error);
	}
}

/** What both steps of an activation have in common: errors with advice, and a note for the `delete` that follows them. */
async function registering<T>(context: IHookFunctions, work: (url: string) => Promise<T>): Promise<T> {
	const startedAt = failures.now();
	let url: string | undefined;
	try {
		url = webhookUrl(context);
		const result = await work(url);
		failures.clear(url, startedAt);
		return result;
	} catch (error) {
		if (url !== undefined) failures.note(url, context.getWorkflow().id);
		const told = inOneMessage(toNodeError(context.getNode(), error, triggerGuidance));
		const isKnown = url !== undefined && leases.at(url).some(({ endpoint }) => endpoint);
		if (isKnown && !isTest(context)) told.message += ` ${DROPPED}`;
		throw told;
	}
}

/** Goes on without a connection, if the endpoint has the settings of the fields already. */
function keepWithout(context: IHookFunctions, url: string, error: unknown): 'kept' {
	const remembered = new EndpointMemory(context).endpointInUseAt(url);
	if (!remembered || !hasStamp(remembered, context, wantedSettings(context))) return rethrow(error);
	leases.releaseAll(url);
	logRefused(context, remembered, error);
	return 'kept';
}

function hasStamp(
	{ stamp, pendingStamp }: KnownEndpoint,
	context: IHookFunctions,
	settings: WebhookEndpointSettings,
): boolean {
	return [stamp, pendingStamp].includes(stampOf(settings, context.getNode()));
}

/** Lets a URL go after a registration that has failed, without giving up an endpoint that is known to be there. */
function keepAfterFailure(context: IHookFunctions, memory: EndpointMemory, url: string): void {
	const leased = leases.at(url).find((lease) => lease.endpoint)?.endpoint;
	leases.releaseAll(url);
	const endpoint = leased ?? memory.endpointInUseAt(url);
	if (!endpoint) return;
	memory.remember(url, endpoint);
	logKept(context, endpoint);
}

/** Whether n8n registers the test URL. Only then it says so: it removes both kinds in the same mode. */
function isTest(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

async function connect(context: IHookFunctions): Promise<{ api: Api; account: string }> {
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const api = await Api.connect(context, authentication);
	return { api, account: `${ownerOf(context.getNode())} ${api.baseUrl}` };
}
