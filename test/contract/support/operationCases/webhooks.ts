import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';
import { addEndpoint, addHook, clinic } from './clinic';

const clinicEndpoint: IDataObject = {
	id: 'ep_clinic',
	url: 'https://example.com/ep_clinic',
	filter_types: ['fax_received'],
	channels: ['+15550100000'],
};

/** Endpoint that is sent to Fax.Plus and then output. */
const created = {
	url: 'https://example.com/new',
	filter_types: ['fax_received', 'fax_sent'],
	channels: ['+15550100000', '+41225550100'],
};
const second = { url: 'https://example.com/ep_clinic', filter_types: ['fax_sent'], channels: null };
const moved = {
	url: 'https://example.com/moved',
	filter_types: ['fax_sent'],
	channels: ['+41225550100'],
};

/** URL where nothing listens. */
const DEAF = 'https://127.0.0.1:9/fax';

export const webhookEndpoints: OperationCase[] = [
	operation('webhookEndpoint: check', {
		prepare: (simulator) => {
			addEndpoint(simulator, 'ep_clinic', DEAF);
			addEndpoint(simulator, 'ep_twin', DEAF);
		},
		requests: [get('/webhooks')],
		output: () =>
			['ep_clinic', 'ep_twin'].map((id, _at, ids) => ({
				...clinicEndpoint,
				id,
				url: DEAF,
				answers: false,
				status: null,
				receiver: 'unknown',
				sharesAddressWith: ids.filter((other) => other !== id),
				finding: expect.stringContaining('no response from the address (connection refused)') as unknown,
			})),
	}),
	operation('webhookEndpoint: create', {
		parameters: {
			url: 'https://example.com/new',
			events: ['fax_received', 'fax_sent'],
			channels: '+1 555 010-0000, +41225550100',
		},
		prepare: addEndpoint,
		requests: [get('/webhooks'), request('POST', '/webhooks', created), get('/webhooks')],
		output: () => [{ id: expect.stringMatching(/^ep_/) as string, ...created }],
		effect: ({ endpoints }) => [endpoints.size, 2],
	}),
	operation('webhookEndpoint: create a second one with the same URL', {
		parameters: { url: 'https://example.com/ep_clinic', events: ['fax_sent'] },
		prepare: addEndpoint,
		requests: [get('/webhooks'), request('POST', '/webhooks', second), get('/webhooks')],
		output: (simulator) => {
			const id = [...clinic(simulator).endpoints.keys()].find((one) => one !== 'ep_clinic');
			return [{ id, ...second }];
		},
	}),
	operation('webhookEndpoint: delete', {
		parameters: { endpointId: locator('id', 'ep_clinic') },
		prepare: addEndpoint,
		requests: [request('DELETE', '/webhooks/ep_clinic')],
		output: () => [{ deleted: true, id: 'ep_clinic' }],
		effect: ({ endpoints }) => [endpoints.size, 0],
	}),
	operation('webhookEndpoint: getAll', {
		prepare: addEndpoint,
		requests: [get('/webhooks')],
		output: () => [clinicEndpoint],
	}),
	operation('webhookEndpoint: update', {
		parameters: {
			endpointId: locator('list', 'ep_clinic'),
			updateFields: {
				channels: '+41 22 555 01 00',
				events: ['fax_sent'],
				url: 'https://example.com/moved',
			},
		},
		prepare: addEndpoint,
		requests: [request('PATCH', '/webhooks/ep_clinic', moved)],
		output: () => [{ updated: true, id: 'ep_clinic', ...moved }],
		effect: ({ endpoints }) => [endpoints.get('ep_clinic'), { ...moved, secret: 'whsec_c2VjcmV0' }],
	}),
	operation('webhookEndpoint: update that clears the numbers and leaves the rest', {
		parameters: { endpointId: locator('id', 'ep_clinic'), updateFields: { allNumbers: true } },
		prepare: addEndpoint,
		requests: [request('PATCH', '/webhooks/ep_clinic', { channels: null })],
		output: () => [{ updated: true, id: 'ep_clinic', channels: null }],
		effect: ({ endpoints }) => [
			endpoints.get('ep_clinic'),
			{ url: 'https://example.com/ep_clinic', filter_types: ['fax_received'], channels: null },
		],
	}),
	operation('webhookEndpoint: update that leaves the numbers', {
		parameters: {
			endpointId: locator('id', 'ep_clinic'),
			updateFields: { events: ['fax_page_received'] },
		},
		prepare: addEndpoint,
		requests: [request('PATCH', '/webhooks/ep_clinic', { filter_types: ['fax_page_received'] })],
		output: () => [{ updated: true, id: 'ep_clinic', filter_types: ['fax_page_received'] }],
		effect: ({ endpoints }) => [endpoints.get('ep_clinic')?.channels, ['+15550100000']],
	}),
];

const hook = { target: 'https://example.com/hook', event: 'fax_sent', numbers: [seed.ownedNumber] };
const hookForAll = { target: 'https://example.com/hook', event: 'fax_received' };

export const legacyHooks: OperationCase[] = [
	operation('legacyHook: create', {
		parameters: {
			target: 'https://example.com/hook',
			event: 'fax_sent',
			numbers: '+1 (555) 010-0000',
		},
		requests: [request('POST', '/hooks', hook)],
		output: (simulator) => [{ id: [...clinic(simulator).hooks.keys()][0], ...hook }],
		effect: ({ hooks }) => [hooks.size, 1],
	}),
	operation('legacyHook: create for all numbers', {
		parameters: { target: 'https://example.com/hook' },
		requests: [request('POST', '/hooks', hookForAll)],
		output: (simulator) => [{ id: [...clinic(simulator).hooks.keys()][0], ...hookForAll }],
	}),
	operation('legacyHook: delete', {
		parameters: { hookId: 'hook_clinic' },
		prepare: addHook,
		requests: [request('DELETE', '/hooks/hook_clinic')],
		output: () => [{ deleted: true, id: 'hook_clinic' }],
		effect: ({ hooks }) => [hooks.size, 0],
	}),
	operation('legacyHook: getAll', {
		parameters: { event: 'fax_received' },
		prepare: addHook,
		requests: [get('/hooks', { event: 'fax_received' })],
		output: () => [{ id: 'hook_clinic', target: 'https://example.com/hook_clinic', event: 'fax_received' }],
	}),
	operation('legacyHook: getAll of all events', {
		prepare: addHook,
		requests: ['fax_received', 'fax_sent', 'fax_page_received'].map((event) => get('/hooks', { event })),
		output: () => [{ id: 'hook_clinic', target: 'https://example.com/hook_clinic', event: 'fax_received' }],
	}),
];
