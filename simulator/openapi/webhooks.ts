import { empty, json, listOf, object, operation, path, query, text } from './schema';
import type { Paths, Schema } from './schema';

const event: Schema = { type: 'string', enum: ['fax_sent', 'fax_received', 'fax_page_received'] };

const webhookEndpoint = object({
	id: { type: 'string', pattern: '^ep_' },
	url: { type: 'string', pattern: '^https://' },
	filter_types: { ...listOf(event), minItems: 1 },
	channels: { type: ['array', 'null'], items: { type: 'string', pattern: '^\\+[0-9]+$' } },
});

const endpointList: Schema = {
	anyOf: [
		listOf(webhookEndpoint),
		object({ records: listOf(webhookEndpoint) }),
		object({ data: { anyOf: [listOf(webhookEndpoint), object({ records: listOf(webhookEndpoint) })] } }),
	],
};

const webhookSettings: Record<string, Schema> = {
	url: text,
	filter_types: listOf(event),
	channels: { type: ['array', 'null'], items: text },
};

const webhookRead = ['fax:webhook:read', 'fax:all:read'];
const webhookEdit = ['fax:webhook:edit', 'fax:all:edit'];

/** Webhook endpoints, and legacy hooks. */
export const webhooks: Paths = {
	'/webhooks': {
		get: operation({
			operationId: 'listWebhooks',
			scopes: webhookRead,
			success: { '200': json(endpointList) },
		}),
		post: operation({
			operationId: 'createWebhook',
			scopes: webhookEdit,
			body: object(webhookSettings, ['url']),
			success: { '201': empty },
		}),
	},
	'/webhooks/{endpoint_id}': {
		patch: operation({
			operationId: 'updateWebhook',
			scopes: webhookEdit,
			parameters: [path('endpoint_id')],
			body: { ...object(webhookSettings, []), minProperties: 1 },
			success: { '200': json(object({})) },
		}),
		delete: operation({
			operationId: 'deleteWebhook',
			scopes: webhookEdit,
			parameters: [path('endpoint_id')],
			success: { '204': empty },
		}),
	},
	'/hooks': {
		get: operation({
			operationId: 'listHooks',
			scopes: webhookRead,
			parameters: [query('event', event, true)],
			success: { '200': json(object({ data: listOf(object({ id: text, target: text, event })) })) },
		}),
		post: operation({
			operationId: 'createHook',
			scopes: webhookEdit,
			body: object({ target: text, event, numbers: { ...listOf(text), minItems: 1 } }, ['target', 'event']),
			success: { '200': json(object({ id: text })) },
		}),
	},
	'/hooks/{hook_id}': {
		delete: operation({
			operationId: 'deleteHook',
			scopes: webhookEdit,
			parameters: [path('hook_id')],
			success: { '200': empty },
		}),
	},
};
