import * as record from './records';
import { each, empty, file, flag, integer, json, listOf, matching, nothing, number } from './schema';
import { object, ok, oneOf, text, textOrNull, time, whole, zonedTime } from './schema';
import type { Response, Schema } from './schema';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is special about an operation. */
export interface OperationSketch {
	/** Method and path below the base URL. */
	at: `${Method} /${string}`;
	/** Answers that are a success, by their status. */
	success: Record<string, Response>;
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
}

type Operations = Record<string, OperationSketch>;

type Special = Omit<OperationSketch, 'at' | 'success'>;

const to =
	(method: Method) =>
	(path: `/${string}`, success: Record<string, Response>, special: Special = {}): OperationSketch => ({
		at: `${method} ${path}`,
		success,
		...special,
	});

const [get, post, put] = [to('GET'), to('POST'), to('PUT')];
const [patch, remove] = [to('PATCH'), to('DELETE')];

/** Operations that these scopes permit. */
const scoped = (scopes: string[], sketches: Operations): Operations =>
	Object.fromEntries(Object.entries(sketches).map(([id, sketch]) => [id, { ...sketch, scopes }]));

/** One of them at least. */
const some = (properties: Record<string, Schema>): Schema => ({
	...object(properties, []),
	minProperties: 1,
});

const admin = true;
const user = '/accounts/{user_id}';
const member = '/accounts/self/member-details/{member_user_id}';
const fax = `${user}/faxes/{fax_id}` as const;
const outboxFax = `${user}/outbox/{outbox_fax_id}` as const;
const ownNumber = `${user}/numbers/{number}` as const;
const extractionOf = `${fax}/ai/field-extraction` as const;
const fieldsOfAccount = '/accounts/self/ai/custom-fields';
const areas = '/shop/numbers/countries/{country_code}/areas';

const format = oneOf('pdf', 'tiff');
const uploaded = json(object({ path: text }));
const fields = { type: 'object', additionalProperties: text };
const extraction = json(object({ status: text, data: { ...fields, type: ['object', 'null'] } }));
const ocr = json(object({ status: text, data: textOrNull }));
const customField = object({ ...each('id name instructions', text), enabled: flag });
const newField = { ...each('name instructions', text), enabled: flag };
const endpoints = listOf(record.webhookEndpoint);
const endpointRecords = object({ records: endpoints });
const endpointSettings: Record<string, Schema> = {
	url: text,
	filter_types: listOf(record.event),
	channels: { type: ['array', 'null'], items: text },
};

const faxJob = object(
	{
		from: record.sender,
		to: { ...listOf(record.faxNumber), minItems: 1 },
		files: { ...listOf(text), minItems: 1 },
		comment: record.taggedComment,
		options: object({ enhancement: flag, retry: record.retry }, []),
		send_time: zonedTime,
		return_ids: flag,
		cover_page: record.coverPage,
	},
	['from', 'to', 'files'],
);

const plan = object({
	plan_type: oneOf('free', 'basic', 'premium', 'business', 'enterprise', 'unknown'),
	...each('is_admin is_owner', flag),
});

const credits = object({
	credits_remaining: integer,
	usage: listOf(object({ feature: text, credits_used: integer })),
	reload_at: textOrNull,
});

const period = { after: time, before: time };
const page = { limit: matching('^[1-9][0-9]*$'), offset: matching('^[0-9]+$') };

