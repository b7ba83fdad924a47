import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clinic } from '../../contract/support/operationCases';
import { fax, seed } from '../../../simulator';
import type { FaxEvent } from '../../../simulator/events';
import type { NumberSuffix } from '../../../simulator/settings';
import { Mailbox } from '../../../simulator/mail/mailbox';
import type { Fax } from '../../../simulator/state';
import { itemsOf } from '../../../harness/n8n';
import { endsReached, useExamples } from './support/examples';

let mailbox: Mailbox;
/** Where n8n may write. */
let folder: string;

const examples = useExamples(
	async () => {
		mailbox = await Mailbox.open();
		const mail = { user: '', password: '', host: '127.0.0.1', port: mailbox.port, secure: false };
		return [{ type: 'smtp', name: 'SMTP account', data: { ...mail, disableStartTls: true } }];
	},
	{ env: { N8N_RESTRICT_FILE_ACCESS_TO: tmpdir() } },
);

beforeEach(async () => {
	mailbox.mails.length = 0;
	folder = await mkdtemp(join(tmpdir(), 'faxes-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

afterAll(async () => {
	await mailbox.close();
});

describe('Fax received: extract fields and route by one of them', () => {
	const extracted = { sender_name: 'Jane Roe', sender_company: 'Elsewhere Ltd', reference_number: 'R-7' };

	test.each<{
		what: string;
		extraction: Partial<Fax['extraction']>;
		event?: FaxEvent;
		numberSuffix?: NumberSuffix;
		end: string;
		json: object;
	}>([
		{
			what: 'from the partner goes to the partner team',
			extraction: { data: { ...extracted, sender_company: 'Lakeside Clinic, Reading Room' } },
			end: 'For the Partner Team',
			json: { route: 'partner', sender: 'Jane Roe', company: 'Lakeside Clinic, Reading Room' },
		},
		{
			what: 'whose event names its numbers as the SDK does is told apart all the same',
			extraction: { data: extracted },
			numberSuffix: '_number',
			end: 'File Under Its Reference',
			json: { route: 'reference', reference: 'R-7' },
		},
		{
			what: 'that is still being read is waited for, then filed under its reference',
			extraction: { data: extracted, pendingReads: 1 },
			end: 'File Under Its Reference',
			json: { route: 'reference', reference: 'R-7' },
		},
		{
			what: 'without either field goes to a person',
			extraction: { data: { sender_name: 'Jane Roe' } },
			end: 'For a Person to Read',
			json: { route: 'person', reason: 'Fax AI found neither that company nor a reference number.' },
		},
		{
			what: 'that cannot be read goes to a person',
			extraction: { status: 'content_filtering_policy' },
			end: 'For a Person to Read',
			json: { route: 'person', reason: 'Fax AI says: content filtering policy.' },
		},
		{
			what: 'that arrived in part goes to a person unread',
			extraction: {},
			event: { status: 'partially_received' },
			end: 'For a Person to Read',
			json: {
				route: 'person',
				reason: 'Only the first pages arrived, then the call dropped. Ask the sender to send the fax again.',
			},
		},
	])('a fax $what', async ({ extraction, event = {}, numberSuffix = '', end, json }) => {
		const { simulator } = examples;
		simulator.settings.numberSuffix = numberSuffix;
		const workflow = await examples.goLive('01-extract-fields-and-route.json');
		const { thumbnail } = clinic(simulator).faxes.get(seed.faxId) as Fax;
		clinic(simulator).faxes.set('fax_new', fax('fax_new', { thumbnail }, extraction));

		const execution = await examples.runByEvent(workflow, 'fax_received', { faxId: 'fax_new', ...event });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, end).map((item) => item.json)).toEqual([
			{ faxId: 'fax_new', number: '+15550100999', ...json },
		]);
		expect(endsReached(execution, workflow)).toEqual([end]);
		const reads = event.status === undefined ? 1 + (extraction.pendingReads ?? 0) : 0;
		expect(examples.callsOf('getFieldExtraction')).toHaveLength(reads);
	});

	test('a fax whose fields the service refuses goes to a person with its words', async () => {
		const { simulator } = examples;
		const workflow = await examples.goLive('01-extract-fields-and-route.json');
		simulator.fail({
			operationId: 'getFieldExtraction',
			times: 1,
			with: 403,
			description: 'No Fax AI in this plan',
		});

		const execution = await examples.runByEvent(workflow, 'fax_received', { faxId: seed.faxId });

		expect(endsReached(execution, workflow)).toEqual(['For a Person to Read']);
		expect(itemsOf(execution, 'For a Person to Read')[0]?.json).toMatchObject({
			faxId: seed.faxId,
			reason: expect.stringContaining('No Fax AI in this plan') as string,
		});
	});
});

describe('Fax received: send its thumbnail by e-mail', () => {
	test.each(['', '_number'] as const)(
		'the picture arrives byte for byte, with who sent the fax (from%s)',
		async (numberSuffix) => {
			const { simulator } = examples;
			simulator.settings.numberSuffix = numberSuffix;
			const workflow = await examples.goLive('02-thumbnail-by-email.json');

			const execution = await examples.runByEvent(workflow, 'fax_received', { faxId: seed.faxId, pages: 3 });

			expect(execution.status).toBe('success');
			expect(examples.callsOf('getThumbnail').map(({ path }) => path)).toEqual([
				`/accounts/self/thumbnail/${seed.faxId}`,
			]);
			const [mail, ...more] = mailbox.mails;
			expect(more).toEqual([]);
			expect(mail).toMatchObject({ subject: 'Fax from +15550100999', to: 'you@example.com' });
			expect(mail?.text).toContain('Pages: 3\nAll pages passed.');
			const { thumbnail } = clinic(simulator).faxes.get(seed.faxId) as Fax;
			expect(mail?.attachments.map(({ filename, content }) => ({ filename, content }))).toEqual([
				{ filename: `fax-${seed.faxId}.jpg`, content: thumbnail },
			]);
		},
	);

	test('a fax that failed is not mailed', async () => {
		const workflow = await examples.goLive('02-thumbnail-by-email.json');

		const execution = await examples.runByEvent(workflow, 'fax_received', { status: 'failed' });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Did Not Fail')).toEqual([]);
		expect(examples.callsOf('getThumbnail')).toEqual([]);
		expect(mailbox.mails).toEqual([]);
	});
});

describe('Fax not sent: alert', () => {
	test.each([
		{
			status: 'failed_user_busy',
			words: 'The line was busy. Wait a while and send the fax again.',
			hookId: 'fax_first_try',
			attempt: 'a retry',
			numberSuffix: '',
		},
		{
			status: 'partially_sent',
			words: 'Only the first pages passed, then the call dropped.',
			hookId: 'fax_out',
			attempt: 'the first',
			numberSuffix: '_number',
		},
	] as const)('a fax that ended as $status is told of, in words', async (given) => {
		const { status, words, hookId, attempt, numberSuffix } = given;
		examples.simulator.settings.numberSuffix = numberSuffix;
		const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await examples.runByEvent(workflow, 'fax_sent', { faxId: 'fax_out', hookId, status });

		expect(execution.status).toBe('success');
		expect(mailbox.mails).toHaveLength(1);
		expect(mailbox.mails[0]?.subject).toBe('Fax to +15550100999 was not delivered');
		expect(mailbox.mails[0]?.text).toContain(`The fax to +15550100999 was not delivered: ${words}`);
		expect(mailbox.mails[0]?.text).not.toContain(status);
		expect(mailbox.mails[0]?.text).toContain(`Attempt: ${attempt}`);
		expect(mailbox.mails[0]?.text).toContain('Fax ID: fax_out');
	});

	test('a fax that was sent is not', async () => {
		const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await examples.runByEvent(workflow, 'fax_sent', { status: 'success' });

		expect(itemsOf(execution, 'Not Successful')).toEqual([]);
		expect(mailbox.mails).toEqual([]);
	});
});

describe('Fax received: file its PDF in a folder', () => {
	const FILE = '08-file-incoming-faxes-in-a-folder.json';

	/** The names of the files in the folder, and the bytes of each. */
	async function filed(): Promise<Record<string, Buffer>> {
		const names = await readdir(folder);
		const files = await Promise.all(names.map(async (name) => await readFile(join(folder, name))));
		return Object.fromEntries(names.map((name, index) => [name, files[index] ?? Buffer.alloc(0)]));
	}

	test.each(['', '_number'] as const)(
		'the PDF is there byte for byte, under its date, number and ID (from%s)',
		async (numberSuffix) => {
			const { simulator } = examples;
			simulator.settings.numberSuffix = numberSuffix;
			const workflow = await examples.goLive(FILE, { folder });
			const faxId = simulator.addFax({ startTime: '2026-11-20 09:12:21' });

			const execution = await examples.runByEvent(workflow, 'fax_received', { faxId });

			expect(execution.status).toBe('success');
			const name = `2026-11-20_091221_+15550100999_${faxId}.pdf`;
			expect(Object.keys(await filed())).toEqual([name]);
			expect((await filed())[name]?.equals(await simulator.fileOf(faxId, 'pdf'))).toBe(true);
			expect(itemsOf(execution, 'File the PDF')[0]?.json['fileName']).toBe(join(folder, name));
		},
	);

	test('what came in part says so, and a number that is no number does no harm', async () => {
		const { simulator } = examples;
		const workflow = await examples.goLive(FILE, { folder });
		const values = {
			startTime: '2026-11-20 09:12:21',
			from: '../../Evil: "name"',
			status: 'partially_received',
		};
		const faxId = simulator.addFax(values);

		await examples.runByEvent(workflow, 'fax_received', { faxId });

		expect(Object.keys(await filed())).toEqual([`2026-11-20_091221_unknown_${faxId}_incomplete.pdf`]);
	});

	test('the same fax told of twice is one file, and another of the same second is its own', async () => {
		const { simulator } = examples;
		const workflow = await examples.goLive(FILE, { folder });
		const startTime = '2026-11-20 09:12:21';
		const [first, second] = [simulator.addFax({ startTime }), simulator.addFax({ startTime })];

		for (const [index, faxId] of [first, first, second].entries()) {
			await Promise.all(simulator.emit('fax_received', { faxId }).map(async ({ settled }) => await settled));
			await examples.n8n.api.waitForExecutions(workflow.id, index + 1);
		}

		expect(Object.keys(await filed())).toHaveLength(2);
	});

	test('a fax that failed is not looked for', async () => {
		const workflow = await examples.goLive(FILE, { folder });

		const execution = await examples.runByEvent(workflow, 'fax_received', { status: 'failed' });

		expect(execution.status).toBe('success');
		expect(examples.callsOf('getFile')).toEqual([]);
		expect(await filed()).toEqual({});
	});
});
