import { seed } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';
import { clinic } from './clinic';

const extractionPath = `/accounts/self/faxes/${seed.faxId}/ai/field-extraction`;
const memberPath = `/accounts/${seed.memberId}/faxes/${seed.memberFaxId}/ai/field-extraction`;
const unreadPath = `/accounts/self/faxes/${seed.unreadFaxId}/ai`;

/** Returns the output of a finished extraction. */
function extractionOf(faxId: string): OperationCase['output'] {
	return (simulator) => [
		{ id: faxId, status: 'finished', data: clinic(simulator).faxes.get(faxId)?.extraction.data },
	];
}

export const faxAi: OperationCase[] = [
	operation('faxText: get', {
		kind: 'staged',
		parameters: { faxId: seed.faxId },
		requests: [get(`/accounts/self/faxes/${seed.faxId}/ai/ocr`)],
		output: (simulator) => [
			{ id: seed.faxId, status: 'finished', text: clinic(simulator).faxes.get(seed.faxId)?.ocr.data },
		],
	}),
	operation('faxText: get, requested without waiting', {
		kind: 'staged',
		parameters: { faxId: seed.unreadFaxId, requestIfMissing: true, options: { waitUntilFinished: false } },
		requests: [get(`${unreadPath}/ocr`), request('POST', `${unreadPath}/ocr`)],
		output: () => [{ id: seed.unreadFaxId, status: 'pending', text: null }],
	}),
	operation('fieldExtraction: get', {
		kind: 'staged',
		parameters: { faxId: seed.faxId },
		requests: [get(extractionPath)],
		output: extractionOf(seed.faxId),
	}),
	operation('fieldExtraction: get for a member', {
		kind: 'staged',
		parameters: { faxId: seed.memberFaxId, options: { userId: seed.memberId } },
		requests: [get(memberPath)],
		output: extractionOf(seed.memberFaxId),
	}),
	operation('fieldExtraction: get, requested without waiting', {
		kind: 'staged',
		parameters: {
			faxId: seed.unreadFaxId,
			requestIfMissing: true,
			options: { waitUntilFinished: false },
		},
		requests: [get(`${unreadPath}/field-extraction`), request('POST', `${unreadPath}/field-extraction`)],
		output: () => [{ id: seed.unreadFaxId, status: 'pending', data: null }],
	}),
	operation('fieldExtraction: correct', {
		parameters: {
			faxId: seed.faxId,
			corrections: {
				field: [
					{ name: 'sender_name', value: 'Dr. Jane Doe' },
					{ name: 'patient_name', value: '' },
				],
			},
		},
		requests: [request('PATCH', extractionPath, { data: { sender_name: 'Dr. Jane Doe', patient_name: '' } })],
		output: (simulator) => [
			{
				id: seed.faxId,
				status: 'finished',
				data: {
					...clinic(simulator).faxes.get(seed.faxId)?.extraction.data,
					sender_name: 'Dr. Jane Doe',
					patient_name: '',
				},
			},
		],
		effect: ({ faxes }) => [
			faxes.get(seed.faxId)?.extraction.data,
			{ sender_name: 'Dr. Jane Doe', reference_number: 'R-2045' },
		],
	}),
];

const customFieldsPath = '/accounts/self/ai/custom-fields';

const invoice = { name: 'invoice', instructions: 'The number of the invoice', enabled: false };

export const ai: OperationCase[] = [
	operation('aiCredit: get', {
		requests: [get('/accounts/self/ai/credits')],
		output: (simulator) => [clinic(simulator).credits],
	}),
	operation('customField: getAll', {
		requests: [get(customFieldsPath)],
		output: (simulator) => [...clinic(simulator).customFields.values()],
	}),
	operation('customField: create', {
		parameters: invoice,
		requests: [request('POST', customFieldsPath, invoice)],
		output: () => [{ id: expect.stringMatching(/^cf_/) as string, ...invoice }],
		effect: ({ customFields }) => [customFields.size, 2],
	}),
	operation('customField: update', {
		parameters: {
			fieldId: locator('id', seed.customFieldId),
			updateFields: { enabled: false, name: 'patient' },
		},
		requests: [
			request('PATCH', `${customFieldsPath}/${seed.customFieldId}`, { enabled: false, name: 'patient' }),
		],
		output: () => [
			{
				id: seed.customFieldId,
				name: 'patient',
				instructions: 'The full name of the patient',
				enabled: false,
			},
		],
		effect: ({ customFields }) => [customFields.get(seed.customFieldId), { name: 'patient', enabled: false }],
	}),
];
