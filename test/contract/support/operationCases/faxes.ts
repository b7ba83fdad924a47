import { seed } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';
import { clinic, faxRecordOf } from './clinic';

const faxPath = `/accounts/self/faxes/${seed.faxId}`;

export const faxes: OperationCase[] = [
	operation('fax: download', {
		parameters: { faxId: seed.faxId },
		requests: [get(`/accounts/self/files/${seed.faxId}`, { format: 'pdf' })],
		output: () => [{ id: seed.faxId, format: 'pdf' }],
	}),
	operation('fax: download as TIFF for a member', {
		parameters: {
			faxId: locator('id', seed.memberFaxId),
			format: 'tiff',
			options: { userId: seed.memberId },
		},
		requests: [get(`/accounts/${seed.memberId}/files/${seed.memberFaxId}`, { format: 'tiff' })],
		output: () => [{ id: seed.memberFaxId, format: 'tiff' }],
	}),
	operation('fax: download that marks as read, which keeps the comment', {
		parameters: { faxId: seed.faxId, markAsRead: true },
		kind: 'read',
		prepare: (simulator) =>
			Object.assign(clinic(simulator).faxes.get(seed.faxId) ?? {}, { isRead: false, comment: 'Urgent' }),
		requests: [
			get(`/accounts/self/files/${seed.faxId}`, { format: 'pdf' }),
			get(faxPath),
			request('PUT', faxPath, { comment: 'Urgent', is_read: true }),
		],
		output: () => [{ id: seed.faxId, format: 'pdf' }],
		effect: ({ faxes: all }) => [all.get(seed.faxId), { isRead: true, comment: 'Urgent' }],
	}),
	operation('fax: get', {
		parameters: { faxId: locator('id', seed.faxId) },
		requests: [get(faxPath)],
		output: (simulator) => [faxRecordOf(simulator, seed.faxId)],
	}),
	operation('fax: getAll', {
		requests: [get('/accounts/self/faxes', { category: 'inbox', limit: '50' })],
		output: (simulator) =>
			[seed.faxId, seed.largeFaxId, seed.pendingFaxId, seed.unreadableFaxId, seed.unreadFaxId].map((id) =>
				faxRecordOf(simulator, id),
			),
	}),
	operation('fax: getReport', {
		parameters: { faxId: seed.sentFaxId },
		requests: [get(`/accounts/self/report/${seed.sentFaxId}`)],
		output: () => [{ id: seed.sentFaxId, format: 'pdf' }],
	}),
	operation('fax: getProof', {
		parameters: { faxId: seed.sentFaxId },
		isPersistent: true,
		requests: [
			get(`/accounts/self/faxes/${seed.sentFaxId}`),
			get(`/accounts/self/files/${seed.sentFaxId}`, { format: 'pdf' }),
			get(`/accounts/self/report/${seed.sentFaxId}`),
		],
		output: () => [
			expect.objectContaining({
				id: seed.sentFaxId,
				...{ outcome: 'success', statusMeaning: 'All pages were transmitted.', missing: [] },
				pagesSha256: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
				reportSha256: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
			}) as object,
		],
	}),
	operation('fax: getThumbnail', {
		parameters: { faxId: seed.faxId },
		requests: [get(`/accounts/self/thumbnail/${seed.faxId}`)],
		output: () => [{ id: seed.faxId }],
	}),
	operation('fax: update', {
		parameters: { faxId: seed.faxId, updateFields: { isRead: true, comment: 'Seen' } },
		requests: [request('PUT', faxPath, { comment: 'Seen', is_read: true })],
		output: () => [{ updated: true, id: seed.faxId, is_read: true, comment: 'Seen' }],
		effect: ({ faxes: all }) => [all.get(seed.faxId), { isRead: true, comment: 'Seen' }],
	}),
	operation('fax: update of one value, which keeps the other', {
		parameters: { faxId: seed.sentFaxId, updateFields: { isRead: true } },
		requests: [
			get(`/accounts/self/faxes/${seed.sentFaxId}`),
			request('PUT', `/accounts/self/faxes/${seed.sentFaxId}`, { comment: 'Case 4711', is_read: true }),
		],
		output: () => [{ updated: true, id: seed.sentFaxId, is_read: true }],
		effect: ({ faxes: all }) => [all.get(seed.sentFaxId), { isRead: true, comment: 'Case 4711' }],
	}),
	operation('fax: delete', {
		parameters: { faxId: seed.faxId },
		requests: [request('DELETE', faxPath)],
		output: () => [{ deleted: true, id: seed.faxId }],
		effect: ({ faxes: all }) => [all.has(seed.faxId), false],
	}),
];
