import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { until } from '../../tools/harness/until';
import { seed, type Simulator } from '../../tools/simulator';
import type { Endpoint } from '../../tools/simulator/state';
import { fileForm } from '../support/faxingBench';
import { apiClient } from '../support/simulatorClient';
import { N8N, ROUTING, styleOf, TIDYING, URL_AT_SERVICE, usePageBench } from './support/pageBench';
import type { ReceivedRequest } from './support/receiver';

/** Enough Tab presses to reach every part of the page. */
const MAX_TABS = 60;

const bench = usePageBench({ mailbox: true });

let simulator: Simulator;
let page: Page;

beforeEach(() => {
	({ simulator, page } = bench());
});

function endpoint(): Endpoint {
	const [found] = simulator.endpointsOf();
	if (!found) throw new Error('The endpoint is gone');
	return found;
}

async function nameOf(control: Locator): Promise<string> {
	return (await control.getAttribute('aria-label')) ?? (await control.innerText());
}

/** Returns the accessible name of the focused element. */
async function focusedName(): Promise<string> {
	const focused = page.locator(':focus');
	return (await focused.count()) === 0 ? '' : await nameOf(focused);
}

/** Presses Tab until the element with this name has the focus, and then presses Enter. */
async function pressByKeyboard(name: string): Promise<void> {
	for (let presses = 0; (await focusedName()) !== name; presses += 1) {
		if (presses > MAX_TABS) throw new Error(`Tab does not come to "${name}"`);
		await page.keyboard.press('Tab');
	}
	await page.keyboard.press('Enter');
}

async function delivered(count: number): Promise<ReceivedRequest> {
	return await until(() => bench().receiver.received[count - 1]);
}

/**
 * Verifies a signature.
 *
 * @throws if the signature wasn't made with this secret
 */
