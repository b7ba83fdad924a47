/**
 * The faxing service as an OpenAPI 3.1 description, written from docs/api.md. The simulator checks every request and
 * every answer against it. `x-scopes` lists the scopes of a personal access token, any of which permits the operation;
 * `x-admin` marks operations for administrators.
 */

/** A JSON Schema. */
type Schema = Record<string, unknown>;

interface Parameter {
	name: string;
	in: 'path' | 'query';
	required: boolean;
	schema: Schema;
}

interface Content {
	content?: Record<string, { schema?: Schema }>;
}

type Response = Content & { description: string };

export interface Operation {
	operationId: string;
	security: object[];
	'x-scopes': string[];
	'x-admin': boolean;
	parameters?: Parameter[];
	requestBody?: Content & { required: boolean };
	responses: Record<string, Response>;
}

const text: Schema = { type: 'string' };
const event: Schema = { type: 'string', enum: ['fax_sent', 'fax_received', 'fax_page_received'] };

const object = (
	properties: Record<string, Schema>,
	required: string[] = Object.keys(properties),
): Schema => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});
const listOf = (items: Schema): Schema => ({ type: 'array', items });

const errorObject = object({ error: text, description: text });

const customField = object({ id: text, name: text, instructions: text, enabled: { type: 'boolean' } });

const numberOffer = object({
	type: text,
	currency: text,
	availability: text,
	item: object({
		id: text,
		country: text,
		number: text,
		country_code: text,
		geographic_area: object({ area_code: text, geographic_area: text, city: text }),
	}),
	price: { type: 'number' },
	monthly_fee: { type: 'number' },
	number_of_months: { type: 'integer' },
});

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

const path = (name: string): Parameter => ({
	name,
	in: 'path',
	required: true,
	schema: { type: 'string', minLength: 1 },
});
const query = (name: string, schema: Schema, required = false): Parameter => ({
	name,
	in: 'query',
	required,
	schema,
});
const jsonBody = (schema: Schema): Content & { required: boolean } => ({
	required: true,
	content: { 'application/json': { schema } },
});
const json = (schema: Schema): Response => ({
	description: 'Success',
	content: { 'application/json': { schema } },
});
const empty: Response = { description: 'Success, without a body' };
const failure: Response = {
	description: 'Refusal or failure',
	content: { 'application/json': { schema: errorObject } },
};

interface OperationDescription {
	operationId: string;
	scopes?: string[];
	admin?: boolean;
	parameters?: Parameter[];
	body?: Schema;
	success: Record<string, Response>;
}

function operation({
	operationId,
	scopes,
	admin,
	parameters,
	body,
	success,
}: OperationDescription): Operation {
	return {
		operationId,
		security: [{ bearer: [] }],
		'x-scopes': scopes ?? [],
		'x-admin': admin ?? false,
		...(parameters ? { parameters } : {}),
		...(body ? { requestBody: jsonBody(body) } : {}),
		responses: { ...success, default: failure },
	};
}

const webhookRead = ['fax:webhook:read', 'fax:all:read'];
const webhookEdit = ['fax:webhook:edit', 'fax:all:edit'];

