import { createHash } from 'node:crypto';

import { seed } from '../../../../simulator';
import type { Simulator } from '../../../../simulator';
import type { OperationCase } from './case';
import { clinic } from './clinic';
import { faxRecordOf } from './records';

const NUMBER = '+15550100299';
const OTHER_NUMBER = '+41225550122';
const TEXT = 'See you on Monday';

/** How the log shows an upload. */
const upload = {
	method: 'POST',
	path: '/accounts/self/files',
	body: {
		fileName: 'fax.txt',
		contentType: 'text/plain',
		size: TEXT.length,
		sha256: createHash('sha256').update(TEXT).digest('hex'),
	},
};

const submission = {
	from: seed.ownedNumber,
	to: [NUMBER, OTHER_NUMBER],
	files: [expect.stringContaining('transient-') as string],
	return_ids: true,
};

function sendSlowly(simulator: Simulator): void {
	simulator.sending.converting = 600_000;
}

/** The id in the outbox of a fax to a number. */
function idOf(simulator: Simulator, number: string): string | undefined {
	return [...clinic(simulator).outbox.values()].find(({ to }) => to === number)?.id;
}

export const sending: OperationCase[] = [
	{
		resource: 'fax',
		operation: 'send',
		operationId: 'sendFax',
		kind: 'write',
		isPersistent: true,
		parameters: {
			from: { __rl: true, mode: 'list', value: seed.ownedNumber },
			to: `${NUMBER}, ${OTHER_NUMBER}`,
			source: 'text',
			text: TEXT,
		},
		prepare: sendSlowly,
		requests: [upload, { method: 'POST', path: '/accounts/self/outbox', body: submission }],
		output: (simulator) =>
			[NUMBER, OTHER_NUMBER].map((to) => ({
				id: idOf(simulator, to),
				to,
				from: seed.ownedNumber,
				status: 'submitted',
			})),
		effect: ({ outbox }) => {
			const documents = [...outbox.values()].filter(({ to }) => to === NUMBER).map((fax) => fax.documents);
			expect(documents.flat().map(({ bytes }) => bytes.toString())).toEqual([TEXT]);
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit'],
	},
	{
		resource: 'fax',
		operation: 'waitForResult',
		operationId: 'getFax',
		kind: 'read',
		isPersistent: true,
		parameters: { faxId: seed.faxId, options: { waitLimit: 1 } },
		requests: [
			{ method: 'GET', path: '/accounts/self/outbox' },
			{ method: 'GET', path: `/accounts/self/faxes/${seed.faxId}` },
		],
		output: (simulator) => [
			{
				...faxRecordOf(simulator, seed.faxId),
				outcome: 'success',
				statusMeaning: 'All pages passed.',
			},
		],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: ['fax:all:read', 'fax:fax:read'],
	},
];
