import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Execution, StoredWorkflow } from '../../../../harness/n8n';
import { seed } from '../../../../simulator';
import { Mailbox } from '../../../../simulator/mail/mailbox';
import { clinic } from '../../../contract/support/operationCases';
import { eventually } from '../../support/eventually';
import { openChat } from '../support/chat';
import { useExamples } from '../support/examples';
import { FormVisit } from '../support/formVisit';

/** So long a call takes that n8n is killed amid it, also on a busy machine. */
const CALL_MS = 20_000;

const examples = useExamples();

/** An example that comes to a step, ends there, and is retried in n8n's list of executions. */
interface Story {
	what: string;
	/** Begins it, and returns once it is at that step, with what is true after the Retry. */
	begin: () => Promise<Interrupted>;
}

interface Interrupted {
	workflow: StoredWorkflow;
	/** Brings back what was away. */
	mend?: () => Promise<void>;
	/** @param end where the retried execution has ended */
	after: (end: string, retried: Execution) => Promise<void> | void;
}

/** The service does as it is asked, but for its answer, which does not come. */
function hold(operationId: string): void {
	examples.simulator.fail({ operationId, times: 1, with: 'silence', afterEffect: true });
}

async function isHeld(operationId: string): Promise<void> {
	await eventually(
		examples.n8n,
		`${operationId} is not called`,
		() => examples.callsOf(operationId).length > 0 || undefined,
	);
}

/** Sends a page, and does not wait for what comes of it. */
function leave(visit: FormVisit, fields: string[]): void {
	visit.submit(fields).catch(() => undefined);
}

/** @param isLost whether the service's answer does not come, so that n8n never knows of the fax */
async function formAmidSend(file: string, fields: string[], isLost = false): Promise<Interrupted> {
	const number = examples.newNumber();
	const letter = new File([`%PDF-1.4 ${number}`], 'letter.pdf', { type: 'application/pdf' });
	if (isLost) hold('sendFax');
	else examples.simulator.sending.sending = CALL_MS;
	const form = file.startsWith('09') ? 'Which Contract?' : 'Which Fax?';
	const { workflow } = await FormVisit.begin(examples, file, form, [number, ...fields, letter]);
	await isHeld(isLost ? 'sendFax' : 'listOutboxFaxes');
	return {
		workflow,
		after: (end, retried) => {
			expect(examples.faxesTo(number)).toMatchObject([{ status: 'success' }]);
			if (!isLost) expect(end).toMatch(/What Became of It|Tell the Person/);
			else expect(JSON.stringify(retried.data)).toContain('It is not known whether the fax was sent');
		},
	};
}

/** A fax that could not be sent, of which nobody has been told yet: the mail server says nothing, or is not there. */
async function alertWithoutMail(isSilent: boolean): Promise<Interrupted> {
	const { port } = examples.mailbox;
	await examples.mailbox.close();
	const server: Server = createServer();
	let isAsked = false;
	server.on('connection', () => {
		isAsked = true;
	});
	if (isSilent) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');
	examples.simulator.emit('fax_sent', { faxId: 'fax_out', status: 'failed_user_busy' });
	if (isSilent) await eventually(examples.n8n, 'No mail is sent', () => isAsked || undefined);
	return {
		workflow,
		mend: async () => {
			if (isSilent) await new Promise((resolve) => server.close(resolve));
			examples.mailbox = await Mailbox.open(port);
		},
		after: () => {
			const subjects = examples.mailbox.mails.map(({ subject }) => subject);
			expect(subjects).toEqual(['Fax to +15550100999 was not delivered']);
		},
	};
}

async function filing(prepare: () => void, place = examples.folder): Promise<Interrupted> {
	const { simulator } = examples;
	const workflow = await examples.goLive('08-file-incoming-faxes-in-a-folder.json', { folder: place });
	const faxId = simulator.addFax({ startTime: '2026-11-20 09:12:21' });
	prepare();
	simulator.emit('fax_received', { faxId });
	return {
		workflow,
		mend: async () => {
			await mkdir(place, { recursive: true });
		},
		after: async () => {
			const name = `2026-11-20_091221_+15550100999_${faxId}.pdf`;
			expect(await readdir(place)).toEqual([name]);
			expect((await readFile(join(place, name))).equals(await simulator.fileOf(faxId, 'pdf'))).toBe(true);
		},
	};
}

