import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { clinic } from './clinic';

const AI_READ = ['fax:all:read', 'fax:ai:read'];
const AI_EDIT = ['fax:all:edit', 'fax:ai:edit'];

const extractionPath = `/accounts/self/faxes/${seed.faxId}/ai/field-extraction`;
const memberPath = `/accounts/${seed.memberId}/faxes/${seed.memberFaxId}/ai/field-extraction`;
const unreadPath = `/accounts/self/faxes/${seed.unreadFaxId}/ai`;

export const faxAi: OperationCase[] = [
	{
		resource: 'faxText',
		operation: 'get',
		operationId: 'getOcr',
		kind: 'staged',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'GET', path: `/accounts/self/faxes/${seed.faxId}/ai/ocr` }],
		output: (simulator) => [
			{ faxId: seed.faxId, status: 'finished', text: clinic(simulator).faxes.get(seed.faxId)?.ocr.data },
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_READ,
	},
	{
		name: 'faxText: get, requested without waiting',
		resource: 'faxText',
		operation: 'get',
		operationId: 'requestOcr',
		kind: 'staged',
		parameters: { faxId: seed.unreadFaxId, requestIfMissing: true, options: { waitUntilFinished: false } },
		requests: [
			{ method: 'GET', path: `${unreadPath}/ocr` },
			{ method: 'POST', path: `${unreadPath}/ocr` },
		],
		output: () => [{ faxId: seed.unreadFaxId, status: 'pending', text: null }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_READ,
	},
	{
		resource: 'fieldExtraction',
		operation: 'get',
		operationId: 'getFieldExtraction',
		kind: 'staged',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'GET', path: extractionPath }],
		output: (simulator) => [
			{
				faxId: seed.faxId,
				status: 'finished',
				data: clinic(simulator).faxes.get(seed.faxId)?.extraction.data,
			},
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_READ,
	},
	{
		name: 'fieldExtraction: get for a member',
		resource: 'fieldExtraction',
		operation: 'get',
		operationId: 'getFieldExtraction',
		kind: 'staged',
		parameters: { faxId: seed.memberFaxId, options: { userId: seed.memberId } },
		requests: [{ method: 'GET', path: memberPath }],
		output: (simulator) => [
			{
				faxId: seed.memberFaxId,
				status: 'finished',
				data: clinic(simulator).faxes.get(seed.memberFaxId)?.extraction.data,
			},
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_READ,
	},
	{
		name: 'fieldExtraction: get, requested without waiting',
		resource: 'fieldExtraction',
		operation: 'get',
		operationId: 'requestFieldExtraction',
		kind: 'staged',
		parameters: {
			faxId: seed.unreadFaxId,
			requestIfMissing: true,
			options: { waitUntilFinished: false },
		},
		requests: [
			{ method: 'GET', path: `${unreadPath}/field-extraction` },
			{ method: 'POST', path: `${unreadPath}/field-extraction` },
		],
		output: () => [{ faxId: seed.unreadFaxId, status: 'pending', data: null }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_READ,
	},
	{
		resource: 'fieldExtraction',
		operation: 'correct',
		operationId: 'correctFieldExtraction',
		kind: 'write',
		parameters: {
			faxId: seed.faxId,
			corrections: {
				field: [
					{ name: 'sender_name', value: 'Dr. Jane Doe' },
					{ name: 'patient_name', value: '' },
				],
			},
		},
		requests: [
			{
				method: 'PATCH',
				path: extractionPath,
				body: { data: { sender_name: 'Dr. Jane Doe', patient_name: '' } },
			},
		],
		output: (simulator) => [
			{
				faxId: seed.faxId,
				status: 'finished',
				data: {
					...clinic(simulator).faxes.get(seed.faxId)?.extraction.data,
					sender_name: 'Dr. Jane Doe',
					patient_name: '',
				},
			},
		],
		effect: ({ faxes }) => {
			expect(faxes.get(seed.faxId)?.extraction.data).toMatchObject({
				sender_name: 'Dr. Jane Doe',
				reference_number: 'R-2045',
			});
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: AI_EDIT,
	},
];
