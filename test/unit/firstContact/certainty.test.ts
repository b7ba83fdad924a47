import type { SlowReader } from '../../../tools/first-contact/slowReader';
import { failureOf, type Finding, type Reading } from '../../../tools/first-contact/finding';
import * as records from '../../../tools/first-contact/readings/records';
import { administrators } from '../../../tools/first-contact/readings/shapes';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../nodes/shared/http/requests';
import { inServiceForm } from '../../../nodes/shared/values/times';

type Answers = Readonly<Record<string, unknown>>;

/** A service that gives recorded answers by path, of faxes by category; what it does not know is refused as it says. */
function service(answers: Answers, refuse: (path: string) => ServiceFault = notFound): SlowReader {
	const read = async ({ path, qs }: ReadRequest): Promise<unknown> => {
		const { category } = (qs ?? {}) as { category?: string };
		const answer = answers[category ?? path] ?? answers[path.replace('/accounts/self/', '')];
		if (answer === undefined) throw refuse(path);
		return await Promise.resolve(answer);
	};
	return { read } as unknown as SlowReader;
}

function notFound(): ServiceFault {
	return new ServiceFault('No', 'refused', 404, 'bad_request');
}

async function lookAt({ ask }: Reading, answers: Answers): Promise<Finding> {
	return await ask(service(answers));
}

test.each([
	['bad_request', 'HTTP 400 bad_request'],
	['dr_smith_clinic', 'HTTP 400 with a code of 15 of 0-9a-z, "_" and "-"'],
	[undefined, 'HTTP 400'],
])('of the code %s a report says: %s', (code, expected) => {
	expect(failureOf(new ServiceFault('No', 'refused', 400, code))).toBe(expected);
});

describe('What is not there', () => {
	const FAX = '5f0c1d9e-8f5b-4a3e-9a57-0d6f8c1b2a3d';
	const WAITING = '5f3a9c01d2e4b6a8c0d1e2f3';
	const lists = { inbox: [], sent: [{ id: FAX }], outbox: [{ id: WAITING }] };
	const existing = { [`faxes/${FAX}`]: { id: FAX }, [`outbox/${WAITING}`]: { id: WAITING } };

	test('is asked for by IDs of the form that the service has', async () => {
		const paths: string[] = [];
		const asked = service({ ...lists, ...existing }, (path) => {
			paths.push(path);
			return notFound();
		});
		expect(await records.missing.ask(asked)).toMatchObject({ settings: { missingStatus: 404 } });
		expect(paths).toEqual([
			expect.stringMatching(/\/faxes\/5f0c1d9e-8f5b-4a3[abcdf]-9a57-0d6f8c1b2a3d$/),
			expect.stringMatching(/\/outbox\/5f3a9c01d2e4.6a8c0d1e2f3$/),
		]);
	});

	test.each<[string, Answers]>([
		['no ID is known', { ...lists, outbox: [] }],
		['a fax has no ID', { ...lists, ...existing, sent: [{}] }],
		['what is there is refused alike', lists],
	])('cannot be told where %s', async (_where, answers) => {
		expect(await lookAt(records.missing, answers)).toMatchObject({ isTold: false });
	});
});

describe('The outbox', () => {
	const both = ['+15550100201', '+15550100202'];
	const inTime = (minutes: number): string => inServiceForm(new Date(Date.now() + minutes * 60_000));
	const scheduled = { status: 'scheduled_for_sending', files: ['/a'], send_time: inTime(60) };
	const again = { ...scheduled, send_time: inTime(1) };
	const others = ['+15550100203', '+15550100204'];

	test.each([
		['one record for all', [both, others].map((to) => ({ ...scheduled, to })), true],
		['one of which somebody may have deleted the others', [{ ...scheduled, to: both }], false],
		['one upload in two sends', both.map((to) => ({ ...scheduled, to: [to] })), false],
		['a record for each, with all numbers', [both, both].map((to) => ({ ...scheduled, to })), false],
		['those that others may have left', [both, others].map((to) => ({ status: 'sending', to })), false],
		['those that wait for another try', [both, others].map((to) => ({ ...again, to })), false],
	])('%s', async (_what, outbox, isSeen) => {
		const { finding, settings } = await lookAt(records.outboxRecords, { outbox });
		expect([finding === 'One record for all, as far as can be seen.', settings]).toEqual([isSeen, undefined]);
	});

	const sending = { id: '7', status: 'sending', to: both, submit_time: inTime(0) };
	const sent = { id: '7', to: both[0], submit_time: inTime(0) };

	test.each([
		['the same fax', [sending], [sent], true],
		['entries without IDs', [{ ...sending, id: undefined }], [{ ...sent, id: undefined }], false],
		['a fax to another number', [sending], [{ ...sent, to: '+15550100203' }], false],
		['an earlier fax', [sending], [{ ...sent, submit_time: inTime(-1) }], false],
	])('an ID in the outbox and among the sent faxes: %s', async (_what, outbox, faxes, isTold) => {
		expect(await lookAt(records.keptId, { outbox, sent: faxes })).toMatchObject({ isTold });
	});
});

test('documents are not asked for by IDs that are no text', async () => {
	const sent = [{ id: 7, status: 'success' }];
	expect((await lookAt(records.documents, { inbox: [], sent })).finding).toBe('No fax was sent.');
});

describe('The names of numbers', () => {
	const usual = { from: '1', to: '2' };
	const other = { from_number: '1', to_number: '2' };
	const both = { ...usual, from_number: null };

	test.each([
		['everywhere the same', [usual], [usual], usual, { recordNumbers: '' }],
		['the others, everywhere', [other], [other], other, { recordNumbers: '_number' }],
		['the others beside them, empty', [both], [usual], usual, { recordNumbers: '' }],
		['no received fax', [], [usual], usual, undefined],
		['others in sent faxes', [other], [usual], usual, undefined],
		['others in a single record', [usual], [usual], other, undefined],
		['no single record', [usual], [usual], undefined, undefined],
	])('%s', async (_what, inbox, sent, single, settings) => {
		const answers = { inbox, sent: sent.map((fax) => ({ ...fax, id: 'a' })), 'faxes/a': single };
		expect((await lookAt(records.numberNames, answers)).settings).toEqual(settings);
	});
});

test.each([
	['the user is there', { uid: 'me', account_type: 'corporate_admin' }, { listsAdministrators: true }],
	['another administrator is', { uid: 'you', account_type: 'corporate_admin' }, {}],
	['neither is', { uid: 'you', account_type: 'corporate_member' }, undefined],
])('administrators among the members: %s', async (_where, member, settings) => {
	const answers = {
		'/accounts/self': { uid: 'me', account_type: 'corporate_admin' },
		plan: { is_admin: true },
		'/accounts': [member],
	};
	expect((await lookAt(administrators, answers)).settings).toEqual(settings);
});
