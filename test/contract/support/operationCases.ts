import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { seed } from '../../simulator';
import type { Account } from '../../simulator/state';
import type { Authentication } from './bench';

/** A request as the simulator logged it. */
export interface ExpectedRequest {
	method: string;
	path: string;
	query?: Record<string, string>;
	/** Absent when the request must have none. */
	body?: unknown;
}

/** One operation of the node: fields, and what has to reach the service and come out. */
export interface OperationCase {
	/** For the test's name; resource and operation when left out. */
	name?: string;
	resource: string;
	operation: string;
	/** The simulator's name of the request that the operation is about. */
	operationId: string;
	kind: 'read' | 'write';
	/** Values of the operation's fields. */
	parameters: INodeParameters;
	/** Brings the service into the state that the case needs. */
	prepare?(simulator: Simulator): void;
	requests: ExpectedRequest[];
	/** JSON of the output items, read when the operation is over. */
	output(simulator: Simulator, authentication: Authentication): object[];
	/** What has changed at the service. */
	effect?(account: Account, simulator: Simulator): void;
	/** Error codes beside `unauthorized` and `internal_server_error` that the specification names for it. */
	codes: Array<'invalid_user_id' | 'bad_request'>;
	/** Scopes that permit it; none are needed when empty. */
	scopes: string[];
}

/** The account that the tests' credentials belong to. */
export function clinic(simulator: Simulator): Account {
	return simulator.state.accounts.get(seed.accountId) as Account;
}

/** Adds a webhook endpoint to the account. */
export function addEndpoint(simulator: Simulator, id = 'ep_clinic'): void {
	clinic(simulator).endpoints.set(id, {
		id,
		url: `https://example.com/${id}`,
		filter_types: ['fax_received'],
		channels: ['+15550100000'],
		secret: 'whsec_c2VjcmV0',
	});
}

/** Adds a legacy hook to the account. */
export function addHook(simulator: Simulator, id = 'hook_clinic'): void {
	clinic(simulator).hooks.set(id, { id, target: `https://example.com/${id}`, event: 'fax_received' });
}

const aText: unknown = expect.any(String);
const aNumber: unknown = expect.any(Number);
const aCustomFieldId: unknown = expect.stringMatching(/^cf_/);
const anEndpointId: unknown = expect.stringMatching(/^ep_/);

const SHOP_SCOPES = ['fax:all:read', 'fax:shop:read'];
const FIELD_EDIT_SCOPES = ['fax:all:edit', 'fax:ai_settings:edit'];
const WEBHOOK_READ_SCOPES = ['fax:webhook:read', 'fax:all:read'];
const WEBHOOK_EDIT_SCOPES = ['fax:webhook:edit', 'fax:all:edit'];

const customFieldsPath = '/accounts/self/ai/custom-fields';
const swissNumbersPath = '/shop/numbers/countries/CH/areas/22/numbers';

