import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { clinic } from './clinic';

export const faxes: OperationCase[] = [
	{
		resource: 'outboxFax',
		operation: 'delete',
		operationId: 'deleteOutboxFax',
		kind: 'write',
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [{ method: 'DELETE', path: `/accounts/self/outbox/${seed.outboxFaxId}` }],
		output: () => [{ deleted: true, id: seed.outboxFaxId }],
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
		output: () => [{ deleted: true, id: seed.memberOutboxFaxId }],
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
