import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { outboxRecordOf } from './records';

const FAX_READ = ['fax:all:read', 'fax:fax:read'];
const FAX_EDIT = ['fax:all:edit', 'fax:fax:edit'];

const path = `/accounts/self/outbox/${seed.outboxFaxId}`;

export const outboxFaxes: OperationCase[] = [
	{
		resource: 'outboxFax',
		operation: 'get',
		operationId: 'getOutboxFax',
		kind: 'read',
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [{ method: 'GET', path }],
		output: (simulator) => [outboxRecordOf(simulator, seed.outboxFaxId)],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_READ,
	},
	{
		resource: 'outboxFax',
		operation: 'getAll',
		operationId: 'listOutboxFaxes',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/outbox' }],
		output: (simulator) => [outboxRecordOf(simulator, seed.outboxFaxId)],
		codes: ['invalid_user_id'],
		scopes: FAX_READ,
	},
	{
		name: 'outboxFax: getAll of a member, to a number',
		resource: 'outboxFax',
		operation: 'getAll',
		operationId: 'listOutboxFaxes',
		kind: 'read',
		parameters: {
			options: { userId: seed.memberId },
			returnAll: true,
			filters: { to: ['+15550100999', '+1 (555) 010-0201'], status: ['scheduled_for_sending'] },
		},
		requests: [{ method: 'GET', path: `/accounts/${seed.memberId}/outbox` }],
		output: (simulator) => [outboxRecordOf(simulator, seed.memberOutboxFaxId)],
		codes: ['invalid_user_id'],
		scopes: FAX_READ,
	},
	{
		resource: 'outboxFax',
		operation: 'update',
		operationId: 'updateOutboxFax',
		kind: 'write',
		parameters: {
			outboxFaxId: { __rl: true, mode: 'id', value: seed.outboxFaxId },
			comment: 'Case 4711',
		},
		requests: [{ method: 'PUT', path, body: { comment: 'Case 4711' } }],
		output: () => [{ updated: true, id: seed.outboxFaxId, comment: 'Case 4711' }],
		effect: ({ outbox }) => {
			expect(outbox.get(seed.outboxFaxId)?.comment.text).toBe('Case 4711');
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_EDIT,
	},
	{
		resource: 'outboxFax',
		operation: 'delete',
		operationId: 'deleteOutboxFax',
		kind: 'write',
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [{ method: 'DELETE', path }],
		output: () => [{ deleted: true, id: seed.outboxFaxId }],
		effect: ({ outbox }) => {
			expect([...outbox.keys()]).toEqual([seed.memberOutboxFaxId]);
		},
		codes: ['invalid_user_id'],
		scopes: FAX_EDIT,
	},
	{
		name: 'outboxFax: delete for a member',
		resource: 'outboxFax',
		operation: 'delete',
		operationId: 'deleteOutboxFax',
		kind: 'write',
		parameters: { outboxFaxId: seed.memberOutboxFaxId, options: { userId: seed.memberId } },
		requests: [{ method: 'DELETE', path: `/accounts/${seed.memberId}/outbox/${seed.memberOutboxFaxId}` }],
		output: () => [{ deleted: true, id: seed.memberOutboxFaxId }],
		effect: ({ outbox }) => {
			expect([...outbox.keys()]).toEqual([seed.outboxFaxId]);
		},
		codes: ['invalid_user_id'],
		scopes: FAX_EDIT,
	},
];
