import type { IDataObject, IHookFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { requireKnownEntries } from '../shared/editor/collections';
import { numbersOf } from '../shared/trigger/numbers';
import { InputError } from '../shared/values/inputError';
import { toNumber } from '../shared/values/fieldValues';
import type { WebhookEndpointSettings } from '../shared/records';
import { optionsField, rememberDeliveriesOption } from './fields';

/**
 * What the node's fields ask the service for.
 *
 * @param url where n8n takes deliveries
 * @throws InputError when the service would refuse it
 */
export function wantedSettings(
	context: IHookFunctions | IPollFunctions,
	url: string,
): WebhookEndpointSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	// A delivery reads them as they are saved.
	requireKnownEntries(optionsField, context.getNodeParameter('options', {}, { rawExpressions: true }));
	const { rememberDeliveries } = options;
	if (rememberDeliveries !== undefined) toNumber(rememberDeliveriesOption, rememberDeliveries);
	const channels = numbersOf(context);
	const events = context.getNodeParameter('events', []) as string[];
	if (events.length === 0) throw new InputError('"Events" is empty. Select at least one event.');
	checkAddress(context.getNode());
	return { url: https(url), filter_types: events, channels: channels.length > 0 ? channels : null };
}

/**
 * Whether the endpoint stays at the service when nobody uses it any more: that of the test URL does, unless the options say
 * otherwise, so that its signing secret is entered once.
 */
export function keepsEndpoint(context: IHookFunctions, isTest = false): boolean {
	const { keepEndpoint, deleteTestEndpoint } = context.getNodeParameter('options', {}) as IDataObject;
	return isTest ? !deleteTestEndpoint : Boolean(keepEndpoint);
}

/** The address at which n8n takes deliveries for this node; the production or the test one, as the mode is. */
export function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new InputError('n8n gave the trigger no webhook URL. Save the workflow and try again.');
	return url;
}

/**
 * Without a webhook id n8n puts the node's name into its address, and compares what it has encoded with what it has decoded.
 *
 * @throws InputError where they differ, so that each delivery would be answered by 404
 */
function checkAddress({ name, webhookId }: INode): void {
	if (webhookId !== undefined || encodeURIComponent(name) === name) return;
	throw new InputError(
		`n8n can't receive deliveries for "${name}", because the trigger has no webhook ID and its name has spaces or special characters. Delete it in the editor, add it again, and publish.`,
	);
}

function https(url: string): string {
	if (url.startsWith('https://')) return url;
	throw new InputError(
		`Fax.Plus delivers only to HTTPS addresses, but n8n's webhook URL is "${url}". Put n8n behind HTTPS, and set the environment variable WEBHOOK_URL to its public address, such as https://n8n.example.com/. For test events, n8n uses N8N_EDITOR_BASE_URL if it's set.`,
	);
}
