import type { IDataObject, IHookFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { requireKnownEntries } from '../shared/editor/collections';
import { numbersOf } from '../shared/trigger/numbers';
import { InputError } from '../shared/values/inputError';
import { toNumber } from '../shared/values/fieldValues';
import type { WebhookEndpointSettings } from '../shared/records';
import { optionsField, rememberDeliveriesOption } from './fields';

/**
 * The settings that the endpoint should have, according to the node's fields.
 *
 * @param url webhook URL where n8n listens
 * @throws InputError if a field is invalid, or if no delivery could reach n8n
 */
export function wantedSettings(
	context: IHookFunctions | IPollFunctions,
	url: string,
): WebhookEndpointSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	// Deliveries read the saved options without evaluating expressions, so this check does too.
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
 * Whether Fax.Plus keeps the endpoint when nobody uses it anymore. By default, the endpoint of the Test URL stays, so that its
 * signing secret is added only once.
 */
export function keepsEndpoint(context: IHookFunctions, isTest = false): boolean {
	const { keepEndpoint, deleteTestEndpoint } = context.getNodeParameter('options', {}) as IDataObject;
	return isTest ? !deleteTestEndpoint : Boolean(keepEndpoint);
}

/** The URL where n8n listens for this node. The mode decides whether it's the Production URL or the Test URL. */
export function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new InputError('n8n gave the trigger no webhook URL. Save the workflow and try again.');
	return url;
}

/**
 * Without a webhook ID, n8n puts the node's name into the URL, and compares the encoded name with the decoded one.
 *
 * @throws InputError if they differ, because n8n would then respond to each delivery with 404
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