function verify({ headers, body }: ReceivedRequest, secret: string): unknown {
	return new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe("The simulator's page, with only the keyboard", () => {
	beforeEach(async () => {
		await bench().open();
	});

	it('reaches every button and link with Tab, in the order of the page, and shows the focus', async () => {
		simulator.faxReceived();
		await page.getByRole('button', { name: /^Replay/ }).waitFor();
		const documents = page.getByRole('link', { name: /^PDF of/ });
		await documents.last().waitFor();
		const controls = page.locator('main button, main a, main summary').filter({ visible: true });
		const names = await Promise.all((await controls.all()).map(nameOf));
		const some = ['An unreadable fax arrives', 'Show all 10', 'Webhooks', 'To connect n8n'];
		expect(names).toEqual(expect.arrayContaining(some));

		const reached: string[] = [];
		while (reached.length <= names.length) {
			await page.keyboard.press('Tab');
			reached.push(await focusedName());
			expect(await styleOf(page.locator(':focus'), 'outlineStyle')).toBe('solid');
		}

		expect(reached).toEqual(['Skip to content', ...names]);
	});

	it.each([
		['A fax arrives', 'A fax has arrived.', 'fax_received', 'success', 2],
		['Sending a fax fails', 'Sending a fax has failed.', 'fax_sent', 'failed_user_busy', 2],
		['A page streams in', 'A page of a fax has come in.', 'fax_page_received', 'success', 1],
	])('"%s" delivers the event, signed, and the log shows it', async (button, says, event, result, pages) => {
		await pressByKeyboard(button);
		await bench().status.getByText(`${says} Taken by Route faxes.`).waitFor();

		const request = await delivered(1);
		const body = verify(request, endpoint().secret);
		expect(body).toMatchObject({ hook: { event }, data: { status: result, pages } });
		await bench().row('Deliveries').getByText('Taken by n8n', { exact: true }).waitFor();
		const shown = await bench().row('Deliveries').innerText();
		for (const text of [event, result, String(request.headers['webhook-id'])]) expect(shown).toContain(text);
		expect(await focusedName()).toBe(button);
	});

	it('copies the signing secret and rotates it, then shows the new one and signs with it', async () => {
		const old = endpoint().secret;
		await pressByKeyboard(`Copy secret of ${URL_AT_SERVICE}`);
		await bench().status.getByText('Copied. Now put it into n8n.').waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(old);

		await pressByKeyboard(`Rotate secret of ${URL_AT_SERVICE}`);
		await bench()
			.status.getByText('The endpoint has a new signing secret, and the old one is void.')
			.waitFor();
		expect(endpoint().secret).not.toBe(old);
		await page.getByText(endpoint().secret, { exact: true }).waitFor();
		expect(await page.getByText(old, { exact: true }).count()).toBe(0);
		expect(await focusedName()).toBe(`Rotate secret of ${URL_AT_SERVICE}`);
		await pressByKeyboard('A fax arrives');
		const request = await delivered(1);
		verify(request, endpoint().secret);
		expect(() => verify(request, old)).toThrow();
	});

	it('deletes an endpoint, says how to get it back, and delivers nothing there anymore', async () => {
		await pressByKeyboard(`Delete endpoint ${URL_AT_SERVICE}`);
		await bench().status.getByText('The endpoint is gone. A trigger that is published registers').waitFor();
		expect(simulator.endpointsOf()).toEqual([]);
		await page.getByText('No endpoint is registered yet.').waitFor();
		await pressByKeyboard('A fax arrives');
		await bench().status.getByText('No endpoint is subscribed to that').waitFor();
	});

	it('replays a delivery with the same ID and body, and the log counts the attempts', async () => {
		await pressByKeyboard('A fax arrives');
		const first = await delivered(1);
		const id = String(first.headers['webhook-id']);

		await pressByKeyboard(`Replay delivery ${id} to ${URL_AT_SERVICE}`);
		await bench().status.getByText('Delivered once more. The answer: 200.').waitFor();

		const second = await delivered(2);
		expect([second.headers['webhook-id'], second.body]).toEqual([id, first.body]);
		await bench().row('Deliveries').getByText('Taken by n8n after 2 tries').waitFor();
	});
});

describe("The simulator's page", () => {
	it('loads nothing from elsewhere, and forbids it', async () => {
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		await bench().open();
		await pressByKeyboard('A fax arrives');
		await delivered(1);

		expect(requested.filter((url) => !url.startsWith(`${simulator.origin}/`))).toEqual([]);
		const policy = (await page.request.get(simulator.origin)).headers()['content-security-policy'];
		expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
	});

	it('shows a fax in the outbox, then its result, with its document and report', async () => {
		const to = '+15550100400';
		Object.assign(simulator.sending, { converting: 100, sending: 5000 });
		simulator.lines.set(to, ['failed_no_answer']);
		await bench().open();
		const form = fileForm('Hello', 'letter.txt', 'text/plain');
		const { data } = await apiClient(simulator).post<{ path: string }>('/accounts/self/files', form);
		const fax = { from: seed.ownedNumber, to: [to], files: [data.path] };
		await apiClient(simulator).post('/accounts/self/outbox', fax);

		const leaving = page.getByRole('table', { name: 'Outbox' }).getByRole('row').filter({ hasText: to });
		await leaving.getByText('sending', { exact: true }).waitFor();
		expect(await leaving.innerText()).toContain(seed.ownedNumber);
		expect(await page.locator('#lines').textContent()).toContain('no answer');

		const ended = page.getByRole('row').filter({ hasText: 'failed no answer' });
		await ended.waitFor();
		await leaving.waitFor({ state: 'detached' });
		for (const name of [/^PDF of/, /^Report of/]) {
			const href = await ended.getByRole('link', { name }).getAttribute('href');
			const file = await page.request.get(new URL(String(href), simulator.origin).href);
			expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
		}
	});

	it('links to n8n in new tabs, with the names of the workflows at their endpoints', async () => {
		await bench().open();
		const section = page.getByRole('region', { name: 'In n8n' });
		await section.getByText('Workflows that are not published (1)').click();
		await section.getByRole('link', { name: 'Executions of Tidy up' }).waitFor();

		const shown = (await section.getByRole('link').all()).map(async (link) => {
			expect(await link.getAttribute('target')).toBe('_blank');
			return [await link.getAttribute('aria-label'), await link.getAttribute('href')];
		});
		expect(await Promise.all(shown)).toEqual([
			['Open n8n', `${N8N}/`],
			['Route faxes', ROUTING.url],
			['Executions of Route faxes', ROUTING.executionsUrl],
			['Fax a PDF: form', `${N8N}/form/1`],
			['Ask an agent: chat', `${N8N}/webhook/2/chat`],
			['Tidy up', TIDYING.url],
			['Executions of Tidy up', TIDYING.executionsUrl],
		]);
		const named = bench().row('Webhook endpoints').getByRole('link', { name: 'Route faxes' });
		expect(await named.getAttribute('href')).toBe(ROUTING.url);
	});
});

/** This test stands in for the mailbox, and sends the page what the mailbox would. */
it('An email from n8n is shown with its text, its pictures, and links to its other files', async () => {
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
	const body = await simulator.fileOf(seed.faxId, 'thumbnail');
	await page.route('**/control/mail', async (route) => route.fulfill({ json: [mail] }));
	await page.route('**/control/mail/mail-1/attachments/0', async (route) =>
		route.fulfill({ body, contentType: 'image/jpeg' }),
	);
	await bench().open();
	const section = page.getByRole('region', { name: 'Mail that n8n sent' });
	await section.getByRole('img', { name: 'page.jpg' }).waitFor();

	const shown = await section.innerText();
	for (const text of [mail.subject, mail.from, mail.to, mail.text, '20 Nov 2026'])
		expect(shown).toContain(text);
	await page.waitForFunction('document.querySelector("#mail img").naturalWidth > 0');
	const file = section.getByRole('link', { name: 'fax.pdf (4711 bytes)' });
	expect(await file.getAttribute('href')).toBe('/control/mail/mail-1/attachments/1');
});
