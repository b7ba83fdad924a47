import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { addHook, clinic } from './clinic';
import { WEBHOOK_EDIT_SCOPES, WEBHOOK_READ_SCOPES } from './webhookScopes';

export const legacyHooks: OperationCase[] = [
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
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'legacyHook',
		operation: 'delete',
		operationId: 'deleteHook',
		kind: 'write',
		parameters: { hookId: 'hook_clinic' },
		prepare: addHook,
		requests: [{ method: 'DELETE', path: '/hooks/hook_clinic' }],
		output: () => [{ deleted: true, id: 'hook_clinic' }],
		effect: ({ hooks }) => {
			expect(hooks.size).toBe(0);
		},
		scopes: WEBHOOK_EDIT_SCOPES,
	},
	{
		resource: 'legacyHook',
		operation: 'getAll',
		operationId: 'listHooks',
		kind: 'read',
		parameters: { event: 'fax_received' },
		prepare: addHook,
		requests: [{ method: 'GET', path: '/hooks', query: { event: 'fax_received' } }],
		output: () => [{ id: 'hook_clinic', target: 'https://example.com/hook_clinic', event: 'fax_received' }],
		scopes: WEBHOOK_READ_SCOPES,
	},
	{
		name: 'legacyHook: getAll of all events',
		resource: 'legacyHook',
		operation: 'getAll',
		operationId: 'listHooks',
		kind: 'read',
		parameters: {},
		prepare: addHook,
		requests: ['fax_received', 'fax_sent', 'fax_page_received'].map((event) => ({
			method: 'GET',
			path: '/hooks',
			query: { event },
		})),
		output: () => [{ id: 'hook_clinic', target: 'https://example.com/hook_clinic', event: 'fax_received' }],
		scopes: WEBHOOK_READ_SCOPES,
	},
];
