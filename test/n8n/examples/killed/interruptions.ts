import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { itemsOf, type Execution, type StoredWorkflow } from '../../../../tools/harness/n8n';
import { seed } from '../../../../tools/simulator';
import { TEST_SPEED } from '../../../../tools/simulator/faxing/sender';
import { Mailbox } from '../../../../tools/simulator/mail/mailbox';
import { clinic } from '../../../contract/support/operationCases';
import { eventually } from '../../support/eventually';
import { pdf, rawEmail } from '../../../support/rawEmail';
import { openInbox } from '../support/inbox';
import { openChat } from '../support/chat';
import { useExamples } from '../support/examples';
import { FormVisit } from '../support/formVisit';

/** Latency of calls that must not end on their own, in milliseconds. */
const ENDLESS_MS = 3_600_000;

const examples = useExamples();

/** An example that stops at a certain node and is retried in n8n's list of executions. */
interface Story {
	what: string;
	/** Starts the example. It returns once the example is at that node, or only needs `strike` to get there. */
	bringTo: () => Promise<Interrupted>;
}

interface Interrupted {
	workflow: StoredWorkflow;
	/** Brings the example to the node, where it stays for less than a minute, and returns once it's there. */
	strike?: () => Promise<void>;
	/** Brings back what was unavailable. */
	fix?: () => Promise<void>;
	/** Does what must happen before the Retry. */
	duringCrash?: () => Promise<void>;
	/** @param end name of the last node in the retried execution */
	after: (end: string, retried: Execution) => Promise<void> | void;
}

/** Makes the simulator carry out the next request of an operation without responding. Returns once it has the request. */
async function hold(operationId: string, act: () => Promise<void> | void): Promise<void> {
	const { length } = examples.callsOf(operationId);
	examples.simulator.fail({ operationId, times: 1, with: 'silence', afterEffect: true });
	await act();
	await eventually(
		examples.n8n,
		`${operationId} is not called`,
		() => examples.callsOf(operationId).length > length || undefined,
	);
}

/** Submits a page without waiting for the result. */
function leave(visit: FormVisit, fields: string[]): void {
	visit.submit(fields).catch(() => undefined);
}

/** Submits a form, and returns while its fax is being sent, so that n8n can be killed at that moment. */
async function formDuringSend(file: string, form: string, fields: string[]): Promise<Interrupted> {
	const number = examples.newNumber();
	const { workflow } = await FormVisit.first(examples, file, form, [number, ...fields, letterTo(number)]);
	await isInProgress(number);
	return {
		workflow,
		after: (end) => {
			expect(examples.faxesTo(number)).toMatchObject([{ status: 'success' }]);
			expect(end).toMatch(/Result|Show Result/);
		},
	};
}

function letterTo(number: string): File {
	return new File([`%PDF-1.4 ${number} %%EOF`], 'letter.pdf', { type: 'application/pdf' });
}

async function isInProgress(number: string): Promise<void> {
	const { outbox } = clinic(examples.simulator);
	await eventually(
		examples.n8n,
		`Nothing is sent to ${number}`,
		() => [...outbox.values()].some(({ to }) => to === number) || undefined,
	);
}

/** Returns an alert about a failed fax that can't be emailed, because the mail server doesn't respond or isn't there. */
async function alertWithoutMail(isSilent: boolean): Promise<Interrupted> {
	const { port } = examples.mailbox;
	await examples.mailbox.close();
	const server: Server = createServer();
	let isAsked = false;
	server.on('connection', () => {
		isAsked = true;
	});
	if (isSilent) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve).unref());
	const workflow = await examples.goLive('03-alert-when-a-fax-was-not-sent.json');
	return {
		workflow,
		strike: async () => {
			examples.simulator.emit('fax_sent', { faxId: 'fax_out', status: 'failed_user_busy' });
			if (isSilent) await eventually(examples.n8n, 'No mail is sent', () => isAsked || undefined);
		},
		fix: async () => {
			if (isSilent) await new Promise((resolve) => server.close(resolve));
			examples.mailbox = await Mailbox.open(port);
		},
		after: () => {
			const alerts = examples.mailbox.mails.filter(({ subject }) => subject.includes('+15550100999'));
			expect(alerts.map(({ subject }) => subject)).toEqual(["Fax to +15550100999 wasn't delivered"]);
		},
	};
}

