import type { IDataObject, IHookFunctions, INode } from 'n8n-workflow';

import { InputError } from '../../shared/values/inputError';
import { toNumber } from '../../shared/values/fieldValues';
import { numbersIn } from '../../shared/values/phoneNumbers';
import { ownerOf } from '../../shared/service/triggerMarks';
import { fingerprintOf } from '../../shared/values/fingerprint';
import type { WebhookEndpointSettings } from '../../shared/service/types';
import { rememberDeliveriesOption } from '../fields';

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

/** Stands for settings, whatever their order, and for the credential of the account that has them. */
export function stampOf({ filter_types, channels }: WebhookEndpointSettings, node: INode): string {
	return fingerprintOf(
		JSON.stringify([ownerOf(node), [...filter_types].sort(), [...(channels ?? [])].sort()]),
	);
}

/**
 * Whether the endpoint stays at the service when nobody uses it any more: that of the test URL does, unless the options say
 * otherwise, so that its signing secret is entered once.
 */
export function keepsEndpoint(context: IHookFunctions, isTest = false): boolean {
	const { keepEndpoint = false, keepTestEndpoint = true } = context.getNodeParameter('options', {}) as {
		keepEndpoint?: boolean;
		keepTestEndpoint?: boolean;
	};
	return isTest ? keepTestEndpoint : keepEndpoint;
}

/** The address at which n8n takes deliveries for this node; the production or the test one, as the mode is. */
export function webhookUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new InputError('n8n gave the trigger no webhook URL. Save the workflow and try again.');
	return url;
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
