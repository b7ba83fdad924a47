import { createHash } from 'node:crypto';
import { seed } from '../../../../tools/simulator';
import type { Simulator } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';
import { clinic, faxRecordOf, outboxRecordOf } from './clinic';

const NUMBER = '+15550100299';
const OTHER_NUMBER = '+41225550122';
const TEXT = 'See you on Monday';

/** An upload, as the simulator logs it. */
const upload = request('POST', '/accounts/self/files', {
	fileName: 'fax.txt',
	contentType: 'text/plain',
	size: TEXT.length,
	sha256: createHash('sha256').update(TEXT).digest('hex'),
});

const submission = {
	from: seed.ownedNumber,
	to: [NUMBER, OTHER_NUMBER],
	files: [expect.stringContaining('transient-') as string],
	return_ids: true,
};

function sendSlowly(simulator: Simulator): void {
	simulator.sending.converting = 600_000;
}

/** Returns the outbox id of the fax to a number. */
function idOf(simulator: Simulator, number: string): string | undefined {
	return [...clinic(simulator).outbox.values()].find(({ to }) => to === number)?.id;
}

export const sending: OperationCase[] = [
	operation('fax: send', {
		isPersistent: true,
		parameters: {
			from: locator('list', seed.ownedNumber),
			to: `${NUMBER}, ${OTHER_NUMBER}`,
			source: 'text',
			text: TEXT,
		},
		prepare: sendSlowly,
		requests: [upload, request('POST', '/accounts/self/outbox', submission)],
		output: (simulator) =>
			[NUMBER, OTHER_NUMBER].map((to) => ({
				id: idOf(simulator, to),
				to,
				from: seed.ownedNumber,
				status: 'submitted',
			})),
		effect: ({ outbox }) => {
			const documents = [...outbox.values()].filter(({ to }) => to === NUMBER).map((fax) => fax.documents);
			return [documents.flat().map(({ bytes }) => bytes.toString()), [TEXT]];
		},
		// The upload needs this scope.
		scopes: ['fax:all:edit'],
	}),
	operation('fax: waitForResult', {
		isPersistent: true,
		parameters: { faxId: seed.faxId, options: { waitLimit: 1 } },
		requests: [get('/accounts/self/outbox'), get(`/accounts/self/faxes/${seed.faxId}`)],
		output: (simulator) => [
			{
				...faxRecordOf(simulator, seed.faxId),
				outcome: 'success',
				statusMeaning: 'All pages were transmitted.',
			},
		],
	}),
];

const path = `/accounts/self/outbox/${seed.outboxFaxId}`;

export const outboxFaxes: OperationCase[] = [
	operation('outboxFax: get', {
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [get(path)],
		output: (simulator) => [outboxRecordOf(simulator, seed.outboxFaxId)],
	}),
	operation('outboxFax: getAll', {
		requests: [get('/accounts/self/outbox')],
		output: (simulator) => [outboxRecordOf(simulator, seed.outboxFaxId)],
	}),
	operation('outboxFax: getAll of a member, to a number', {
		parameters: {
			options: { userId: seed.memberId },
			returnAll: true,
			filters: { to: ['+15550100999', '+1 (555) 010-0201'], status: ['scheduled_for_sending'] },
		},
		requests: [get(`/accounts/${seed.memberId}/outbox`)],
		output: (simulator) => [outboxRecordOf(simulator, seed.memberOutboxFaxId)],
	}),
	operation('outboxFax: update', {
		parameters: { outboxFaxId: locator('id', seed.outboxFaxId), comment: 'Case 4711' },
		requests: [request('PUT', path, { comment: 'Case 4711' })],
		output: () => [{ updated: true, id: seed.outboxFaxId, comment: 'Case 4711' }],
		effect: ({ outbox }) => [outbox.get(seed.outboxFaxId)?.comment.text, 'Case 4711'],
	}),
	operation('outboxFax: delete', {
		parameters: { outboxFaxId: seed.outboxFaxId },
		requests: [request('DELETE', path)],
		output: () => [{ deleted: true, id: seed.outboxFaxId }],
		effect: ({ outbox }) => [[...outbox.keys()], [seed.memberOutboxFaxId]],
	}),
	operation('outboxFax: delete for a member', {
		parameters: { outboxFaxId: seed.memberOutboxFaxId, options: { userId: seed.memberId } },
		requests: [request('DELETE', `/accounts/${seed.memberId}/outbox/${seed.memberOutboxFaxId}`)],
		output: () => [{ deleted: true, id: seed.memberOutboxFaxId }],
		effect: ({ outbox }) => [[...outbox.keys()], [seed.outboxFaxId]],
	}),
];