const KILLED: Story[] = [
	{ what: '03: the mail is being sent', begin: async () => await alertWithoutMail(true) },
	{
		what: '04: a number is being bought',
		begin: async () => {
			const offer = '+12125550123 in New York: 10 USD once, then 5 USD a month';
			const file = '04-buy-a-number-with-approval.json';
			const visit = await FormVisit.begin(examples, file, 'Which Number?', ['US', '212', '']);
			await visit.page('Choose and Approve');
			hold('purchaseNumber');
			leave(visit, [JSON.stringify([offer]), JSON.stringify(['Yes, buy this number'])]);
			await isHeld('purchaseNumber');
			return {
				workflow: visit.workflow,
				after: (end) => {
					expect(end).toMatch(/Bought|Already Used|Purchase Not Confirmed/);
					expect(examples.callsOf('purchaseNumber').map(({ body }) => body)).toEqual([
						{ item_id: seed.offerId },
					]);
					expect(clinic(examples.simulator).ownedNumbers).toContain('+12125550123');
				},
			};
		},
	},
	{
		what: '05: endpoints are being deleted',
		begin: async () => {
			const urls = ['own', 'one', 'two'].map((name) => `https://${name}.example.com/faxes`);
			for (const [index, url] of urls.entries())
				clinic(examples.simulator).endpoints.set(`ep_${index}`, {
					...{ id: `ep_${index}`, url, channels: null },
					...{ filter_types: ['fax_received'], secret: 'whsec_bm9uZQ==' },
				});
			const file = '05-tidy-webhook-endpoints.json';
			const visit = await FormVisit.begin(examples, file, 'Look for Endpoints', ['own.example.com']);
			await visit.page('Tick What May Go');
			hold('deleteWebhook');
			leave(visit, [JSON.stringify([`ep_1: ${urls[1]}`, `ep_2: ${urls[2]}`])]);
			await isHeld('deleteWebhook');
			return {
				workflow: visit.workflow,
				after: (end) => {
					expect(end).toBe('Tidied Up');
					expect(examples.simulator.endpointsOf().map(({ id }) => id)).toEqual(['ep_0']);
				},
			};
		},
	},
	{
		what: '07: a PDF is being sent',
		begin: async () => await formAmidSend('07-fax-a-pdf-from-a-form.json', []),
	},
	{
		what: '07: the answer to a PDF is lost',
		begin: async () => await formAmidSend('07-fax-a-pdf-from-a-form.json', [], true),
	},
	{
		what: '08: a fax is being downloaded',
		begin: async () => {
			const interrupted = await filing(() => {
				hold('getFile');
			});
			await isHeld('getFile');
			return interrupted;
		},
	},
	{
		what: '09: a contract is being sent',
		begin: async () => {
			const file = '09-fax-a-contract-and-wait-for-the-signed-copy.json';
			const interrupted = await formAmidSend(file, ['Dr Roe']);
			const { tables } = examples;
			expect(await tables.rows('Contracts')).toMatchObject([{ sent: 'being sent' }]);
			const after: Interrupted['after'] = async (end, retried) => {
				await interrupted.after(end, retried);
				expect(await tables.rows('Contracts')).toMatchObject([{ sent: 'delivered' }]);
			};
			return { ...interrupted, after };
		},
	},
	{
		what: '10: an approved fax is being sent',
		begin: async () => {
			const number = '+15550100200';
			const file = '10-fax-desk-with-approval.json';
			const visit = await FormVisit.begin(examples, file, 'Fax Desk', [number, 'Come on Monday']);
			await visit.page('Read and Approve');
			examples.simulator.sending.sending = CALL_MS;
			leave(visit, ['Dear Dr Roe, come on Monday', JSON.stringify(['Yes, send it'])]);
			await isHeld('listOutboxFaxes');
			return {
				workflow: visit.workflow,
				after: (end) => {
					expect(end).toMatch(/What Became of It|Already Used/);
					expect(examples.faxesTo(number)).toMatchObject([{ status: 'success' }]);
				},
			};
		},
	},
];

const FAILED: Story[] = [
	{ what: '03: the mail server is away', begin: async () => await alertWithoutMail(false) },
	{
		what: '08: the folder is away',
		begin: async () => await filing(() => undefined, join(examples.folder, 'away')),
	},
	{
		what: '08: the service gives no file',
		begin: async () =>
			await filing(() => {
				examples.simulator.fail({ operationId: 'getFile', times: 1, with: 404 });
			}),
	},
];

async function retry(id: string, { after }: Interrupted): Promise<void> {
	const { api } = examples.n8n;
	const retried = await api.getExecution(await api.retryExecution(id));
	await after(retried.data.resultData.lastNodeExecuted ?? '', retried);
}

test.each(KILLED)('n8n is killed ($what), and a Retry does all of it once', async ({ begin }) => {
	const interrupted = await begin();

	const id = await examples.killAmid(interrupted.workflow, async () => {
		examples.simulator.recover();
		await examples.simulator.faxesSent();
		await interrupted.mend?.();
	});

	await retry(id, interrupted);
});

test.each(FAILED)('an execution fails ($what), and a Retry does all of it once', async ({ begin }) => {
	const interrupted = await begin();
	const [failed] = await examples.n8n.api.waitForExecutions(interrupted.workflow.id, 1);
	expect(failed?.status).toBe('error');

	await interrupted.mend?.();

	await retry(failed?.id ?? '', interrupted);
});

test.each([
	{ file: '06-ask-an-ai-agent.json', question: 'Which faxes came last?' },
	{ file: '11-what-did-they-fax-us.json', question: 'What did Lakeside Clinic fax us?' },
])('n8n is killed while the agent of $file reads, and answers when it is asked again', async (given) => {
	const { n8n, simulator } = examples;
	const { ask } = await openChat(examples, given.file);
	expect(await ask('Hello')).toContain('This is a script');
	hold('listFaxes');
	ask(given.question).catch(() => undefined);
	await isHeld('listFaxes');

	await n8n.kill();
	await n8n.restart();

	expect(await ask(given.question)).toMatch(/fax_|Patient: John Doe/);
	expect(new Set(simulator.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});
