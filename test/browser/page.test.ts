import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { seed, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import type { Endpoint } from '../../simulator/state';
import { usePageBench } from './support/pageBench';
import type { ReceivedRequest, Receiver } from './support/receiver';
import { until } from '../../harness/until';
import { fileForm } from '../support/faxingBench';

const URL_AT_SERVICE = 'https://n8n.example/webhook/fax';
const EVENTS = ['fax_received', 'fax_sent', 'fax_page_received'];
/** Enough presses of Tab to come around the whole page. */
const MAX_TABS = 60;
const NUMBER = '+15550100400';

const bench = usePageBench();

let receiver: Receiver;
let simulator: Simulator;
let page: Page;
/** Addresses of everything that the page has asked for. */
let requested: string[];

beforeEach(async () => {
	({ receiver, simulator, page } = bench());
	simulator.surroundings = { workflows: [], forms: [], chats: [] };
	await apiClient(simulator).post('/webhooks', { url: URL_AT_SERVICE, filter_types: EVENTS, channels: null });
	requested = [];
	page.on('request', (request) => requested.push(request.url()));
	await page.goto(simulator.origin);
	await page.getByRole('button', { name: `Rotate secret of ${URL_AT_SERVICE}` }).waitFor();
});

function endpoint(): Endpoint {
	const [found] = simulator.endpointsOf();
	if (!found) throw new Error('The endpoint is gone');
	return found;
}

function status(): Locator {
	return page.getByRole('status');
}

/** The name of what has the focus, as a screen reader says it. */
async function focusedName(): Promise<string> {
	const focused = page.locator(':focus');
	if ((await focused.count()) === 0) return '';
	return (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
}

/** Goes on with Tab until something has the focus. */
async function tabTo(name: string): Promise<void> {
	for (let presses = 0; presses < MAX_TABS; presses += 1) {
		if ((await focusedName()) === name) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`Tab does not come to "${name}"`);
}

async function pressByKeyboard(name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
	await tabTo(name);
	await page.keyboard.press(key);
}

async function delivered(count: number): Promise<ReceivedRequest> {
	return await until(() => receiver.received[count - 1]);
}

function eventIn({ body }: ReceivedRequest) {
	const { hook, data } = JSON.parse(body) as {
		hook: { event: string };
		data: { status: string; pages: number };
	};
	return { event: hook.event, status: data.status, pages: data.pages };
}

/** Throws when the signature is not made with this secret. */
function verify({ headers, body }: ReceivedRequest, secret: string): void {
	new Webhook(secret).verify(body, headers as Record<string, string>);
}

describe('The page of the service, with the keyboard only', () => {
	it('reaches every button and link with Tab, in the order of the page, and shows where one is', async () => {
		simulator.faxReceived();
		await page.getByRole('button', { name: /^Replay/ }).waitFor();
		await page
			.getByRole('link', { name: /^PDF of/ })
			.last()
			.waitFor();
		const controls = page.locator('main button, main a, main summary').filter({ visible: true });
		const names = await Promise.all(
			(await controls.all()).map(
				async (control) => (await control.getAttribute('aria-label')) ?? (await control.innerText()),
			),
		);
		for (const name of ['An unreadable fax arrives', 'Show all 10', 'Webhooks', 'To connect n8n']) {
			expect(names).toContain(name);
		}

		const reached: string[] = [];
		for (let presses = 0; presses < names.length + 1; presses += 1) {
			await page.keyboard.press('Tab');
			reached.push(await focusedName());
			expect(await styleOf(page.locator(':focus'), 'outlineStyle')).toBe('solid');
		}

		expect(reached).toEqual(['Skip to content', ...names]);
	});

	it.each([
		{
			button: 'A fax arrives',
			says: 'A fax has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 2 },
		},
		{
			button: 'Sending a fax fails',
			says: 'Sending a fax has failed. n8n has taken it.',
			event: { event: 'fax_sent', status: 'failed_user_busy', pages: 2 },
		},
		{
			button: 'A page streams in',
			says: 'A page of a fax has come in. n8n has taken it.',
			event: { event: 'fax_page_received', status: 'success', pages: 1 },
		},
	])('"$button" delivers the event, signed, and the log shows it', async ({ button, says, event }) => {
		await pressByKeyboard(button);
		await status().getByText(says).waitFor();

		const request = await delivered(1);
		verify(request, endpoint().secret);
		expect(eventIn(request)).toEqual(event);
		const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
		await row.getByText('Taken by n8n', { exact: true }).waitFor();
		const shown = await row.innerText();
		for (const text of [event.event, event.status, String(request.headers['webhook-id'])]) {
			expect(shown).toContain(text);
		}
		expect(await focusedName()).toBe(button);
	});

	it('copies the signing secret', async () => {
		await pressByKeyboard(`Copy secret of ${URL_AT_SERVICE}`);

		await status().getByText('Copied. Now put it into n8n.').waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(endpoint().secret);
	});

	it('rotates the signing secret: shows the new one, signs with it, and leaves the focus where it was', async () => {
		const old = endpoint().secret;
		await pressByKeyboard(`Rotate secret of ${URL_AT_SERVICE}`);
		await status().getByText('The endpoint has a new signing secret, and the old one is void.').waitFor();

		expect(endpoint().secret).not.toBe(old);
		await page.getByText(endpoint().secret, { exact: true }).waitFor();
		expect(await page.getByText(old, { exact: true }).count()).toBe(0);
		expect(await focusedName()).toBe(`Rotate secret of ${URL_AT_SERVICE}`);
		await pressByKeyboard('A fax arrives');
		const request = await delivered(1);
		verify(request, endpoint().secret);
		expect(() => {
			verify(request, old);
		}).toThrow();
	});

	it('replays a delivery: the same id and body once more, and the log counts the attempts', async () => {
		await pressByKeyboard('A fax arrives');
		const first = await delivered(1);
		const id = String(first.headers['webhook-id']);

		await pressByKeyboard(`Replay delivery ${id} to ${URL_AT_SERVICE}`);
		await status().getByText('Delivered once more. The answer: 200.').waitFor();

		const second = await delivered(2);
		expect([second.headers['webhook-id'], second.body]).toEqual([id, first.body]);
		const table = page.getByRole('table', { name: 'Deliveries' });
		await table.getByText('Taken by n8n after 2 tries').waitFor();
		expect(await table.getByRole('row').count()).toBe(2);
	});
});

describe('The page of the service', () => {
	it('loads nothing from elsewhere, and forbids itself to', async () => {
		await pressByKeyboard('A fax arrives');
		await delivered(1);

		expect(requested.filter((url) => !url.startsWith(`${simulator.origin}/`))).toEqual([]);
		const policy = (await page.request.get(simulator.origin)).headers()['content-security-policy'];
		expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
	});

	it('shows a fax on its way through the outbox, then its result, with its document and report', async () => {
		Object.assign(simulator.sending, { converting: 100, sending: 5000 });
		simulator.lines.set(NUMBER, ['failed_no_answer']);
		const form = fileForm('Hello', 'letter.txt', 'text/plain');
		const { data } = await apiClient(simulator).post<{ path: string }>('/accounts/self/files', form);
		const fax = { from: seed.ownedNumber, to: [NUMBER], files: [data.path] };
		await apiClient(simulator).post('/accounts/self/outbox', fax);

		const outbox = page.getByRole('table', { name: 'Outbox' });
		const leaving = outbox.getByRole('row').filter({ hasText: NUMBER });
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
});

interface Styled {
	parentElement: Styled | null;
	ownerDocument: { defaultView: { getComputedStyle(element: Styled): Record<string, string> } | null };
}

async function styleOf(element: Locator, property: string): Promise<string> {
	return await element.evaluate(
		(styled: Styled, name) => styled.ownerDocument.defaultView?.getComputedStyle(styled)[name] ?? '',
		property,
	);
}
