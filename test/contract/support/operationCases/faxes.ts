import { seed } from '../../../../simulator';
import type { OperationCase } from './case';
import { faxRecordOf } from './records';

const FAX_READ = ['fax:all:read', 'fax:fax:read'];
const FAX_EDIT = ['fax:all:edit', 'fax:fax:edit'];

const faxPath = `/accounts/self/faxes/${seed.faxId}`;

export const faxes: OperationCase[] = [
	{
		resource: 'fax',
		operation: 'download',
		operationId: 'getFile',
		kind: 'read',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'GET', path: `/accounts/self/files/${seed.faxId}`, query: { format: 'pdf' } }],
		output: () => [{ faxId: seed.faxId, format: 'pdf' }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_READ,
	},
	{
		name: 'fax: download as TIFF for a member',
		resource: 'fax',
		operation: 'download',
		operationId: 'getFile',
		kind: 'read',
		parameters: {
			faxId: { __rl: true, mode: 'id', value: seed.memberFaxId },
			format: 'tiff',
			options: { userId: seed.memberId },
		},
		requests: [
			{
				method: 'GET',
				path: `/accounts/${seed.memberId}/files/${seed.memberFaxId}`,
				query: { format: 'tiff' },
			},
		],
		output: () => [{ faxId: seed.memberFaxId, format: 'tiff' }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_READ,
	},
	{
		resource: 'fax',
		operation: 'get',
		operationId: 'getFax',
		kind: 'read',
		parameters: { faxId: { __rl: true, mode: 'id', value: seed.faxId } },
		requests: [{ method: 'GET', path: faxPath }],
		output: (simulator) => [faxRecordOf(simulator, seed.faxId)],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_READ,
	},
	{
		resource: 'fax',
		operation: 'getAll',
		operationId: 'listFaxes',
		kind: 'read',
		parameters: {},
		requests: [
			{ method: 'GET', path: '/accounts/self/faxes', query: { category: 'inbox', limit: '50' } },
			{
				method: 'GET',
				path: '/accounts/self/faxes',
				query: { category: 'inbox', limit: '50', before: expect.any(String) as string },
			},
		],
		output: (simulator) =>
			[seed.faxId, seed.largeFaxId, seed.pendingFaxId, seed.failedFaxId, seed.unreadFaxId].map((id) =>
				faxRecordOf(simulator, id),
			),
		codes: ['invalid_user_id'],
		scopes: FAX_READ,
	},
	{
		name: 'fax: getAll, of one number, that failed',
		resource: 'fax',
		operation: 'getAll',
		operationId: 'listFaxes',
		kind: 'read',
		parameters: {
			category: 'sent',
			after: '2026-01-01T00:00:00Z',
			before: '2126-01-01T01:30:00+01:30',
			returnAll: true,
			filters: { to: '+1 555 010 0911', outcome: 'failure', maxPages: 1 },
		},
		requests: [
			{
				method: 'GET',
				path: '/accounts/self/faxes',
				query: {
					category: 'sent',
					limit: '50',
					after: '2026-01-01 00:00:00',
					before: '2126-01-01 00:00:00',
				},
			},
			{
				method: 'GET',
				path: '/accounts/self/faxes',
				query: {
					category: 'sent',
					limit: '50',
					after: '2026-01-01 00:00:00',
					before: expect.any(String) as string,
				},
			},
		],
		output: (simulator) => [faxRecordOf(simulator, seed.busyFaxId)],
		codes: ['invalid_user_id'],
		scopes: FAX_READ,
	},
	{
		resource: 'fax',
		operation: 'getReport',
		operationId: 'getFaxReport',
		kind: 'read',
		parameters: { faxId: seed.sentFaxId },
		requests: [{ method: 'GET', path: `/accounts/self/report/${seed.sentFaxId}` }],
		output: () => [{ faxId: seed.sentFaxId, format: 'pdf' }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_READ,
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
		scopes: FAX_READ,
	},
	{
		resource: 'fax',
		operation: 'update',
		operationId: 'updateFax',
		kind: 'write',
		parameters: { faxId: seed.faxId, updateFields: { isRead: true, comment: 'Seen' } },
		requests: [{ method: 'PUT', path: faxPath, body: { comment: 'Seen', is_read: true } }],
		output: () => [{ updated: true, id: seed.faxId, isRead: true, comment: 'Seen' }],
		effect: ({ faxes: all }) => {
			expect(all.get(seed.faxId)).toMatchObject({ isRead: true, comment: 'Seen' });
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_EDIT,
	},
	{
		name: 'fax: update of one value, which keeps the other',
		resource: 'fax',
		operation: 'update',
		operationId: 'updateFax',
		kind: 'write',
		parameters: { faxId: seed.sentFaxId, updateFields: { isRead: true } },
		requests: [
			{ method: 'GET', path: `/accounts/self/faxes/${seed.sentFaxId}` },
			{
				method: 'PUT',
				path: `/accounts/self/faxes/${seed.sentFaxId}`,
				body: { comment: 'Case 4711', is_read: true },
			},
		],
		output: () => [{ updated: true, id: seed.sentFaxId, isRead: true }],
		effect: ({ faxes: all }) => {
			expect(all.get(seed.sentFaxId)).toMatchObject({ isRead: true, comment: 'Case 4711' });
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_EDIT,
	},
	{
		resource: 'fax',
		operation: 'delete',
		operationId: 'deleteFax',
		kind: 'write',
		parameters: { faxId: seed.faxId },
		requests: [{ method: 'DELETE', path: faxPath }],
		output: () => [{ deleted: true, id: seed.faxId }],
		effect: ({ faxes: all }) => {
			expect(all.has(seed.faxId)).toBe(false);
		},
		codes: ['invalid_user_id', 'bad_request'],
		scopes: FAX_EDIT,
	},
];
