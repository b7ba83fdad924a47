import { createHash } from 'node:crypto';
import type { IDataObject, IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';

import type { Authentication } from '../shared/api';
import { InputError } from '../shared/faults';
import { toNumber } from '../shared/fieldValues';
import { numbersIn } from '../shared/phoneNumbers';
import type { WebhookEndpointSettings } from '../shared/types';
import { DEFAULT_STORE_SIZE, MIN_STORE_SIZE, rememberDeliveriesOption } from './fields';

/** Header of every answer with which a trigger refuses a delivery: tells which credential its endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header beside it: which endpoint the trigger uses, as a fingerprint; missing when it remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/**
 * What the node's fields ask the service for.
 *
 * @throws InputError when the service would refuse it
 */
export function wantedSettings(context: IHookFunctions): WebhookEndpointSettings {
	const { rememberDeliveries } = context.getNodeParameter('options', {}) as IDataObject;
	if (rememberDeliveries !== undefined) toNumber(rememberDeliveriesOption, rememberDeliveries);
	const channels = numbersIn(context.getNodeParameter('channels'));
	return {
		url: httpsWebhookUrl(context),
		filter_types: wantedEvents(context),
		channels: channels.length > 0 ? channels : null,
	};
}

/**
 * How many deliveries the store is to hold.
 *
 * @param wanted value of the option; a publish refuses what is no number of 100 or more, but no delivery fails over it
 */
export function storeSize(wanted: unknown): number {
	return Math.max(MIN_STORE_SIZE, Number(wanted) || DEFAULT_STORE_SIZE);
}

/** The address at which n8n takes deliveries for this node; the production or the test one, as the mode is. */
export function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new InputError('n8n gave the trigger no webhook URL. Save the workflow and try again.');
	return url;
}

/** Names the owner of an endpoint without telling who it is: a fingerprint of the node's credential. */
export function ownerOf(node: INode): string {
	const authentication = node.parameters['authentication'] as Authentication | undefined;
	const type = authentication === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentialId = node.credentials?.[type]?.id ?? '';
	return fingerprintOf(`${type}:${credentialId}`);
}

/** Stands for something that strangers need not know. */
export function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** How log lines call a trigger. */
export function nameOf(context: IHookFunctions | IWebhookFunctions): string {
	const { id, name } = context.getWorkflow();
	return `Fax.Plus Trigger "${context.getNode().name}" of workflow "${name ?? ''}" (${id ?? 'not saved'})`;
}

function httpsWebhookUrl(context: IHookFunctions): string {
	const url = webhookUrl(context);
	if (url.startsWith('https://')) return url;
	throw new InputError(
		`The service delivers to HTTPS addresses only, but n8n's webhook address is ${url}. Put n8n behind HTTPS and set the environment variable WEBHOOK_URL to its public address, such as https://n8n.example.com/. For test events the address in N8N_EDITOR_BASE_URL counts, where that is set.`,
	);
}

function wantedEvents(context: IHookFunctions): string[] {
	const events = context.getNodeParameter('events', []) as string[];
	if (events.length === 0) throw new InputError('Events is empty. Select at least one event.');
	return events;
}