/** All operations by their id. The most files and numbers of a fax have errors of their own, and are not checked here. */
export const operations: Operations = {
	getToken: get('/auth/token', ok(record.token)),
	...scoped(['member', 'user'], {
		getAccount: get(user, ok(record.account)),
		getUserPlan: get(`${user}/plan`, ok(plan)),
	}),
	...scoped(['member'], {
		listMembers: get('/accounts', ok(object({ members: listOf(record.account) })), { admin }),
		getMember: get(member, ok(object({ role: text, quota: whole }))),
		updateMember: put(member, ok(object({})), { body: some({ quota: number, role: text }) }),
		inviteMembers: post(
			'/accounts/self/member-invitations',
			{ '204': empty, ...ok(object({ message: text }, [])) },
			{ body: { ...listOf(matching('^\\S+@\\S+$')), minItems: 1, maxItems: 10 }, admin },
		),
	}),
	...scoped([], {
		listContacts: get(
			'/accounts/self/contacts',
			ok(object({ records: listOf(record.contact), total_count: whole }, ['records'])),
			{ query: { search: text, offset: whole, limit: { type: 'integer', minimum: 1, maximum: 50 } } },
		),
		shareContactGroups: post('/accounts/self/contact-groups/share', ok(object({})), {
			body: object(each('group_ids member_ids', listOf(text))),
		}),
		deleteContactGroup: remove('/accounts/self/contact-groups/{group_id}', ok(object({}))),
	}),
	...scoped(['file'], {
		uploadFile: post(
			`${user}/files`,
			{ '200': uploaded, '201': uploaded },
			{ query: { format }, body: { type: 'object' }, bodyType: 'multipart/form-data' },
		),
	}),
	...scoped(['fax'], {
		getFile: get(`${user}/files/{fax_id}`, file('application/pdf', 'image/tiff'), { query: { format } }),
		getFaxReport: get(`${user}/report/{fax_id}`, file('application/pdf')),
		getThumbnail: get(`${user}/thumbnail/{fax_id}`, file('image/jpeg')),
		sendFax: post(
			`${user}/outbox`,
			{ '201': { ...json(object({ ids: fields }, [])), 'x-optional-body': true } },
			{ body: faxJob },
		),
		listOutboxFaxes: get(`${user}/outbox`, ok(object({ records: listOf(record.outboxFax) }))),
		getOutboxFax: get(outboxFax, ok(record.outboxFax)),
		updateOutboxFax: put(outboxFax, nothing, { body: object({ comment: text }) }),
		deleteOutboxFax: remove(outboxFax, { '204': empty }),
		listFaxes: get(`${user}/faxes`, ok(object({ data: object({ records: listOf(record.fax) }) })), {
			query: { category: oneOf('inbox', 'sent', 'spam'), ...period, ...page },
		}),
		getFax: get(fax, ok(record.fax)),
		updateFax: put(fax, nothing, { body: object({ comment: text, is_read: flag }) }),
		deleteFax: remove(fax, nothing),
	}),
	...scoped(['ai'], {
		getFieldExtraction: get(extractionOf, { '200': extraction }),
		requestFieldExtraction: post(extractionOf, { '200': extraction, '202': extraction }),
		correctFieldExtraction: patch(extractionOf, { '200': extraction }, { body: object({ data: fields }) }),
		getOcr: get(`${fax}/ai/ocr`, { '200': ocr }),
		requestOcr: post(`${fax}/ai/ocr`, { '200': ocr, '202': ocr }),
		getAiCredits: get('/accounts/self/ai/credits', ok(credits)),
	}),
	...scoped(['ai_settings'], {
		listCustomFields: get(fieldsOfAccount, ok(object({ records: listOf(customField) }))),
		createCustomField: post(fieldsOfAccount, ok(customField), {
			body: object(newField, ['name', 'instructions']),
			admin,
		}),
		updateCustomField: patch(`${fieldsOfAccount}/{field_id}`, ok(customField), {
			body: some(newField),
			admin,
		}),
	}),
	...scoped(['numbers'], {
		listNumbers: get(`${user}/numbers`, ok(object({ numbers: listOf(record.ownNumber) }))),
		getNumber: get(ownNumber, ok(record.ownNumber)),
		assignNumber: put(ownNumber, nothing, { body: object({ assigned_to: text }), admin }),
		revokeNumber: remove(ownNumber, nothing),
	}),
	...scoped(['shop'], {
		getBalance: get('/shop/balance', ok(object({ amount: number, currency: text }))),
		listCountries: get(
			'/shop/numbers/countries',
			ok(object({ countries: listOf(object({ ...each('iso name', text), is_available: flag })) })),
		),
		listAreas: get(areas, ok(object({ areas: listOf(object(each('calling_code city state', text))) }))),
		searchNumbers: get(
			`${areas}/{calling_code}/numbers`,
			ok(object({ numbers: listOf(record.numberOffer) })),
			{ query: { channel: oneOf('random', 'custom'), contains: matching('^[0-9]*$') } },
		),
		purchaseNumber: post('/shop/numbers/purchase', ok(object({ number: text })), {
			body: object({ item_id: text }),
		}),
	}),
	...scoped(['webhook'], {
		listWebhooks: get(
			'/webhooks',
			ok({
				anyOf: [endpoints, endpointRecords, object({ data: { anyOf: [endpoints, endpointRecords] } })],
			}),
		),
		createWebhook: post('/webhooks', { '201': empty }, { body: object(endpointSettings, ['url']) }),
		updateWebhook: patch('/webhooks/{endpoint_id}', ok(object({})), { body: some(endpointSettings) }),
		deleteWebhook: remove('/webhooks/{endpoint_id}', { '204': empty }),
		listHooks: get(
			'/hooks',
			ok(object({ data: listOf(object({ ...each('id target', text), event: record.event })) })),
			{ query: { event: record.event }, queryRequired: true },
		),
		createHook: post('/hooks', ok(object({ id: text })), {
			body: object({ target: text, event: record.event, numbers: { ...listOf(text), minItems: 1 } }, [
				'target',
				'event',
			]),
		}),
		deleteHook: remove('/hooks/{hook_id}', { '200': empty }),
	}),
};
