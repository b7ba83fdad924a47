import type { IHookFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Authentication } from '../shared/api';
import { Api, raise } from '../shared/api';
import type { Guidance } from '../shared/errors';
import { toNodeError } from '../shared/errors';
import { ServiceFault } from '../shared/faults';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../shared/types';
import {
	createEndpoint,
	deleteEndpointIfThere,
	endpointRead,
	hasSettings,
	listEndpoints,
	updateEndpoint,
} from '../shared/webhookEndpoints';
import { departures } from './departures';
import { EndpointMemory } from './memory';
import { nameOf, ownerOf, wantedSettings, webhookUrl } from './subscription';

/** The trigger reads and changes endpoints, so its token needs both scopes. */
const triggerGuidance: Guidance = {
	...endpointRead,
	advice: {
		...endpointRead.advice,
		'403':
			'The account lacks the webhooks feature of the Enterprise plan, or the token may not do this. A personal access token for the trigger needs the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.',
	},
};

/**
 * Looks for the endpoint of this node's webhook URL, and brings it in line with the fields. Its signing secret stays.
 *
 * @returns whether there is one; also true when the service does not answer, but an endpoint for this URL is remembered,
 * because giving up would make n8n drop the trigger, and with it faxes
 * @throws NodeApiError or NodeOperationError when the service refuses, or nothing is remembered
 */
export async function adoptEndpoint(context: IHookFunctions): Promise<boolean> {
	return await withAdvice(context, async () => {
		const settings = wantedSettings(context);
		const { api, account } = await connect(context);
		return await departures.takeUp(settings.url, account, async (wasLingering) => {
			const memory = new EndpointMemory(context);
			const rememberedId = memory.endpointId(settings.url, wasLingering);
			const endpoint = await keepWhileUnanswered(context, rememberedId, settings.url, async () => {
				return await adopt(context, api, settings, rememberedId);
			});
			if (endpoint) memory.remember(endpoint);
			else memory.forget();
			return endpoint !== undefined;
		});
	});
}

/**
 * Creates the endpoint of this node's webhook URL, after `adoptEndpoint` found none.
 *
 * @throws NodeApiError or NodeOperationError with what to do
 */
export async function registerEndpoint(context: IHookFunctions): Promise<void> {
	await withAdvice(context, async () => {
		const settings = wantedSettings(context);
		const { api, account } = await connect(context);
		await departures.takeUp(settings.url, account, async () => {
			const endpoint = await createEndpoint(api, settings);
			new EndpointMemory(context).remember(endpoint);
			context.logger.info(
				`${nameOf(context)}: created webhook endpoint ${endpoint.id}. Copy its signing secret from the integrations settings of Fax.Plus into the trigger's signing secret credential.`,
			);
		});
	});
}

/**
 * Marks the endpoint as leaving. n8n calls this on every publish too, so it is removed only if its URL is not taken up
 * again in the next minutes. Reads everything that the removal needs now, because parameters cannot be evaluated later.
 * Never throws: n8n would skip its own cleaning up.
 */
export async function leaveEndpoint(context: IHookFunctions): Promise<void> {
	try {
		const url = webhookUrl(context);
		const options = context.getNodeParameter('options', {}) as { keepEndpoint?: boolean };
		if (options.keepEndpoint) {
			context.logger.debug(`${nameOf(context)}: the endpoint is kept, as its options say`);
			return;
		}
		const { api, account } = await connect(context);
		const memory = new EndpointMemory(context);
		const endpointId = memory.endpointId(url, true);
		memory.markAsLeaving();
		departures.leave({
			url,
			account,
			owner: ownerOf(context.getNode()),
			endpointId,
			lingerMilliseconds: Number(context.getNodeParameter('lingerSeconds', 120)) * 1000,
			api,
			logger: context.logger,
			name: nameOf(context),
			request: async (options) => (await context.helpers.httpRequest(options)) as IN8nHttpFullResponse,
		});
	} catch (error) {
		context.logger.error(
			`${nameOf(context)}: the endpoint at the service could not be marked for removal (${error instanceof Error ? error.message : String(error)}). Delete it with the Fax.Plus node, "Webhook Endpoint: Delete".`,
		);
	}
}

async function connect(context: IHookFunctions): Promise<{ api: Api; account: string }> {
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const api = await Api.connect(context, authentication);
	return { api, account: `${ownerOf(context.getNode())} ${api.baseUrl}` };
}

async function adopt(
	context: IHookFunctions,
	api: Api,
	settings: WebhookEndpointSettings,
	rememberedId: string | undefined,
): Promise<WebhookEndpoint | undefined> {
	const candidates = (await listEndpoints(api)).filter(({ url }) => url === settings.url);
	const endpoint = candidates.find(({ id }) => id === rememberedId) ?? candidates[0];
	if (!endpoint) return undefined;

	for (const { id } of candidates.filter((candidate) => candidate !== endpoint)) {
		context.logger.warn(
			`${nameOf(context)}: removing endpoint ${id}, which has the same URL as ${endpoint.id}`,
		);
		await deleteEndpointIfThere(api, id);
	}
	if (!hasSettings(endpoint, settings)) {
		const { filter_types, channels } = settings;
		await updateEndpoint(api, endpoint.id, { filter_types, channels });
	}
	return endpoint;
}

/** Runs a check of the endpoint; when the service does not answer, a remembered endpoint counts as found. */
async function keepWhileUnanswered(
	context: IHookFunctions,
	rememberedId: string | undefined,
	url: string,
	check: () => Promise<WebhookEndpoint | undefined>,
): Promise<{ id: string; url: string } | undefined> {
	try {
		return await check();
	} catch (error) {
		if (rememberedId === undefined || !(error instanceof ServiceFault && error.isPassing))
			return raise(error);
		context.logger.warn(
			`${nameOf(context)}: the service cannot be asked about endpoint ${rememberedId} now (${error.message}), so it is kept as it is. If you changed events or numbers, publish again later.`,
		);
		return { id: rememberedId, url };
	}
}

/** Lets errors come out as n8n shows them best, with what to do. */
async function withAdvice<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toNodeError(context.getNode(), error, triggerGuidance);
	}
}
