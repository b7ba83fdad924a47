import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Editor, isShown } from './support/editor';
import { startOf, fillIn, Newcomer } from './support/newcomer';
import { until } from '../../tools/harness/until';

const INTAKE = "Intake: file each fax in the patient's record";
const FILING = 'Fax received: file its PDF in a folder';
const ALERTING = 'Fax not sent: alert';
const BUYING = 'Find a fax number and buy it after approval';
const TIDYING = 'Webhook endpoints: find and delete those that lead elsewhere';
const SENDING = 'Fax a PDF from a form and show whether it arrived';
const CONTRACT = 'Fax a contract and wait for the signed copy';
const DESK = 'Fax desk: an agent writes, a person approves';
const BROADCASTING = 'Broadcast: one document to a list of fax numbers';
const LEDGER = 'Ledger: each fax that is sent, with its evidence';
const ASKING = 'Ask an AI agent about your faxes';
const ASKING_FOR_FAXES = 'What did Lakeside Clinic fax us yesterday?';
const ARRIVALS = [
	'A fax arrives',
	'A referral arrives',
	'A purchase order arrives',
	'A lab result arrives',
	'An invoice in German arrives',
	'An unreadable fax arrives',
];

const started = Date.now();
let newcomer: Newcomer;

beforeAll(async () => {
	newcomer = await Newcomer.arrive();
});

afterEach(() => {
	expect(newcomer.browser.takeProblems()).toEqual([]);
});

afterAll(async () => {
	await newcomer.leave();
});

async function idOf(name: string): Promise<string> {
	const workflow = (await newcomer.demo.api.listWorkflows()).find((found) => found.name === name);
	if (!workflow) throw new Error(`There is no workflow "${name}"`);
	return workflow.id;
}

/** Waits until a workflow has this many finished executions, and returns their statuses. */
async function ended(name: string, count: number): Promise<string[]> {
	const executions = await newcomer.demo.api.waitForExecutions(await idOf(name), count);
	return executions.map(({ status }) => status);
}

/** Opens a workflow in the editor, by its link on the simulator's page. */
async function openWorkflow(name: string): Promise<Editor> {
	const editor = new Editor(await newcomer.follow(name), newcomer.demo.n8n);
	await editor.part('canvas-node').first().waitFor();
	return editor;
}

/** Asks a question in the editor's chat. n8n opens a workflow with the chat if the chat was open in the previous workflow. */
async function ask(editor: Editor, question: string, answer: string): Promise<void> {
	const chat = editor.part('canvas-chat');
	const input = chat.locator('textarea');
	const opener = editor.part('workflow-chat-button').filter({ hasText: 'Open chat' });
	await input.or(opener).first().waitFor();
	if (!(await input.isVisible())) await opener.click();
	// While the editor is busy, it drops what's typed.
	await until(async () => {
		await input.fill(question);
		await input.press('Enter');
		return await isShown(chat.getByText(question).first());
	});
	let shown = '';
	const isAnswered = async () => {
		shown = await chat.innerText();
		return shown.includes(answer) || undefined;
	};
	await until(isAnswered, undefined, () => `Asked "${question}", the chat shows: ${shown}`);
}

/** Waits until the last page of a form shows this text. */
async function ends(form: Page, text: string | RegExp): Promise<void> {
	await form.getByText(text).first().waitFor();
	await form.close();
}

