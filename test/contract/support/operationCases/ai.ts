import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { clinic } from './clinic';

const aCustomFieldId: unknown = expect.stringMatching(/^cf_/);
const FIELD_EDIT_SCOPES = ['fax:all:edit', 'fax:ai_settings:edit'];
const customFieldsPath = '/accounts/self/ai/custom-fields';

export const ai: OperationCase[] = [
	{
		resource: 'aiCredit',
		operation: 'get',
		operationId: 'getAiCredits',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/ai/credits' }],
		output: (simulator) => [clinic(simulator).credits],
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