/** Returns a fax that is about to be filed. */
async function filing(
	strike: (arrive: () => void) => Promise<void> | void,
	place = examples.folder,
): Promise<Interrupted> {
	const { simulator } = examples;
	const workflow = await examples.goLive('08-file-incoming-faxes-in-a-folder.json', { folder: place });
	const faxId = simulator.addFax({ startTime: '2026-11-20 09:12:21' });
	return {
		workflow,
		strike: async () => {
			await strike(() => {
				simulator.emit('fax_received', { faxId });
			});
		},
		fix: async () => {
			await mkdir(place, { recursive: true });
		},
		after: async () => {
			const name = `2026-11-20_091221_+15550100999_${faxId}.pdf`;
			expect(await readdir(place)).toEqual([name]);
			expect((await readFile(join(place, name))).equals(await simulator.fileOf(faxId, 'pdf'))).toBe(true);
		},
	};
}

/** Returns the numbers on a list that the broadcast has faxed or will fax, in order. */
function faxedTo(list: string[]): string[] {
	const { faxes, outbox } = clinic(examples.simulator);
	return [...faxes.values(), ...outbox.values()].map(({ to }) => to).filter((to) => list.includes(to));
}

const PDF_FROM_A_FORM = '07-fax-a-pdf-from-a-form.json';

