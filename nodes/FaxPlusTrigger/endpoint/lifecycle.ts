import type { IHookFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/api';
import { Api, raise } from '../../shared/service/api';
import type { Guidance } from '../../shared/editor/errors';
import { inWords, toNodeError } from '../../shared/editor/errors';
import { createEndpoint } from '../../shared/service/webhookEndpoints';
import { endpointRead } from '../../shared/editor/endpointGuidance';
import { adopt, adoptLater, isPassing } from './adoption';
import { departures } from './departures';
import { EndpointMemory } from './memory';
import { nameOf, ownerOf } from '../marks';
import { wantedSettings, webhookUrl } from './settings';

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
		return await departures.takeUp(settings.url, account, async (hold) => {
			const memory = new EndpointMemory(context);
			warnOfFormerAddress(context, memory, settings.url);
			// A node that was renamed has no memory of its own yet.
			const rememberedId =
				hold.lingering?.endpointId ?? memory.endpointId(settings.url, hold.lingering !== undefined);
			// n8n 2.8 starts one trigger after the other; with something remembered, none has to hold up the rest.
			const asking = rememberedId === undefined ? api : api.inHaste();
			try {
				const endpoint = await adopt(context, asking, settings, rememberedId);
				if (endpoint) {
					hold.endpointId = endpoint.id;
					memory.remember(endpoint);
				} else memory.forget();
				return endpoint !== undefined;
			} catch (error) {
				if (rememberedId === undefined || !isPassing(error)) return raise(error);
				memory.remember({ id: rememberedId, url: settings.url });
				context.logger.warn(
					`${nameOf(context)}: the service cannot be asked about endpoint ${rememberedId} now (${inWords(error)}), so it is kept as it is, and looked after later`,
				);
				const pause = lingerMilliseconds(context);
				void adoptLater({ context, api: asking, settings, rememberedId, hold, pause });
				return true;
			}
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
		await departures.takeUp(settings.url, account, async (hold) => {
			const endpoint = await createEndpoint(api, settings);
			hold.endpointId = endpoint.id;
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
		const { api, account } = await connect(context);
		const options = context.getNodeParameter('options', {}) as { keepEndpoint?: boolean };
		if (options.keepEndpoint) {
			departures.release(url, account);
			context.logger.debug(`${nameOf(context)}: the endpoint is kept, as its options say`);
			return;
		}
		const memory = new EndpointMemory(context);
		// What this process has found out since is newer than what the workflow remembers.
		const endpointId = departures.endpointId(url, account) ?? memory.endpointId(url, true);
		memory.markAsLeaving(url);
		departures.leave({
			url,
			account,
			owner: ownerOf(context.getNode()),
			endpointId,
			lingerMilliseconds: lingerMilliseconds(context),
			api,
			logger: context.logger,
			name: nameOf(context),
			helpers: context.helpers,
		});
	} catch (error) {
		context.logger.error(
			`${nameOf(context)}: the endpoint at the service could not be marked for removal (${inWords(error)}). Delete it with the Fax.Plus node, "Webhook Endpoint: Delete".`,
		);
	}
}

/** Nobody but a person can know whether another n8n with this workflow uses the former address. */
function warnOfFormerAddress(context: IHookFunctions, memory: EndpointMemory, url: string): void {
	const former = memory.atOtherUrl(url);
	// Test events have an address of their own.
	if (!former || context.getMode() === 'manual') return;
	context.logger.warn(
		`${nameOf(context)}: its webhook URL has changed to ${url}. Endpoint ${former.id} still delivers to ${former.url}: delete it with the Fax.Plus node, "Webhook Endpoint: Delete", unless another n8n uses it.`,
	);
}

async function connect(context: IHookFunctions): Promise<{ api: Api; account: string }> {
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const api = await Api.connect(context, authentication);
	return { api, account: `${ownerOf(context.getNode())} ${api.baseUrl}` };
}

/** How long an endpoint lingers after a deactivation. Only tests set it; no field shows it. */
function lingerMilliseconds(context: IHookFunctions): number {
	return Number(context.getNodeParameter('lingerSeconds', 120)) * 1000;
}

/** Lets errors come out as n8n shows them best, with what to do. */
async function withAdvice<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toNodeError(context.getNode(), error, triggerGuidance);
	}
}
