import {
	account,
	contact,
	coverPage,
	event,
	fax,
	faxNumber,
	numberOffer,
	outboxFax,
	ownNumber,
	retry,
	sender,
	taggedComment,
	token,
	webhookEndpoint,
} from './records';
import {
	empty,
	file,
	flag,
	integer,
	json,
	listOf,
	matching,
	nothing,
	number,
	object,
	ok,
	oneOf,
	text,
	textOrNull,
	time,
	whole,
	zonedTime,
} from './schema';
import type { Response, Schema } from './schema';

/** What is special about an operation. */
export interface OperationSketch {
	/** Method and path below the base URL. */
	at: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
	/** What a personal access token's scope names: each of them permits it, and `all` does. Any token may, if left out. */
	scopes?: string[];
	/** Whether it is for administrators. */
	admin?: boolean;
	query?: Record<string, Schema>;
	/** Whether the query must be there. */
	queryRequired?: boolean;
	body?: Schema;
	/** Content type of the body; JSON when left out. */
	bodyType?: string;
	/** Answers that are a success, by their status. */
	success: Record<string, Response>;
}

const user = '/accounts/{user_id}' as const;
const fields = { type: 'object', additionalProperties: text };
const extraction = json(object({ status: text, data: { ...fields, type: ['object', 'null'] } }));
const ocr = json(object({ status: text, data: textOrNull }));
const customField = object({ id: text, name: text, instructions: text, enabled: flag });
const newField = { name: text, instructions: text, enabled: flag };
const format = oneOf('pdf', 'tiff');
const uploaded = json(object({ path: text }));
const endpoints = listOf(webhookEndpoint);
const endpointRecords = object({ records: endpoints });
const endpointSettings: Record<string, Schema> = {
	url: text,
	filter_types: listOf(event),
	channels: { type: ['array', 'null'], items: text },
};

/** One of them at least. */
const some = (properties: Record<string, Schema>): Schema => ({
	...object(properties, []),
	minProperties: 1,
});

const usersScopes = ['member', 'user'];
const faxOf = `${user}/faxes/{fax_id}` as const;
const outboxFaxOf = `${user}/outbox/{outbox_fax_id}` as const;
const numberOf = `${user}/numbers/{number}` as const;
const member = '/accounts/self/member-details/{member_user_id}';
const extractionOf = `${faxOf}/ai/field-extraction` as const;
const areas = '/shop/numbers/countries/{country_code}/areas';

