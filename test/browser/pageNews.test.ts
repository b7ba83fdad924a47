import type { Locator, Page } from 'playwright-core';
import { seed, type ShownWorkflow, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import { usePageBench } from './support/pageBench';
import type { Receiver } from './support/receiver';

const N8N = 'https://n8n.example';
const ROUTING = workflow('Route faxes', 'hook-1');

const bench = usePageBench({ retrySchedule: [1500, 100], mailbox: true });

let receiver: Receiver;
let simulator: Simulator;
let page: Page;

beforeEach(async () => {
	({ receiver, simulator, page } = bench());
	simulator.surroundings = { n8nUrl: `${N8N}/`, workflows: [ROUTING], forms: [], chats: [] };
	await addEndpoint(`${N8N}/webhook/hook-1/webhook`, 'fax_received');
});

async function addEndpoint(url: string, event: string): Promise<void> {
	await apiClient(simulator).post('/webhooks', { url, filter_types: [event], channels: null });
}

/** Whether what is said at the foot of the page has the colour of a refusal. */
async function isRed(): Promise<boolean> {
	return await page.locator('#news.refused').isVisible();
}

function workflow(name: string, id: string, isActive = true): ShownWorkflow {
	const url = `${N8N}/workflow/${id}`;
	return { name, url, executionsUrl: `${url}/executions`, webhookIds: [id], isActive };
}

async function open(): Promise<void> {
	await page.goto(simulator.origin);
	await page.getByRole('button', { name: 'A referral arrives' }).waitFor();
}

function row(table: string): Locator {
	return page.getByRole('table', { name: table }).getByRole('row').nth(1);
}

describe('What became of a delivery', () => {
	it('is followed at the foot of the page until n8n has taken it, and leads to the executions', async () => {
		receiver.answer = { status: 503, body: '{"message":"Starting up"}' };
		await open();
		await page.getByRole('button', { name: 'A referral arrives' }).click();

		const status = page.getByRole('status');
		await status.getByText('A referral has arrived. Refused with 503. It will be tried again.').waitFor();
		expect(await isRed()).toBe(true);
		const waiting = row('Deliveries').filter({ hasText: 'Waiting to try again after 1 try' });
		expect(await waiting.innerText()).toContain('Refused with 503: Starting up');
		receiver.answer = { status: 200, body: '{"message":"Workflow was started"}' };
		await status.getByText('A referral has arrived. n8n has taken it.').waitFor();

		expect(await isRed()).toBe(false);
		const executions = status.getByRole('link', { name: 'Executions' });
		expect(await executions.getAttribute('href')).toBe(ROUTING.executionsUrl);
		expect(await executions.getAttribute('target')).toBe('_blank');
		const shown = await row('Deliveries').innerText();
		for (const text of ['Taken by n8n after 2 tries', 'Workflow was started', '“Route faxes”']) {
			expect(shown).toContain(text);
		}
	});

	it.each([
		{
			answer: { status: 401, body: '{"error":"unauthorized","description":"The delivery was refused"}' },
			says: 'Refused with 401. Copy the endpoint’s signing secret into n8n. Executions',
			why: 'Refused with 401: The delivery was refused',
		},
		{
			answer: { status: 404, body: 'Not registered' },
			says: 'Refused with 404. Publish the workflow in n8n. Executions',
			why: 'Refused with 404: Not registered',
		},
		{
			answer: { status: 500, body: '<html></html>' },
			says: 'Refused with 500. Executions',
			why: 'Refused with 500',
		},
	])(
		'says in red what to do, and why in the table, when it was refused with $answer.status',
		async (refusal) => {
			receiver.answer = refusal.answer;
			await open();
			await page.getByRole('button', { name: 'A referral arrives' }).click();

			await row('Deliveries').getByText('Given up after 3 tries').waitFor();
			const status = page.getByRole('status').filter({ hasNotText: 'tried again' });
			expect(await status.innerText()).toBe(`A referral has arrived. ${refusal.says}`);
			expect(await isRed()).toBe(true);
			const shown = await row('Deliveries').innerText();
			for (const text of [refusal.why, 'executions of “Route faxes”']) expect(shown).toContain(text);
		},
	);

	it.each(['its button', 'Escape'])(
		'goes when a person closes it with %s, and does not come back',
		async (by) => {
			receiver.answer = { status: 503, body: '{}' };
			await open();
			await page.getByRole('button', { name: 'A referral arrives' }).click();
			const status = page.getByRole('status');
			await status.getByText('Refused with 503').waitFor();

			const close = page.getByRole('button', { name: 'Close the message' });
			if (by === 'Escape') await page.keyboard.press('Escape');
			else {
				await close.focus();
				await page.keyboard.press('Enter');
			}

			await close.waitFor({ state: 'hidden' });
			expect(await page.locator(':focus').innerText()).toBe('A referral arrives');
			await row('Deliveries').getByText('Given up after 3 tries').waitFor();
			expect(await status.innerText()).toBe('');
		},
	);
});

describe('The ways to n8n', () => {
	it('are shown as links that open in a new tab, endpoints with the names of their workflows', async () => {
		simulator.surroundings = {
			n8nUrl: `${N8N}/`,
			workflows: [ROUTING, workflow('Tidy up', 'hook-2', false)],
			forms: [{ name: 'Fax a PDF', url: `${N8N}/form/1` }],
			chats: [{ name: 'Ask an agent', url: `${N8N}/webhook/2/chat` }],
		};
		await open();
		const section = page.getByRole('region', { name: 'In n8n' });
		await section.getByText('Workflows that are not published (1)').click();
		await section.getByRole('link', { name: 'Executions of Tidy up' }).waitFor();

		const links = await section.getByRole('link').all();
		const shown = links.map(async (link) => [
			await link.getAttribute('aria-label'),
			await link.getAttribute('href'),
		]);
		expect(await Promise.all(shown)).toEqual([
			['Open n8n', `${N8N}/`],
			['Route faxes', ROUTING.url],
			['Executions of Route faxes', ROUTING.executionsUrl],
			['Fax a PDF: form', `${N8N}/form/1`],
			['Ask an agent: chat', `${N8N}/webhook/2/chat`],
			['Tidy up', `${N8N}/workflow/hook-2`],
			['Executions of Tidy up', `${N8N}/workflow/hook-2/executions`],
		]);
		for (const link of links) expect(await link.getAttribute('target')).toBe('_blank');
		const named = row('Webhook endpoints').getByRole('link', { name: 'Route faxes' });
		expect(await named.getAttribute('href')).toBe(ROUTING.url);
	});
});

/** Here the page is only told what the mailbox would say. */
describe('Mail that n8n sent', () => {
	const mail = {
		id: 'mail-1',
		at: '2026-11-20T10:00:00.000Z',
		from: 'faxes@example.com',
		to: 'you@example.com, all@example.com',
		subject: 'Fax from +15550100999',
		text: 'Pages: 2\nStatus: success',
		attachments: [
			{ index: 0, filename: 'page.jpg', size: 30_000, isPicture: true },
			{ index: 1, filename: 'fax.pdf', size: 4711, isPicture: false },
		],
	};

	async function openWith(mails: object[]): Promise<void> {
		await page.route('**/control/mail', async (route) => route.fulfill({ json: mails }));
		const body = simulator.state.accounts.get(seed.accountId)?.faxes.get(seed.faxId)?.thumbnail ?? '';
		await page.route('**/control/mail/mail-1/attachments/0', async (route) =>
			route.fulfill({ body, contentType: 'image/jpeg' }),
		);
		await open();
	}

	it('is shown with its text, its pictures, and links to its other files', async () => {
		await openWith([mail]);
		const section = page.getByRole('region', { name: 'Mail that n8n sent' });
		const picture = section.getByRole('img', { name: 'page.jpg' });
		await picture.waitFor();

		const shown = await section.innerText();
		for (const text of [mail.subject, mail.from, mail.to, mail.text, '20 Nov 2026']) {
			expect(shown).toContain(text);
		}
		await page.waitForFunction('document.querySelector("#mail img").naturalWidth > 0');
		const file = section.getByRole('link', { name: 'fax.pdf (4711 bytes)' });
		expect(await file.getAttribute('href')).toBe('/control/mail/mail-1/attachments/1');
	});
});