/** Paths are relative to the base URL, which ends in /v3. */
export const description = {
	openapi: '3.1.0',
	info: { title: 'Faxing service', version: '3.5.0' },
	servers: [{ url: '/v3' }],
	components: {
		securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
	},
	paths: {
		'/accounts/{user_id}/plan': {
			get: operation({
				operationId: 'getUserPlan',
				scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
				parameters: [path('user_id')],
				success: {
					'200': json(
						object({
							plan_type: {
								type: 'string',
								enum: ['free', 'basic', 'premium', 'business', 'enterprise', 'unknown'],
							},
							is_admin: { type: 'boolean' },
							is_owner: { type: 'boolean' },
						}),
					),
				},
			}),
		},
		'/accounts/self/member-details/{member_user_id}': {
			put: operation({
				operationId: 'updateMember',
				scopes: ['fax:all:edit', 'fax:member:edit'],
				parameters: [path('member_user_id')],
				body: { ...object({ quota: { type: 'number' }, role: text }, []), minProperties: 1 },
				success: { '200': json(object({})) },
			}),
		},
		'/accounts/self/contact-groups/share': {
			post: operation({
				operationId: 'shareContactGroups',
				scopes: ['fax:all:edit'],
				body: object({ group_ids: listOf(text), member_ids: listOf(text) }),
				success: { '200': json(object({})) },
			}),
		},
		'/accounts/self/contact-groups/{group_id}': {
			delete: operation({
				operationId: 'deleteContactGroup',
				scopes: ['fax:all:edit'],
				parameters: [path('group_id')],
				success: { '200': json(object({})) },
			}),
		},
		'/accounts/{user_id}/outbox/{outbox_fax_id}': {
			delete: operation({
				operationId: 'deleteOutboxFax',
				scopes: ['fax:all:edit', 'fax:fax:edit'],
				parameters: [path('user_id'), path('outbox_fax_id')],
				success: { '204': empty },
			}),
		},
		'/accounts/{user_id}/thumbnail/{fax_id}': {
			get: operation({
				operationId: 'getThumbnail',
				scopes: ['fax:all:read', 'fax:fax:read'],
				parameters: [path('user_id'), path('fax_id')],
				success: { '200': { description: 'The picture', content: { 'image/jpeg': {} } } },
			}),
		},
		'/auth/token': {
			get: operation({
				operationId: 'getToken',
				success: {
					'200': json(
						object(
							{
								token_type: { type: 'string', enum: ['pat', 'oauth'] },
								scopes: listOf(text),
								id: text,
								name: text,
								preview: text,
								created_date: { type: 'integer' },
								expiration_date: { type: 'integer' },
								last_used: { type: 'integer' },
							},
							['token_type', 'scopes'],
						),
					),
				},
			}),
		},
		'/accounts/{user_id}/faxes/{fax_id}/ai/field-extraction': {
			get: operation({
				operationId: 'getFieldExtraction',
				scopes: ['fax:all:read', 'fax:ai:read'],
				parameters: [path('user_id'), path('fax_id')],
				success: {
					'200': json(
						object({
							status: text,
							data: { type: ['object', 'null'], additionalProperties: text },
						}),
					),
				},
			}),
		},
		'/accounts/self/ai/credits': {
			get: operation({
				operationId: 'getAiCredits',
				scopes: ['fax:all:read', 'fax:ai:read'],
				success: {
					'200': json(
						object({
							credits_remaining: { type: 'integer' },
							usage: listOf(object({ feature: text, credits_used: { type: 'integer' } })),
							reload_at: { type: ['string', 'null'] },
						}),
					),
				},
			}),
		},
		'/accounts/self/ai/custom-fields': {
			get: operation({
				operationId: 'listCustomFields',
				scopes: ['fax:all:read', 'fax:ai_settings:read'],
				success: { '200': json(object({ records: listOf(customField) })) },
			}),
			post: operation({
				operationId: 'createCustomField',
				scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
				admin: true,
				body: object({ name: text, instructions: text, enabled: { type: 'boolean' } }, [
					'name',
					'instructions',
				]),
				success: { '200': json(customField) },
			}),
		},
		'/accounts/self/ai/custom-fields/{field_id}': {
			patch: operation({
				operationId: 'updateCustomField',
				scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
				admin: true,
				parameters: [path('field_id')],
				body: {
					...object({ name: text, instructions: text, enabled: { type: 'boolean' } }, []),
					minProperties: 1,
				},
				success: { '200': json(customField) },
			}),
		},
		'/shop/balance': {
			get: operation({
				operationId: 'getBalance',
				scopes: ['fax:all:read', 'fax:shop:read'],
				success: { '200': json(object({ amount: { type: 'number' }, currency: text })) },
			}),
		},
		'/shop/numbers/countries': {
			get: operation({
				operationId: 'listCountries',
				scopes: ['fax:all:read', 'fax:shop:read'],
				success: {
					'200': json(
						object({
							countries: listOf(object({ iso: text, name: text, is_available: { type: 'boolean' } })),
						}),
					),
				},
			}),
		},
		'/shop/numbers/countries/{country_code}/areas/{calling_code}/numbers': {
			get: operation({
				operationId: 'searchNumbers',
				scopes: ['fax:all:read', 'fax:shop:read'],
				parameters: [
					{ ...path('country_code'), schema: { type: 'string', pattern: '^[A-Z]{2}$' } },
					path('calling_code'),
					query('channel', { type: 'string', enum: ['random', 'custom'] }),
					query('contains', { type: 'string', pattern: '^[0-9]*$' }),
				],
				success: { '200': json(object({ numbers: listOf(numberOffer) })) },
			}),
		},
		'/shop/numbers/purchase': {
			post: operation({
				operationId: 'purchaseNumber',
				scopes: ['fax:all:edit', 'fax:shop:edit'],
				body: object({ item_id: text }),
				success: { '200': json(object({ number: text })) },
			}),
		},
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
	},
};
