import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsOf } from '../../../tools/harness/n8n';
import { eventually } from '../support/eventually';
import { useExamples } from './support/examples';

const examples = useExamples();

describe('Fax not sent: alert', () => {
	test.each([
		{
			status: 'failed_user_busy',
			words: 'The line was busy. Wait a while, then send the fax again.',
			hookId: 'fax_first_try',
			attempt: 'a retry',
			numberSuffix: '',
		},
		{
			status: 'partially_sent',
			words: 'Only the first pages were transmitted, then the call dropped.',
			hookId: 'fax_out',
			attempt: 'the first',
			numberSuffix: '_number',
		},
	] as const)('a fax that ended as $status is reported in words', async (given) => {
		const { status, words, hookId, attempt, numberSuffix } = given;
		examples.simulator.settings.numberSuffix = numberSuffix;
		const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await examples.runByEvent(workflow, 'fax_sent', { faxId: 'fax_out', hookId, status });

		expect(execution.status).toBe('success');
		expect(examples.mailbox.mails).toHaveLength(1);
		expect(examples.mailbox.mails[0]?.subject).toBe("Fax to +15550100999 wasn't delivered");
		expect(examples.mailbox.mails[0]?.text).toContain(`The fax to +15550100999 wasn't delivered: ${words}`);
		expect(examples.mailbox.mails[0]?.text).not.toContain(status);
		expect(examples.mailbox.mails[0]?.text).toContain(`Attempt: ${attempt}`);
		expect(examples.mailbox.mails[0]?.text).toContain('Fax ID: fax_out');
	});

	test("a successful fax isn't reported", async () => {
		const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');

		const execution = await examples.runByEvent(workflow, 'fax_sent', { status: 'success' });

		expect(itemsOf(execution, 'Not Successful')).toEqual([]);
		expect(examples.mailbox.mails).toEqual([]);
	});
});

describe('Fax received: file its PDF in a folder', () => {
	const FILE = '08-file-incoming-faxes-in-a-folder.json';

	/** Returns the files in the folder, by their names. */
	async function filed(): Promise<Record<string, Buffer>> {
		const names = await readdir(examples.folder);
		const files = await Promise.all(names.map(async (name) => await readFile(join(examples.folder, name))));
		return Object.fromEntries(names.map((name, index) => [name, files[index] ?? Buffer.alloc(0)]));
	}

	test.each(['', '_number'] as const)(
		'the PDF is saved byte for byte, under its date, number and ID (from%s)',
		async (numberSuffix) => {
			const { simulator } = examples;
			simulator.settings.numberSuffix = numberSuffix;
			const workflow = await examples.goLive(FILE, { folder: examples.folder });
			const faxId = simulator.addFax({ startTime: '2026-11-20 09:12:21' });

			const execution = await examples.runByEvent(workflow, 'fax_received', { faxId });

			expect(execution.status).toBe('success');
			const name = `2026-11-20_091221_+15550100999_${faxId}.pdf`;
			expect(Object.keys(await filed())).toEqual([name]);
			expect((await filed())[name]?.equals(await simulator.fileOf(faxId, 'pdf'))).toBe(true);
			expect(itemsOf(execution, 'File the PDF')[0]?.json['fileName']).toBe(join(examples.folder, name));
		},
	);

	test('a fax is filed even if nobody has created a signing secret credential', async () => {
		const { n8n, simulator } = examples;
		const workflow = await examples.import(FILE, { folder: examples.folder });
		await n8n.api.publish(workflow.id);
		await eventually(n8n, 'There is no endpoint', () =>
			simulator.endpointsOf().find(({ url }) => url.startsWith(n8n.publicUrl)),
		);
		const faxId = simulator.addFax({});

		const execution = await examples.runByEvent(workflow, 'fax_received', { faxId });

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Fax.Plus Trigger')[0]?.json['confirmedBy']).toBe('service');
		expect(Object.keys(await filed())).toHaveLength(1);
	});

	test('a partly received fax says so, and an invalid number does no harm', async () => {
		const { simulator } = examples;
		const workflow = await examples.goLive(FILE, { folder: examples.folder });
		const values = {
			startTime: '2026-11-20 09:12:21',
			from: '../../Evil: "name"',
			status: 'partially_received',
		};
		const faxId = simulator.addFax(values);

		await examples.runByEvent(workflow, 'fax_received', { faxId });

		expect(Object.keys(await filed())).toEqual([`2026-11-20_091221_unknown_${faxId}_incomplete.pdf`]);
	});

	test('a fax that is delivered twice is one file, and another from the same second is its own', async () => {
		const { simulator } = examples;
		const workflow = await examples.goLive(FILE, { folder: examples.folder });
		const startTime = '2026-11-20 09:12:21';
		const [first, second] = [simulator.addFax({ startTime }), simulator.addFax({ startTime })];

		for (const [index, faxId] of [first, first, second].entries()) {
			await Promise.all(simulator.emit('fax_received', { faxId }).map(async ({ settled }) => await settled));
			await examples.n8n.api.waitForExecutions(workflow.id, index + 1);
		}

		expect(Object.keys(await filed())).toHaveLength(2);
	});

	test("a failed fax isn't requested", async () => {
		const workflow = await examples.goLive(FILE, { folder: examples.folder });

		const execution = await examples.runByEvent(workflow, 'fax_received', { status: 'failed' });

		expect(execution.status).toBe('success');
		expect(examples.callsOf('getFile')).toEqual([]);
		expect(await filed()).toEqual({});
	});
});
