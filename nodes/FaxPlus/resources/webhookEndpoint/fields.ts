import { field } from '../../../shared/editor/field';
import { eventOptions } from '../../../shared/editor/events';
import { listField } from '../../fields/common';

/** Selects the webhook endpoint that an operation works on. */
export const endpointIdField = listField('Webhook Endpoint', 'endpointId', 'searchWebhookEndpoints', {
	description: 'The endpoint to use',
	placeholder: 'Select an endpoint…',
	byHand: { placeholder: 'e.g. ep_2b7e151628ae' },
});

export const urlField = field('string', 'URL', 'url', {
	placeholder: 'e.g. https://example.com/faxes',
	description: 'The HTTPS address that receives the events',
});

/** Addresses that Webhook Endpoint: Check reports if no endpoint has them. */
export const expectedUrlsOption = field('string', 'Expected URLs', 'expectedUrls', {
	placeholder: 'e.g. https://n8n.example.com/webhook/…/webhook',
	description:
		'Addresses that need an endpoint, such as Production URLs of triggers, separated by commas. The output shows those without one.',
});

/** The events that an endpoint receives. */
export const eventsField = field('multiOptions', 'Events', 'events', {
	options: eventOptions,
	description: 'Which events to send',
});

/** The fax numbers that an endpoint is limited to. */
export const channelsField = field('string', 'Numbers', 'channels', {
	placeholder: 'e.g. +15550100000,+41225550100',
	description:
		'Send only events of faxes from or to these numbers, separated by commas. Leave it empty for all faxes.',
});
