import { ApiError, badRequest, forbidden, notFound } from '../apiError';
import { ok, type Call } from '../handler';
import type { WebhookListShape } from '../settings';
import { newId, newSecret, type Account, type Endpoint, type LegacyHook } from '../state';
import { get, operation, patch, post, remove, some } from '../openapi/sketch';
import * as record from '../openapi/records';
import { each, empty, listOf, object, success, text, type Schema } from '../openapi/schema';

const endpoints = listOf(record.webhookEndpoint);
const endpointRecords = object({ records: endpoints });
const endpointSettings: Record<string, Schema> = {
	url: text,
	filter_types: listOf(record.event),
	channels: { type: ['array', 'null'], items: text },
};

type EndpointSettings = Pick<Endpoint, 'url' | 'filter_types' | 'channels'>;

export const listWebhooks = operation(
	get(
		'/webhooks',
		success({
			anyOf: [endpoints, endpointRecords, object({ data: { anyOf: [endpoints, endpointRecords] } })],
		}),
		{ scopes: ['webhook'] },
	),
	(call) => {
		const { endpoints } = enabledAccount(call);
		const { webhookListLag, webhookListShape } = call.settings;
		const records = [...endpoints.values()]
			.filter(({ createdAt = 0 }) => Date.now() - createdAt >= webhookListLag)
			.map(({ id, url, filter_types, channels }) => ({ id, url, filter_types, channels }));
		return ok(wrapped[webhookListShape](records));
	},
);

export const createWebhook = operation(
	post('/webhooks', { '201': empty }, { scopes: ['webhook'], body: object(endpointSettings, ['url']) }),
	(call) => {
		const { endpoints } = enabledAccount(call);
		const { url, filter_types, channels } = checked(call.body as Partial<EndpointSettings>);
		if (!url || !filter_types) throw badRequest('filter_types is missing');
		const id = newId('ep_');
		const secret = newSecret();
		endpoints.set(id, { id, url, filter_types, channels: channels ?? null, secret, createdAt: Date.now() });
		return { status: 201 };
	},
);

export const updateWebhook = operation(
	patch('/webhooks/{endpoint_id}', success(object({})), {
		scopes: ['webhook'],
		body: some(endpointSettings),
	}),
	(call) => {
		const endpoint = endpointOf(call);
		Object.assign(endpoint, checked(call.body as Partial<EndpointSettings>));
		return ok({});
	},
);

export const deleteWebhook = operation(
	remove('/webhooks/{endpoint_id}', { '204': empty }, { scopes: ['webhook'] }),
	(call) => {
		const endpoint = endpointOf(call);
		call.account.endpoints.delete(endpoint.id);
		return { status: 204 };
	},
);

export const listHooks = operation(
	get(
		'/hooks',
		success(object({ data: listOf(object({ ...each('id target', text), event: record.event })) })),
		{ scopes: ['webhook'], query: { event: record.event }, queryRequired: true },
	),
	({ account, query }) => {
		const hooks = [...account.hooks.values()].filter(({ event }) => event === query['event']);
		return ok({ data: hooks.map(({ id, target, event }) => ({ id, target, event })) });
	},
);

export const createHook = operation(
	post('/hooks', success(object({ id: text })), {
		scopes: ['webhook'],
		body: object({ target: text, event: record.event, numbers: { ...listOf(text), minItems: 1 } }, [
			'target',
			'event',
		]),
	}),
	({ account, body }) => {
		const { target } = body as LegacyHook;
		if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol)) {
			throw badRequest('target must be an HTTP or HTTPS address');
		}
		const hook = { ...(body as Omit<LegacyHook, 'id'>), id: newId('hook_') };
		const foreign = hook.numbers?.find((number) => !account.ownedNumbers.includes(number));
		if (foreign !== undefined) throw badRequest(`The account does not own the number ${foreign}`);
		account.hooks.set(hook.id, hook);
		return ok({ id: hook.id });
	},
);

export const deleteHook = operation(
	remove('/hooks/{hook_id}', { '200': empty }, { scopes: ['webhook'] }),
	({ account, params }) => {
		if (!account.hooks.delete(params.hook_id)) throw notFound();
		return { status: 200 };
	},
);

/**
 * The caller's account, which must have the feature and enabled webhooks (docs/contributing/api.md, "Webhook endpoints").
 */
function enabledAccount({ account }: Call): Account {
	if (!account.hasWebhooksFeature) throw forbidden('The account lacks the webhooks feature');
	if (!account.webhooksEnabled) {
		throw new ApiError(404, 'not_found', "Webhooks are not enabled in the account's integrations settings");
	}
	return account;
}

function endpointOf(call: Call): Endpoint {
	const endpoint = enabledAccount(call).endpoints.get(call.params.endpoint_id);
	if (!endpoint) throw new ApiError(404, 'not_found', 'The webhook endpoint was not found');
	return endpoint;
}

/**
 * Checks that the address is HTTPS, that there's at least one event, and that numbers have a plus sign. Removes spaces from
 * numbers (docs/contributing/api.md, "Webhook endpoints").
 */
function checked(settings: Partial<EndpointSettings>): Partial<EndpointSettings> {
	if (settings.url !== undefined && !isHttps(settings.url)) throw badRequest('url must be HTTPS');
	if (settings.filter_types?.length === 0) throw badRequest('filter_types is empty');
	if (!settings.channels) return settings;
	return { ...settings, channels: settings.channels.length > 0 ? settings.channels.map(toE164) : null };
}

function isHttps(url: string): boolean {
	return URL.canParse(url) && url.startsWith('https://');
}

function toE164(number: string): string {
	const compact = number.replace(/\s/g, '');
	if (!/^\+[0-9]+$/.test(compact)) throw badRequest(`Invalid number ${number}`);
	return compact;
}

const wrapped: Record<WebhookListShape, (records: object[]) => object> = {
	array: (records) => records,
	records: (records) => ({ records }),
	data: (data) => ({ data }),
	'data.records': (records) => ({ data: { records } }),
};