describe('A newcomer', () => {
	it('sees the first fax start a workflow', async () => {
		await newcomer.press('A fax arrives', 'Taken by ');
		const executions = await newcomer.follow(`executions of “${INTAKE}”`);

		await executions.getByTestId('execution-preview-label').getByText('Succeeded').waitFor();

		console.log(`${Math.round((Date.now() - started) / 1000)} s from the start to the first execution`);
		await executions.close();
	});

	it("finds a page at each address that the terminal prints, and at n8n's root", async () => {
		const page = await newcomer.browser.newPage();
		for (const address of [...newcomer.printedAddresses, `${newcomer.demo.n8n}/`]) {
			const answer = await page.goto(address);
			expect([address, answer?.status()]).toEqual([address, 200]);
			const main = page.locator('#main, form, [data-test-id="universal-add"]').first();
			await main.waitFor();
		}
		expect(page.url()).toBe(`${newcomer.demo.n8n}/home/workflows`);
		await page.getByTestId('workflow-card-name').filter({ hasText: INTAKE }).waitFor();
		await page.close();
	});

	it('lets a fax of each kind arrive, and finds what is filed, and what waits for a person', async () => {
		for (const button of ARRIVALS) await newcomer.press(button, 'Taken by ');

		const count = ARRIVALS.length + 1;
		for (const name of [INTAKE, FILING]) {
			expect([name, ...new Set(await ended(name, count))]).toEqual([name, 'success']);
		}
		const page = await newcomer.browser.newPage();
		await page.goto(newcomer.demo.records);
		await page.getByText('Patient/4711').first().waitFor();
		expect(await page.getByText('Patient/4711').count()).toBe(2);
		await page.goto(`${newcomer.demo.n8n}/home/datatables`);
		await page.getByText('Fax queue').click();
		await page.getByText('Fax AI found no birth date.', { exact: true }).waitFor();
		await page.close();
		const folder = join(newcomer.folder, 'faxes');
		// Another workflow files older faxes there, each quarter of an hour. Their names have no number of a sender.
		const files = (await readdir(folder)).filter((name) => name.includes('_+'));
		expect(files).toHaveLength(count);
		for (const file of files) expect(await startOf(join(folder, file))).toBe('%PDF-');
	});

	it('sends faxes that succeed and fail, and receives an alert about the failed one', async () => {
		await newcomer.press('A fax is sent', 'A fax was sent. Taken by ');
		await newcomer.press('Sending a fax fails', 'Taken by ');

		await newcomer.mail("Fax to +15550100999 wasn't delivered").waitFor();
		expect(await ended(ALERTING, 2)).toEqual(['success', 'success']);
	});

	it('sees a workflow turn green after executing it manually', async () => {
		const editor = await openWorkflow(INTAKE);
		await editor.part('execute-workflow-button').click();
		await newcomer.secretEntered();
		await newcomer.press('A referral arrives', 'Taken by ');

		await editor.page.bringToFront();
		await editor.node('Mark as Read').getByTestId('canvas-node-status-success').waitFor();
		await editor.page.close();
	});

	it('faxes a PDF and a contract with their forms, and gets the signed copy', async () => {
		const contract = await newcomer.follow(`${CONTRACT}: form`);
		await fillIn(contract, 'Send', '+15550100916', 'Dr Roe', { pdf: 'contract.pdf' });
		await ends(contract, '+15550100916: All pages were transmitted.');
		const form = await newcomer.follow(`${SENDING}: form`);
		await fillIn(form, 'Send', '+15550100200', { pdf: 'letter.pdf' });
		await ends(form, '+15550100200: All pages were transmitted.');

		const page = await newcomer.browser.newPage();
		await page.goto(`${newcomer.demo.n8n}/home/datatables`);
		await page.getByText('Contracts', { exact: true }).first().click();
		await page.getByText('contract.pdf').first().waitFor();
		const { api } = newcomer.demo;
		await until(async () => {
			const executions = await api.listExecutions(await idOf(CONTRACT));
			const all = await Promise.all(executions.map(async ({ id }) => await api.getExecution(id)));
			return all.find(({ data }) => 'Signed Copy' in data.resultData.runData);
		});
		await page.close();
	});

	it("sends a fax that the ledger records, and sees at night which ones it doesn't know", async () => {
		const form = await newcomer.follow(`${LEDGER}: form`);
		await fillIn(form, 'Send', '+15550100200', { pdf: 'letter.pdf' });
		await ends(form, '+15550100200: All pages were transmitted.');

		await newcomer.demo.api.runManually(await idOf(LEDGER), 'Every Night');

		const mail = newcomer.mail(/^Faxes: 0 stuck, [1-9]\d* not delivered, 0 lost, 0 without a result$/);
		await mail.getByText(/Sent by other workflows or people/).waitFor();
	});

	it("sends a broadcast, and sees who didn't receive it", async () => {
		const form = await newcomer.follow(`${BROADCASTING}: form`);
		const list = { list: ['Number', '+15550100200', '+15550100914'] };
		await fillIn(form, 'Send', 'Opening hours', list, { pdf: 'hours.pdf' });
		await form.getByText('Yes, send it').click();
		await form.getByRole('button', { name: 'Continue' }).click();
		await ends(form, 'Sent: 1.');
	});

	it("buys a number, tidies up endpoints and sends an agent's text", async () => {
		const buying = await newcomer.follow(`${BUYING}: form`);
		await fillIn(buying, 'Search', 'US', '212');
		await buying.getByText('10 USD once, then 5 USD a month').first().click();
		await buying.getByText('Yes, buy this number').click();
		await buying.getByRole('button', { name: 'Continue' }).click();
		await buying.getByText('belongs to your account now.').waitFor();
		await buying.getByRole('link', { name: 'Search for another number' }).click();
		await ends(buying, /^Nothing is bought until/);

		const tidying = await newcomer.follow(`${TIDYING}: form`);
		await fillIn(tidying, 'Look', '');
		await tidying.getByText('old-n8n.example.com').click();
		await tidying.getByRole('button', { name: 'Delete the ticked ones' }).click();
		await ends(tidying, 'Deleted ep_old_server.');

		const desk = await newcomer.follow(`${DESK}: form`);
		await desk.locator('select').selectOption('+15550100200');
		await desk.locator('textarea').fill('The appointment is on Monday.');
		await desk.getByRole('button', { name: 'Write' }).click();
		await desk.getByText('Yes, send it').click();
		await desk.getByRole('button', { name: 'Continue' }).click();
		await ends(desk, '+15550100200: All pages were transmitted.');
	});

	it('talks to the agents in their chats', async () => {
		await newcomer.press('A referral arrives', 'Taken by ');
		const asking = await openWorkflow(ASKING);
		await ask(asking, 'What does the newest fax say?', 'Patient: John Doe');
		await asking.page.close();
		const faxes = await openWorkflow(ASKING_FOR_FAXES);
		await ask(faxes, 'What did Lakeside Clinic fax us?', 'Patient: John Doe');
		await faxes.page.close();
	});

	it('creates a workflow as the README says, without a signing secret, and receives a fax', async () => {
		const editor = new Editor(await newcomer.browser.newPage(), newcomer.demo.n8n);
		await editor.searchNodes('fax');
		await editor.foundNode('Fax.Plus').first().click();
		await editor.part('node-creator').getByText('On fax received').click();
		await editor.part('ndv').waitFor();
		await editor.openDropdown(editor.part('node-credentials-select').first());
		await editor.dropdownItems.getByText('Fax.Plus (demo)', { exact: true }).click();
		await editor.closeNode();
		await editor.publish();
		await editor.page.getByText(/next fax .*starts this workflow/).waitFor();
		const { name } = await until(async () =>
			(await newcomer.demo.api.listWorkflows()).find((found) => found.name.startsWith('My workflow')),
		);
		await newcomer.press('A fax arrives', 'Taken by ');

		expect(await ended(name, 1)).toEqual(['success']);
		await editor.page.close();
	});
});
