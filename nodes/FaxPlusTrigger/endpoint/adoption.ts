import { describeError } from '../../shared/editor/errors';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../../shared/service/types';
import { receiverAt } from '../../shared/service/receivers';
import { createEndpoint, hasSettings, updateEndpoint } from '../../shared/service/webhookEndpoints';
import { log } from '../../shared/trigger/log';
import type { KnownEndpoint } from './memory';
import { retryLater } from './retry';
import type { EndpointAccess } from './access';
import { change, DELETE_BY_HAND, deleteForGood, endpointsAtUrl } from './access';
import { warnOfFormer } from './logLines';
import { stampOf } from './settings';

/** Two minutes, then twice as long each time, an hour at most; about a day in all. In milliseconds. */
const PAUSES = Array.from({ length: 28 }, (_, attempt) => Math.min(120_000 * 2 ** attempt, 3_600_000));

const HOW_TO_REPEAT = 'Once the cause is mended, change a field of the trigger and publish the workflow.';

/**
 * Finds the endpoint among those of its URL, and changes it where it differs from what is wanted. Others with the same URL are removed
 * only if the trigger knows its own among them; else any of them may be the one whose signing secret a person has entered,
 * so all are kept, and get the settings.
 *
 * @param candidates the endpoints of the URL, as the service lists them
 * @param known the endpoint that the trigger remembers
 * @returns undefined if there is none
 * @throws ServiceFault
 */
export async function adopt(
	access: EndpointAccess,
	candidates: WebhookEndpoint[],
	settings: WebhookEndpointSettings,
	known: KnownEndpoint | undefined,
): Promise<KnownEndpoint | undefined> {
	const remembered = candidates.find(({ id }) => id === known?.id);
	const endpoint = remembered ?? candidates[0];
	if (!endpoint) {
		access.lease.endpoint = undefined;
		return undefined;
	}

	const others = candidates.filter((candidate) => candidate !== endpoint);
	const isGuess = others.length > 0 && (!remembered || known?.isGuess === true);
	if (isGuess) warnOfSeveral(access, candidates, endpoint);
	else await removeAll(access, others, endpoint);
	for (const kept of isGuess ? candidates : [endpoint]) await applySettings(access, kept, settings, known);

	return leased(access, endpoint.id, settings, isGuess);
}

/**
 * Creates an endpoint.
 *
 * @returns undefined, and creates nothing, if the lease has ended
 * @throws ServiceFault
 */
export async function create(
	access: EndpointAccess,
	settings: WebhookEndpointSettings,
): Promise<KnownEndpoint | undefined> {
	const endpoint = await change(access, async (api) => await createEndpoint(api, settings, { isOnly: true }));
	if (!endpoint) return undefined;
	await applySettings(access, endpoint, settings);
	return leased(access, endpoint.id, settings);
}

/** Notes in the lease which endpoint it is about. */
function leased(
	{ lease, context }: EndpointAccess,
	id: string,
	settings: WebhookEndpointSettings,
	isGuess = false,
): KnownEndpoint {
	lease.endpoint = { id, isGuess, stamp: stampOf(settings, context.getNode()) };
	return lease.endpoint;
}

/**
 * Adopts the endpoint, or creates it if it is gone, once the service answers again, unless the trigger has been published
 * or deactivated meanwhile. It never throws.
 */
export async function adoptLater(
	access: EndpointAccess,
	settings: WebhookEndpointSettings,
	known: KnownEndpoint,
): Promise<void> {
	await retryLater(access.lease, {
		pauses: PAUSES,
		attempt: async () => {
			const found = await adopt(access, await endpointsAtUrl(access), settings, known);
			const endpoint = found ?? (await recreate(access, settings));
			if (!access.lease.isCurrent()) return;
			if (endpoint) warnOfFormer(access.context, known, endpoint);
			logAdoption(access, known, endpoint);
		},
		onFailure: (error, nextPause) => {
			const failure = `endpoint ${known.id} still cannot be looked after (${describeError(error)})`;
			if (nextPause !== undefined) log(access.context, 'warn', `${failure}; this is tried again later`);
			else log(access.context, 'error', `${failure}, and is left as it is. ${HOW_TO_REPEAT}`);
		},
	});
}

/** Creates the endpoint, unless another main process has deactivated the trigger meanwhile. */
async function recreate(
	access: EndpointAccess,
	settings: WebhookEndpointSettings,
): Promise<KnownEndpoint | undefined> {
	const receiver = await receiverAt(settings.url, access.context.helpers);
	return receiver.by === 'nobody' ? undefined : await create(access, settings);
}

async function removeAll(
	access: EndpointAccess,
	others: WebhookEndpoint[],
	kept: WebhookEndpoint,
): Promise<void> {
	for (const { id } of others) {
		await change(access, async (api) => {
			log(access.context, 'warn', `removing endpoint ${id}, which has the same URL as ${kept.id}`);
			await deleteForGood(api, access.lease, id);
		});
	}
}

async function applySettings(
	access: EndpointAccess,
	endpoint: WebhookEndpoint,
	settings: WebhookEndpointSettings,
	known?: KnownEndpoint,
): Promise<void> {
	// A list that lags may show the settings from before the last change.
	const isOther = known?.id === endpoint.id && known.stamp !== stampOf(settings, access.context.getNode());
	if (hasSettings(endpoint, settings) && !(isOther && known.stamp !== undefined)) return;
	const { filter_types, channels } = settings;
	await change(access, async (api) => {
		await updateEndpoint(api, endpoint.id, { filter_types, channels });
	});
}

function warnOfSeveral(
	{ context }: EndpointAccess,
	candidates: WebhookEndpoint[],
	used: WebhookEndpoint,
): void {
	const ids = candidates.map(({ id }) => id).join(', ');
	log(
		context,
		'warn',
		`endpoints ${ids} have its webhook URL. All are kept, as it does not remember which is its own, and ${used.id} counts as its own. Once you know whose signing secret is in the credential, delete the others ${DELETE_BY_HAND}.`,
	);
}

function logAdoption(
	{ context }: EndpointAccess,
	known: KnownEndpoint,
	endpoint: KnownEndpoint | undefined,
): void {
	if (!endpoint) {
		log(context, 'info', `endpoint ${known.id} is gone, and n8n takes no deliveries for it any more`);
		return;
	}
	const advice = endpoint.id === known.id ? '' : '. Copy its signing secret into the credential';
	log(context, 'info', `the service answers again, endpoint ${endpoint.id} is as it should be${advice}`);
}