const account: OperationCase[] = [
	{
		resource: 'accessToken',
		operation: 'get',
		operationId: 'getToken',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/auth/token' }],
		output: (_simulator, authentication) => [
			authentication === 'oAuth2'
				? { token_type: 'oauth', scopes: ['all'] }
				: {
						token_type: 'pat',
						scopes: ['fax:all:read', 'fax:all:edit'],
						id: aText,
						name: aText,
						preview: aText,
						created_date: aNumber,
						expiration_date: aNumber,
						last_used: aNumber,
					},
		],
		codes: [],
		scopes: [],
	},
	{
		resource: 'account',
		operation: 'getPlan',
		operationId: 'getUserPlan',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/plan' }],
		output: () => [{ plan_type: 'enterprise', is_admin: true, is_owner: true }],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
	{
		name: 'account: getPlan of a member',
		resource: 'account',
		operation: 'getPlan',
		operationId: 'getUserPlan',
		kind: 'read',
		parameters: { userId: seed.memberId },
		requests: [{ method: 'GET', path: `/accounts/${seed.memberId}/plan` }],
		output: () => [{ plan_type: 'enterprise', is_admin: false, is_owner: false }],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
	{
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: { memberUserId: seed.memberId, updateFields: { role: 'admin', quota: 50 } },
		requests: [
			{
				method: 'PUT',
				path: `/accounts/self/member-details/${seed.memberId}`,
				body: { role: 'admin', quota: 50 },
			},
		],
		output: () => [{ updated: true, memberUserId: seed.memberId, role: 'admin', quota: 50 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'admin', quota: 50 });
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:member:edit'],
	},
	{
		name: 'member: update of the quota alone',
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: { memberUserId: seed.memberId, updateFields: { quota: 0 } },
		requests: [{ method: 'PUT', path: `/accounts/self/member-details/${seed.memberId}`, body: { quota: 0 } }],
		output: () => [{ updated: true, memberUserId: seed.memberId, quota: 0 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'member', quota: 0 });
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:member:edit'],
	},
];

const contactGroups: OperationCase[] = [
	{
		resource: 'contactGroup',
		operation: 'delete',
		operationId: 'deleteContactGroup',
		kind: 'write',
		parameters: { groupId: seed.groupIds[0] },
		requests: [{ method: 'DELETE', path: `/accounts/self/contact-groups/${seed.groupIds[0]}` }],
		output: () => [{ deleted: true, groupId: seed.groupIds[0] }],
		effect: ({ groups }) => {
			expect([...groups.keys()]).toEqual([seed.groupIds[1]]);
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: ['fax:all:edit'],
	},
	{
		resource: 'contactGroup',
		operation: 'share',
		operationId: 'shareContactGroups',
		kind: 'write',
		parameters: {
			groupIds: seed.groupIds.join(', '),
			memberIds: `${seed.memberId},${seed.secondMemberId}`,
		},
		requests: [
			{
				method: 'POST',
				path: '/accounts/self/contact-groups/share',
				body: { group_ids: seed.groupIds, member_ids: [seed.memberId, seed.secondMemberId] },
			},
		],
		output: () => [
			{ shared: true, groupIds: seed.groupIds, memberIds: [seed.memberId, seed.secondMemberId] },
		],
		effect: ({ groups }) => {
			for (const { sharedWith } of groups.values()) {
				expect([...sharedWith]).toEqual([seed.memberId, seed.secondMemberId]);
			}
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit'],
	},
];

const faxes: OperationCase[] = [
	{
		resource: 'outboxFax',
		operation: 'delete',
		operationId: 'deleteOutboxFax',
		kind: 'write',
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [{ method: 'DELETE', path: `/accounts/self/outbox/${seed.outboxFaxId}` }],
		output: () => [{ deleted: true, outboxFaxId: seed.outboxFaxId }],
		effect: ({ outbox }) => {
			expect([...outbox.keys()]).toEqual([seed.memberOutboxFaxId]);
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:fax:edit'],
	},
	{
		name: 'outboxFax: delete for a member',
		resource: 'outboxFax',
		operation: 'delete',
		operationId: 'deleteOutboxFax',
		kind: 'write',
		parameters: { outboxFaxId: seed.memberOutboxFaxId, userId: seed.memberId },
		requests: [{ method: 'DELETE', path: `/accounts/${seed.memberId}/outbox/${seed.memberOutboxFaxId}` }],
		output: () => [{ deleted: true, outboxFaxId: seed.memberOutboxFaxId }],
		effect: ({ outbox }) => {
			expect([...outbox.keys()]).toEqual([seed.outboxFaxId]);
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:fax:edit'],
	},
	{
		resource: 'fax',
		operation: 'getThumbnail',
		operationId: 'getThumbnail',
		kind: 'read',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'GET', path: `/accounts/self/thumbnail/${seed.faxId}` }],
		output: () => [{ faxId: seed.faxId }],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:fax:read'],
	},
	{
		resource: 'fieldExtraction',
		operation: 'get',
		operationId: 'getFieldExtraction',
		kind: 'read',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'GET', path: `/accounts/self/faxes/${seed.faxId}/ai/field-extraction` }],
		output: (simulator) => [
			{
				faxId: seed.faxId,
				status: 'finished',
				data: clinic(simulator).faxes.get(seed.faxId)?.extraction.data,
			},
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: ['fax:all:read', 'fax:ai:read'],
	},
	{
		name: 'fieldExtraction: get for a member',
		resource: 'fieldExtraction',
		operation: 'get',
		operationId: 'getFieldExtraction',
		kind: 'read',
		parameters: { faxId: seed.memberFaxId, userId: seed.memberId },
		requests: [
			{ method: 'GET', path: `/accounts/${seed.memberId}/faxes/${seed.memberFaxId}/ai/field-extraction` },
		],
		output: (simulator) => [
			{
				faxId: seed.memberFaxId,
				status: 'finished',
				data: clinic(simulator).faxes.get(seed.memberFaxId)?.extraction.data,
			},
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: ['fax:all:read', 'fax:ai:read'],
	},
];

const ai: OperationCase[] = [
	{
		resource: 'aiCredit',
		operation: 'get',
		operationId: 'getAiCredits',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/ai/credits' }],
		output: (simulator) => [clinic(simulator).credits],
		codes: [],
		scopes: ['fax:all:read', 'fax:ai:read'],
	},
	{
		resource: 'customField',
		operation: 'getAll',
		operationId: 'listCustomFields',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: customFieldsPath }],
		output: (simulator) => [...clinic(simulator).customFields.values()],
		codes: [],
		scopes: ['fax:all:read', 'fax:ai_settings:read'],
	},
	{
		resource: 'customField',
		operation: 'create',
		operationId: 'createCustomField',
		kind: 'write',
		parameters: { name: 'invoice', instructions: 'The number of the invoice', enabled: false },
		requests: [
			{
				method: 'POST',
				path: customFieldsPath,
				body: { name: 'invoice', instructions: 'The number of the invoice', enabled: false },
			},
		],
		output: () => [
			{
				id: aCustomFieldId,
				name: 'invoice',
				instructions: 'The number of the invoice',
				enabled: false,
			},
		],
		effect: ({ customFields }) => {
			expect(customFields.size).toBe(2);
		},
		codes: ['invalid_user_id'],
		scopes: FIELD_EDIT_SCOPES,
	},
	{
		resource: 'customField',
		operation: 'update',
		operationId: 'updateCustomField',
		kind: 'write',
		parameters: {
			fieldId: { __rl: true, mode: 'id', value: seed.customFieldId },
			updateFields: { enabled: false, name: 'patient' },
		},
		requests: [
			{
				method: 'PATCH',
				path: `${customFieldsPath}/${seed.customFieldId}`,
				body: { enabled: false, name: 'patient' },
			},
		],
		output: () => [
			{
				id: seed.customFieldId,
				name: 'patient',
				instructions: 'The full name of the patient',
				enabled: false,
			},
		],
		effect: ({ customFields }) => {
			expect(customFields.get(seed.customFieldId)).toMatchObject({ name: 'patient', enabled: false });
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FIELD_EDIT_SCOPES,
	},
];

const shop: OperationCase[] = [
	{
		resource: 'shop',
		operation: 'getBalance',
		operationId: 'getBalance',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/shop/balance' }],
		output: () => [{ amount: 100, currency: 'USD' }],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'getCountries',
		operationId: 'listCountries',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/shop/numbers/countries' }],
		output: (simulator) => simulator.state.countries,
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: 'us', callingCode: '212', limit: 1 },
		requests: [
			{
				method: 'GET',
				path: '/shop/numbers/countries/US/areas/212/numbers',
				query: { channel: 'random' },
			},
		],
		output: () => [
			{
				itemId: seed.offerId,
				number: '+12125550123',
				country: 'US',
				areaCode: '212',
				city: 'New York',
				type: 'local',
				price: 10,
				monthlyFee: 5,
				numberOfMonths: 1,
				currency: 'USD',
			},
		],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers with certain digits, not simplified',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: {
			countryCode: 'US',
			callingCode: '212',
			channel: 'custom',
			contains: '2580',
			simplify: false,
		},
		requests: [
			{
				method: 'GET',
				path: '/shop/numbers/countries/US/areas/212/numbers',
				query: { channel: 'custom', contains: '2580' },
			},
		],
		output: (simulator) => simulator.state.offers.filter(({ item }) => item.number === '+12125552580'),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers with no digits in particular',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: 'CH', callingCode: '22', channel: 'custom', returnAll: true },
		requests: [{ method: 'GET', path: swissNumbersPath, query: { channel: 'custom' } }],
		output: () =>
			Array.from(
				{ length: 60 },
				(_, at) => expect.objectContaining({ itemId: `item_ch_22_${at}` }) as object,
			),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers up to the preset limit',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: 'CH', callingCode: '22' },
		requests: [{ method: 'GET', path: swissNumbersPath, query: { channel: 'random' } }],
		output: () =>
			Array.from(
				{ length: 50 },
				(_, at) => expect.objectContaining({ itemId: `item_ch_22_${at}` }) as object,
			),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'purchaseNumber',
		operationId: 'purchaseNumber',
		kind: 'write',
		parameters: { itemId: seed.offerId },
		requests: [{ method: 'POST', path: '/shop/numbers/purchase', body: { item_id: seed.offerId } }],
		output: () => [{ number: '+12125550123', itemId: seed.offerId }],
		effect: ({ balance, ownedNumbers }) => {
			expect(balance.amount).toBe(90);
			expect(ownedNumbers).toEqual([seed.ownedNumber, '+12125550123']);
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:shop:edit'],
	},
];

const clinicEndpoint: IDataObject = {
	id: 'ep_clinic',
	url: 'https://example.com/ep_clinic',
	filter_types: ['fax_received'],
	channels: ['+15550100000'],
};

const webhookEndpoints: OperationCase[] = [
	{
		resource: 'webhookEndpoint',
		operation: 'create',
		operationId: 'createWebhook',
		kind: 'write',
		parameters: {
			url: 'https://example.com/new',
			events: ['fax_received', 'fax_sent'],
			channels: '+1 555 010-0000, +41225550100',
		},
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [
			{ method: 'GET', path: '/webhooks' },
			{
				method: 'POST',
				path: '/webhooks',
				body: {
					url: 'https://example.com/new',
					filter_types: ['fax_received', 'fax_sent'],
					channels: ['+15550100000', '+41225550100'],
				},
			},
			{ method: 'GET', path: '/webhooks' },
		],
		output: () => [
			{
				id: anEndpointId,
				url: 'https://example.com/new',
				filter_types: ['fax_received', 'fax_sent'],
				channels: ['+15550100000', '+41225550100'],
			},
		],
		effect: ({ endpoints }) => {
			expect(endpoints.size).toBe(2);
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'webhookEndpoint: create a second one with the same URL',
		resource: 'webhookEndpoint',
		operation: 'create',
		operationId: 'createWebhook',
		kind: 'write',
		parameters: { url: 'https://example.com/ep_clinic', events: ['fax_sent'] },
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [
			{ method: 'GET', path: '/webhooks' },
			{
				method: 'POST',
				path: '/webhooks',
				body: { url: 'https://example.com/ep_clinic', filter_types: ['fax_sent'], channels: null },
			},
			{ method: 'GET', path: '/webhooks' },
		],
		output: (simulator) => {
			const created = [...clinic(simulator).endpoints.keys()].find((id) => id !== 'ep_clinic');
			return [
				{
					id: created,
					url: 'https://example.com/ep_clinic',
					filter_types: ['fax_sent'],
					channels: null,
				},
			];
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'webhookEndpoint',
		operation: 'delete',
		operationId: 'deleteWebhook',
		kind: 'write',
		parameters: { endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' } },
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [{ method: 'DELETE', path: '/webhooks/ep_clinic' }],
		output: () => [{ deleted: true, endpointId: 'ep_clinic' }],
		effect: ({ endpoints }) => {
			expect(endpoints.size).toBe(0);
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'webhookEndpoint',
		operation: 'getAll',
		operationId: 'listWebhooks',
		kind: 'read',
		parameters: {},
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [{ method: 'GET', path: '/webhooks' }],
		output: () => [clinicEndpoint],
		codes: [],
		scopes: WEBHOOK_READ_SCOPES,
	},
	{
		resource: 'webhookEndpoint',
		operation: 'update',
		operationId: 'updateWebhook',
		kind: 'write',
		parameters: {
			endpointId: { __rl: true, mode: 'list', value: 'ep_clinic' },
			channelsAction: 'set',
			channels: '+41 22 555 01 00',
			updateFields: { events: ['fax_sent'], url: 'https://example.com/moved' },
		},
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [
			{
				method: 'PATCH',
				path: '/webhooks/ep_clinic',
				body: {
					url: 'https://example.com/moved',
					filter_types: ['fax_sent'],
					channels: ['+41225550100'],
				},
			},
		],
		output: () => [
			{
				updated: true,
				id: 'ep_clinic',
				url: 'https://example.com/moved',
				filter_types: ['fax_sent'],
				channels: ['+41225550100'],
			},
		],
		effect: ({ endpoints }) => {
			expect(endpoints.get('ep_clinic')).toMatchObject({
				url: 'https://example.com/moved',
				secret: 'whsec_c2VjcmV0',
			});
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'webhookEndpoint: update that clears the numbers and leaves the rest',
		resource: 'webhookEndpoint',
		operation: 'update',
		operationId: 'updateWebhook',
		kind: 'write',
		parameters: { endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' }, channelsAction: 'clear' },
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [{ method: 'PATCH', path: '/webhooks/ep_clinic', body: { channels: null } }],
		output: () => [{ updated: true, id: 'ep_clinic', channels: null }],
		effect: ({ endpoints }) => {
			expect(endpoints.get('ep_clinic')).toMatchObject({
				url: 'https://example.com/ep_clinic',
				filter_types: ['fax_received'],
				channels: null,
			});
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'webhookEndpoint: update that leaves the numbers',
		resource: 'webhookEndpoint',
		operation: 'update',
		operationId: 'updateWebhook',
		kind: 'write',
		parameters: {
			endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' },
			updateFields: { events: ['fax_page_received'] },
		},
		prepare: (simulator) => {
			addEndpoint(simulator);
		},
		requests: [
			{ method: 'PATCH', path: '/webhooks/ep_clinic', body: { filter_types: ['fax_page_received'] } },
		],
		output: () => [{ updated: true, id: 'ep_clinic', filter_types: ['fax_page_received'] }],
		effect: ({ endpoints }) => {
			expect(endpoints.get('ep_clinic')?.channels).toEqual(['+15550100000']);
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
];

const legacyHooks: OperationCase[] = [
	{
		resource: 'legacyHook',
		operation: 'create',
		operationId: 'createHook',
		kind: 'write',
		parameters: {
			target: 'https://example.com/hook',
			event: 'fax_sent',
			numbers: '+1 (555) 010-0000',
		},
		requests: [
			{
				method: 'POST',
				path: '/hooks',
				body: { target: 'https://example.com/hook', event: 'fax_sent', numbers: [seed.ownedNumber] },
			},
		],
		output: (simulator) => [
			{
				id: [...clinic(simulator).hooks.keys()][0],
				target: 'https://example.com/hook',
				event: 'fax_sent',
				numbers: [seed.ownedNumber],
			},
		],
		effect: ({ hooks }) => {
			expect(hooks.size).toBe(1);
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'legacyHook: create for all numbers',
		resource: 'legacyHook',
		operation: 'create',
		operationId: 'createHook',
		kind: 'write',
		parameters: { target: 'https://example.com/hook' },
		requests: [
			{ method: 'POST', path: '/hooks', body: { target: 'https://example.com/hook', event: 'fax_received' } },
		],
		output: (simulator) => [
			{
				id: [...clinic(simulator).hooks.keys()][0],
				target: 'https://example.com/hook',
				event: 'fax_received',
			},
		],
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'legacyHook',
		operation: 'delete',
		operationId: 'deleteHook',
		kind: 'write',
		parameters: { hookId: 'hook_clinic' },
		prepare: (simulator) => {
			addHook(simulator);
		},
		requests: [{ method: 'DELETE', path: '/hooks/hook_clinic' }],
		output: () => [{ deleted: true, hookId: 'hook_clinic' }],
		effect: ({ hooks }) => {
			expect(hooks.size).toBe(0);
		},
		codes: [],
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'legacyHook',
		operation: 'getAll',
		operationId: 'listHooks',
		kind: 'read',
		parameters: { event: 'fax_received' },
		prepare: (simulator) => {
			addHook(simulator);
		},
		requests: [{ method: 'GET', path: '/hooks', query: { event: 'fax_received' } }],
		output: () => [{ id: 'hook_clinic', target: 'https://example.com/hook_clinic', event: 'fax_received' }],
		codes: [],
		scopes: WEBHOOK_READ_SCOPES,
	},
];

/** Every operation of the node, some of them with several settings. */
export const operationCases: OperationCase[] = [
	...account,
	...contactGroups,
	...faxes,
	...ai,
	...shop,
	...webhookEndpoints,
	...legacyHooks,
];

/** Every operation of the node, once. */
export const operations: OperationCase[] = operationCases.filter(({ name }) => name === undefined);

/** What a case is called in a test's name. */
export function nameOf({ name, resource, operation }: OperationCase): string {
	return name ?? `${resource}: ${operation}`;
}

/** The node's fields of a case. */
export function parametersOf(
	{ resource, operation, parameters }: OperationCase,
	authentication: Authentication,
): INodeParameters {
	return { authentication, resource, operation, ...parameters };
}