/** The order is intentional: the examples that stay at their node the longest come first. */
const KILLED: Story[] = [
	{
		what: '12: a broadcast is in progress',
		bringTo: async () => {
			const list = Array.from({ length: 4 }, () => examples.newNumber());
			const [busy = '', ...others] = list;
			examples.simulator.lines.set(busy, ['failed_user_busy']);
			examples.simulator.sending.sending = 2_000;
			const visit = await FormVisit.first(
				...([examples, '12-broadcast-to-a-list.json', 'Broadcast Form'] as const),
				['Killed', new File([list.join('\r\n')], 'list.csv', { type: 'text/csv' }), letterTo(busy)],
				{ pauseSeconds: 0, busyAgainMinutes: 0.01 },
			);
			await visit.page('Confirm List');
			leave(visit, ['', JSON.stringify(['Yes, send it'])]);
			const { workflow } = visit;
			await eventually(examples.n8n, 'It sends nothing', () => faxedTo(list).length >= 3 || undefined);
			examples.simulator.sending.sending = ENDLESS_MS;
			return {
				workflow,
				after: (_, retried) => {
					expect(itemsOf(retried, 'Summary')[0]?.json).toMatchObject({
						sent: expect.arrayContaining(others) as string[],
					});
					expect(faxedTo(list).sort()).toEqual([...list, busy].sort());
				},
			};
		},
	},
	{
		what: '02: a fax is in the ledger and in progress, and the night closes its row',
		bringTo: async () => {
			const number = examples.newNumber();
			const file = '02-ledger-of-sent-faxes.json';
			const settings = { firstLookSeconds: 30, lookEveryMinutes: 0.01, stuckAfterHours: 0 };
			const fields = [number, letterTo(number)];
			const { workflow } = await FormVisit.first(examples, file, 'Which Fax?', fields, settings);
			const row = async () =>
				(await examples.tables.rows('Fax ledger')).filter(({ submission }) =>
					JSON.stringify(submission).includes(number),
				);
			await eventually(examples.n8n, 'It is not in the ledger', async () => (await row())[0]);
			return {
				workflow,
				duringCrash: async () => {
					await examples.n8n.api.runManually(workflow.id, 'Every Night');
					expect(await row()).toMatchObject([{ outcome: 'success', documents: 1 }]);
				},
				after: async () => {
					expect(examples.faxesTo(number)).toHaveLength(1);
					expect(await row()).toMatchObject([{ outcome: 'success', documents: 1, pages: 1 }]);
				},
			};
		},
	},
	{
		what: '14: the execution waits between two checks',
		bringTo: async () => {
			const number = examples.newNumber();
			const file = '14-fax-a-pdf-and-wait-for-days.json';
			const fields = [number, letterTo(number)];
			// For such a short wait, n8n doesn't store the execution.
			const settings = { firstCheckMinutes: 0.5, longestPauseMinutes: 0.5 };
			const { workflow } = await FormVisit.first(examples, file, 'Which Fax?', fields, settings);
			await isInProgress(number);
			return {
				workflow,
				after: async () => {
					const subjects = () =>
						examples.mailbox.mails.map(({ subject }) => subject).filter((one) => one.includes(number));
					await eventually(examples.n8n, 'There is no email', () => subjects()[0]);
					expect(subjects()).toEqual([`Fax to ${number} was delivered`]);
					expect(examples.faxesTo(number)).toHaveLength(1);
				},
			};
		},
	},
	{
		what: '15: the fax of an email is being sent',
		bringTo: async () => {
			const number = examples.newNumber();
			const workflow = await openInbox(examples);
			examples.inbox.receive(rawEmail({ subject: number, files: [pdf(`${number}.pdf`)] }));
			await isInProgress(number);
			return {
				workflow,
				after: () => {
					expect(examples.faxesTo(number)).toHaveLength(1);
					const answers = examples.mailbox.mails.filter(({ subject }) => subject === `Re: ${number}`);
					expect(answers.map(({ text }) => text)).toEqual([expect.stringContaining('was delivered')]);
				},
			};
		},
	},
	{
		what: '07: a PDF is being sent',
		bringTo: async () => await formDuringSend(PDF_FROM_A_FORM, 'Which Fax?', []),
	},
	{
		what: '09: a contract is being sent',
		bringTo: async () => {
			const file = '09-fax-a-contract-and-wait-for-the-signed-copy.json';
			const interrupted = await formDuringSend(file, 'Which Contract?', ['Dr Roe']);
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
		bringTo: async () => {
			const number = '+15550100200';
			const file = '10-fax-desk-with-approval.json';
			const visit = await FormVisit.first(examples, file, 'Fax Desk', [number, 'Come on Monday']);
			await visit.page('Read and Approve');
			leave(visit, ['Dear Dr Roe, come on Monday', JSON.stringify(['Yes, send it'])]);
			await isInProgress(number);
			return {
				workflow: visit.workflow,
				after: (end) => {
					expect(end).toMatch(/Result|Already Used/);
					expect(examples.faxesTo(number)).toMatchObject([{ status: 'success' }]);
				},
			};
		},
	},
	{
		what: '04: a number is being bought',
		bringTo: async () => {
			const offer = '+12125550123 in New York: 10 USD once, then 5 USD a month';
			const file = '04-buy-a-number-with-approval.json';
			const visit = await FormVisit.first(examples, file, 'Which Number?', ['US', '212', '']);
			await visit.page('Choose and Approve');
			return {
				workflow: visit.workflow,
				strike: async () => {
					await hold('purchaseNumber', () => {
						leave(visit, [JSON.stringify([offer]), JSON.stringify(['Yes, buy this number'])]);
					});
				},
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
		bringTo: async () => {
			const urls = ['own', 'one', 'two'].map((name) => `https://${name}.example.com/faxes`);
			for (const [index, url] of urls.entries())
				clinic(examples.simulator).endpoints.set(`ep_${index}`, {
					...{ id: `ep_${index}`, url, channels: null },
					// This event never happens here.
					...{ filter_types: ['fax_page_received'], secret: 'whsec_bm9uZQ==' },
				});
			const file = '05-tidy-webhook-endpoints.json';
			const visit = await FormVisit.first(examples, file, 'Find Endpoints', ['own.example.com']);
			await visit.page('Select Endpoints');
			return {
				workflow: visit.workflow,
				strike: async () => {
					await hold('deleteWebhook', () => {
						leave(visit, [JSON.stringify([`ep_1: ${urls[1]}`, `ep_2: ${urls[2]}`])]);
					});
				},
				after: (end) => {
					expect(end).toBe('Endpoints Deleted');
					const left = examples.simulator.endpointsOf().filter(({ url }) => urls.includes(url));
					expect(left.map(({ id }) => id)).toEqual(['ep_0']);
				},
			};
		},
	},
	{
		what: '08: a fax is being downloaded',
		bringTo: async () =>
			await filing(async (arrive) => {
				await hold('getFile', arrive);
			}),
	},
	{ what: '03: the email is being sent', bringTo: async () => await alertWithoutMail(true) },
	{
		what: '07: the answer to a PDF is lost',
		bringTo: async () => {
			const number = examples.newNumber();
			const workflow = await examples.importedBefore(PDF_FROM_A_FORM);
			return {
				workflow,
				strike: async () => {
					await hold('sendFax', async () => {
						await FormVisit.again(examples.n8n, workflow, 'Which Fax?', [number, letterTo(number)]);
					});
				},
				after: (_, retried) => {
					expect(examples.faxesTo(number)).toMatchObject([{ status: 'success' }]);
					expect(JSON.stringify(retried.data)).toContain("It's unknown whether the fax was sent");
				},
			};
		},
	},
];

const FAILED: Story[] = [
	{ what: '03: the mail server is down', bringTo: async () => await alertWithoutMail(false) },
	{
		what: '08: the folder is missing',
		bringTo: async () =>
			await filing(
				(arrive) => {
					arrive();
				},
				join(examples.folder, 'away'),
			),
	},
	{
		what: '08: Fax.Plus returns no file',
		bringTo: async () =>
			await filing((arrive) => {
				examples.simulator.fail({ operationId: 'getFile', times: 1, with: 404 });
				arrive();
			}),
	},
];

/** Returns an agent that's reading when n8n is killed. */
async function duringRead(file: string, question: string) {
	const { ask } = await openChat(examples, file);
	expect(await ask('Hello')).toContain('This is a script');
	await hold('listFaxes', () => {
		ask(question).catch(() => undefined);
	});
	return async () => await ask(question);
}

async function retry(id: string, { after }: Interrupted): Promise<void> {
	const { api } = examples.n8n;
	const retried = await api.getExecution(await api.retryExecution(id));
	await after(retried.data.resultData.lastNodeExecuted ?? '', retried);
}

/** Returns the running execution of a workflow, apart from those listed. */
async function underWay({ id }: StoredWorkflow, others: string[]): Promise<string> {
	return await eventually(examples.n8n, 'Nothing runs', async () => {
		const executions = await examples.n8n.api.listExecutions(id);
		return executions.find((one) => one.status === 'running' && !others.includes(one.id))?.id;
	});
}

test('n8n is killed during all examples, and a Retry of each completes everything once', async () => {
	const { simulator } = examples;
	const asked = [
		await duringRead('06-ask-an-ai-agent.json', 'Which faxes came last?'),
		await duringRead('11-what-did-they-fax-us.json', 'What did Lakeside Clinic fax us?'),
	];
	const stories: Array<Interrupted & { what: string; id: string }> = [];
	const note = async (what: string, interrupted: Interrupted): Promise<void> => {
		const id = await underWay(
			interrupted.workflow,
			stories.map((one) => one.id),
		);
		stories.push({ ...interrupted, what, id });
	};
	const toStrike: Array<Interrupted & { what: string }> = [];
	for (const { what, bringTo } of KILLED) {
		const interrupted = await bringTo();
		if (interrupted.strike) toStrike.push({ ...interrupted, what });
		else await note(what, interrupted);
	}
	await Promise.all(toStrike.map(async ({ strike }) => await strike?.()));
	for (const { what, ...interrupted } of toStrike) await note(what, interrupted);

	await examples.crash(async () => {
		simulator.recover();
		simulator.sending.sending = TEST_SPEED.sending;
		simulator.endCalls();
		await simulator.faxesSent();
		for (const { fix } of stories) await fix?.();
	});

	for (const { what, id, ...interrupted } of stories) {
		await examples.untilCrashed(id);
		try {
			await interrupted.duringCrash?.();
			await retry(id, interrupted);
		} catch (cause) {
			throw new Error(what, { cause });
		}
	}
	const { length } = simulator.requests;
	for (const ask of asked) expect(await ask()).toMatch(/fax_|Patient: John Doe/);
	expect(new Set(simulator.requests.slice(length).map(({ method }) => method))).toEqual(new Set(['GET']));
});

test.each(FAILED)(
	'an execution fails ($what), and a Retry completes everything once',
	async ({ bringTo }) => {
		const interrupted = await bringTo();
		await interrupted.strike?.();
		const [failed] = await examples.n8n.api.waitForExecutions(interrupted.workflow.id, 1);
		expect(failed?.status).toBe('error');

		await interrupted.fix?.();

		await retry(failed?.id ?? '', interrupted);
	},
);