/** All operations by their id. The most files and numbers of a fax have errors of their own, and are not checked here. */
export const operations: Record<string, OperationSketch> = {
	listMembers: {
		at: 'GET /accounts',
		scopes: ['member'],
		admin: true,
		success: ok(object({ members: listOf(account) })),
	},
	getAccount: { at: `GET ${user}`, scopes: usersScopes, success: ok(account) },
	getUserPlan: {
		at: `GET ${user}/plan`,
		scopes: usersScopes,
		success: ok(
			object({
				plan_type: oneOf('free', 'basic', 'premium', 'business', 'enterprise', 'unknown'),
				is_admin: flag,
				is_owner: flag,
			}),
		),
	},
	getMember: {
		at: `GET ${member}`,
		scopes: ['member'],
		success: ok(object({ role: text, quota: whole })),
	},
	updateMember: {
		at: `PUT ${member}`,
		scopes: ['member'],
		body: some({ quota: number, role: text }),
		success: ok(object({})),
	},
	inviteMembers: {
		at: 'POST /accounts/self/member-invitations',
		scopes: ['member'],
		admin: true,
		body: { ...listOf(matching('^\\S+@\\S+$')), minItems: 1, maxItems: 10 },
		success: { '204': empty, ...ok(object({ message: text }, [])) },
	},
	getToken: { at: 'GET /auth/token', success: ok(token) },
	listContacts: {
		at: 'GET /accounts/self/contacts',
		scopes: [],
		query: { search: text, offset: whole, limit: { type: 'integer', minimum: 1, maximum: 50 } },
		success: ok(object({ records: listOf(contact), total_count: whole }, ['records'])),
	},
	shareContactGroups: {
		at: 'POST /accounts/self/contact-groups/share',
		scopes: [],
		body: object({ group_ids: listOf(text), member_ids: listOf(text) }),
		success: ok(object({})),
	},
	deleteContactGroup: {
		at: 'DELETE /accounts/self/contact-groups/{group_id}',
		scopes: [],
		success: ok(object({})),
	},
	uploadFile: {
		at: `POST ${user}/files`,
		scopes: ['file'],
		query: { format },
		body: { type: 'object' },
		bodyType: 'multipart/form-data',
		success: { '200': uploaded, '201': uploaded },
	},
	getFile: {
		at: `GET ${user}/files/{fax_id}`,
		scopes: ['fax'],
		query: { format },
		success: file('application/pdf', 'image/tiff'),
	},
	getFaxReport: { at: `GET ${user}/report/{fax_id}`, scopes: ['fax'], success: file('application/pdf') },
	getThumbnail: { at: `GET ${user}/thumbnail/{fax_id}`, scopes: ['fax'], success: file('image/jpeg') },
	sendFax: {
		at: `POST ${user}/outbox`,
		scopes: ['fax'],
		body: object(
			{
				from: sender,
				to: { ...listOf(faxNumber), minItems: 1 },
				files: { ...listOf(text), minItems: 1 },
				comment: taggedComment,
				options: object({ enhancement: flag, retry }, []),
				send_time: zonedTime,
				return_ids: flag,
				cover_page: coverPage,
			},
			['from', 'to', 'files'],
		),
		success: { '201': { ...json(object({ ids: fields }, [])), 'x-optional-body': true } },
	},
	listOutboxFaxes: {
		at: `GET ${user}/outbox`,
		scopes: ['fax'],
		success: ok(object({ records: listOf(outboxFax) })),
	},
	getOutboxFax: { at: `GET ${outboxFaxOf}`, scopes: ['fax'], success: ok(outboxFax) },
	updateOutboxFax: {
		at: `PUT ${outboxFaxOf}`,
		scopes: ['fax'],
		body: object({ comment: text }),
		success: nothing,
	},
	deleteOutboxFax: { at: `DELETE ${outboxFaxOf}`, scopes: ['fax'], success: { '204': empty } },
	listFaxes: {
		at: `GET ${user}/faxes`,
		scopes: ['fax'],
		query: {
			category: oneOf('inbox', 'sent', 'spam'),
			after: time,
			before: time,
			limit: matching('^[1-9][0-9]*$'),
			offset: matching('^[0-9]+$'),
		},
		success: ok(object({ data: object({ records: listOf(fax) }) })),
	},
	getFax: { at: `GET ${faxOf}`, scopes: ['fax'], success: ok(fax) },
	updateFax: {
		at: `PUT ${faxOf}`,
		scopes: ['fax'],
		body: object({ comment: text, is_read: flag }),
		success: nothing,
	},
	deleteFax: { at: `DELETE ${faxOf}`, scopes: ['fax'], success: nothing },
	getFieldExtraction: { at: `GET ${extractionOf}`, scopes: ['ai'], success: { '200': extraction } },
	requestFieldExtraction: {
		at: `POST ${extractionOf}`,
		scopes: ['ai'],
		success: { '200': extraction, '202': extraction },
	},
	correctFieldExtraction: {
		at: `PATCH ${extractionOf}`,
		scopes: ['ai'],
		body: object({ data: fields }),
		success: { '200': extraction },
	},
	getOcr: { at: `GET ${faxOf}/ai/ocr`, scopes: ['ai'], success: { '200': ocr } },
	requestOcr: { at: `POST ${faxOf}/ai/ocr`, scopes: ['ai'], success: { '200': ocr, '202': ocr } },
	getAiCredits: {
		at: 'GET /accounts/self/ai/credits',
		scopes: ['ai'],
		success: ok(
			object({
				credits_remaining: integer,
				usage: listOf(object({ feature: text, credits_used: integer })),
				reload_at: textOrNull,
			}),
		),
	},
	listCustomFields: {
		at: 'GET /accounts/self/ai/custom-fields',
		scopes: ['ai_settings'],
		success: ok(object({ records: listOf(customField) })),
	},
	createCustomField: {
		at: 'POST /accounts/self/ai/custom-fields',
		scopes: ['ai_settings'],
		admin: true,
		body: object(newField, ['name', 'instructions']),
		success: ok(customField),
	},
	updateCustomField: {
		at: 'PATCH /accounts/self/ai/custom-fields/{field_id}',
		scopes: ['ai_settings'],
		admin: true,
		body: some(newField),
		success: ok(customField),
	},
	listNumbers: {
		at: `GET ${user}/numbers`,
		scopes: ['numbers'],
		success: ok(object({ numbers: listOf(ownNumber) })),
	},
	getNumber: { at: `GET ${numberOf}`, scopes: ['numbers'], success: ok(ownNumber) },
	assignNumber: {
		at: `PUT ${numberOf}`,
		scopes: ['numbers'],
		admin: true,
		body: object({ assigned_to: text }),
		success: nothing,
	},
	revokeNumber: { at: `DELETE ${numberOf}`, scopes: ['numbers'], success: nothing },
	getBalance: {
		at: 'GET /shop/balance',
		scopes: ['shop'],
		success: ok(object({ amount: number, currency: text })),
	},
	listCountries: {
		at: 'GET /shop/numbers/countries',
		scopes: ['shop'],
		success: ok(object({ countries: listOf(object({ iso: text, name: text, is_available: flag })) })),
	},
	listAreas: {
		at: `GET ${areas}`,
		scopes: ['shop'],
		success: ok(object({ areas: listOf(object({ calling_code: text, city: text, state: text })) })),
	},
	searchNumbers: {
		at: `GET ${areas}/{calling_code}/numbers`,
		scopes: ['shop'],
		query: { channel: oneOf('random', 'custom'), contains: matching('^[0-9]*$') },
		success: ok(object({ numbers: listOf(numberOffer) })),
	},
	purchaseNumber: {
		at: 'POST /shop/numbers/purchase',
		scopes: ['shop'],
		body: object({ item_id: text }),
		success: ok(object({ number: text })),
	},
	listWebhooks: {
		at: 'GET /webhooks',
		scopes: ['webhook'],
		success: ok({
			anyOf: [endpoints, endpointRecords, object({ data: { anyOf: [endpoints, endpointRecords] } })],
		}),
	},
	createWebhook: {
		at: 'POST /webhooks',
		scopes: ['webhook'],
		body: object(endpointSettings, ['url']),
		success: { '201': empty },
	},
	updateWebhook: {
		at: 'PATCH /webhooks/{endpoint_id}',
		scopes: ['webhook'],
		body: some(endpointSettings),
		success: ok(object({})),
	},
	deleteWebhook: {
		at: 'DELETE /webhooks/{endpoint_id}',
		scopes: ['webhook'],
		success: { '204': empty },
	},
	listHooks: {
		at: 'GET /hooks',
		scopes: ['webhook'],
		query: { event },
		queryRequired: true,
		success: ok(object({ data: listOf(object({ id: text, target: text, event })) })),
	},
	createHook: {
		at: 'POST /hooks',
		scopes: ['webhook'],
		body: object({ target: text, event, numbers: { ...listOf(text), minItems: 1 } }, ['target', 'event']),
		success: ok(object({ id: text })),
	},
	deleteHook: { at: 'DELETE /hooks/{hook_id}', scopes: ['webhook'], success: { '200': empty } },
};
