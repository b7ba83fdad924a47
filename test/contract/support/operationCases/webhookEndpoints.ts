import type { IDataObject } from 'n8n-workflow';

import type { OperationCase } from './case';
import { addEndpoint, clinic } from './clinic';
import { WEBHOOK_EDIT_SCOPES, WEBHOOK_READ_SCOPES } from './webhookScopes';

const anEndpointId: unknown = expect.stringMatching(/^ep_/);

const clinicEndpoint: IDataObject = {
	id: 'ep_clinic',
	url: 'https://example.com/ep_clinic',
	filter_types: ['fax_received'],
	channels: ['+15550100000'],
};

/** Nothing listens there. */
const DEAF = 'https://127.0.0.1:9/fax';

export const webhookEndpoints: OperationCase[] = [
	{
		resource: 'webhookEndpoint',
		operation: 'check',
		operationId: 'listWebhooks',
		kind: 'read',
		parameters: {},
		prepare: (simulator) => {
			addEndpoint(simulator, 'ep_clinic', DEAF);
			addEndpoint(simulator, 'ep_twin', DEAF);
		},
		requests: [{ method: 'GET', path: '/webhooks' }],
		output: () =>
			['ep_clinic', 'ep_twin'].map((id, _at, ids) => ({
				...clinicEndpoint,
				id,
				url: DEAF,
				answers: false,
				status: null,
				takenBy: 'unknown',
				sharesAddressWith: ids.filter((other) => other !== id),
				finding: expect.stringContaining('no answer from the address (connection refused)') as unknown,
			})),
		scopes: WEBHOOK_READ_SCOPES,
	},
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
		prepare: addEndpoint,
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
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'webhookEndpoint: create a second one with the same URL',
		resource: 'webhookEndpoint',
		operation: 'create',
		operationId: 'createWebhook',
		kind: 'write',
		parameters: { url: 'https://example.com/ep_clinic', events: ['fax_sent'] },
		prepare: addEndpoint,
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
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'webhookEndpoint',
		operation: 'delete',
		operationId: 'deleteWebhook',
		kind: 'write',
		parameters: { endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' } },
		prepare: addEndpoint,
		requests: [{ method: 'DELETE', path: '/webhooks/ep_clinic' }],
		output: () => [{ deleted: true, id: 'ep_clinic' }],
		effect: ({ endpoints }) => {
			expect(endpoints.size).toBe(0);
		},
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'webhookEndpoint',
		operation: 'getAll',
		operationId: 'listWebhooks',
		kind: 'read',
		parameters: {},
		prepare: addEndpoint,
		requests: [{ method: 'GET', path: '/webhooks' }],
		output: () => [clinicEndpoint],
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
		prepare: addEndpoint,
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
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		name: 'webhookEndpoint: update that clears the numbers and leaves the rest',
		resource: 'webhookEndpoint',
		operation: 'update',
		operationId: 'updateWebhook',
		kind: 'write',
		parameters: { endpointId: { __rl: true, mode: 'id', value: 'ep_clinic' }, channelsAction: 'clear' },
		prepare: addEndpoint,
		requests: [{ method: 'PATCH', path: '/webhooks/ep_clinic', body: { channels: null } }],
		output: () => [{ updated: true, id: 'ep_clinic', channels: null }],
		effect: ({ endpoints }) => {
			expect(endpoints.get('ep_clinic')).toMatchObject({
				url: 'https://example.com/ep_clinic',
				filter_types: ['fax_received'],
				channels: null,
			});
		},
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
		prepare: addEndpoint,
		requests: [
			{ method: 'PATCH', path: '/webhooks/ep_clinic', body: { filter_types: ['fax_page_received'] } },
		],
		output: () => [{ updated: true, id: 'ep_clinic', filter_types: ['fax_page_received'] }],
		effect: ({ endpoints }) => {
			expect(endpoints.get('ep_clinic')?.channels).toEqual(['+15550100000']);
		},
		scopes: WEBHOOK_EDIT_SCOPES,
	},
];
