import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KIND_NAMES, KINDS, seed, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import type { Endpoint } from '../../simulator/state';
import { usePageBench } from './support/pageBench';
import type { ReceivedRequest, Receiver } from './support/receiver';
import { until } from './support/until';
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

	it('skips to the content', async () => {
		await page.keyboard.press('Tab');
		expect(await focusedName()).toBe('Skip to content');
		await page.keyboard.press('Enter');

		expect(await page.locator(':focus').getAttribute('id')).toBe('main');
	});

	it.each([
		{
			button: 'A fax arrives',
			says: 'A fax has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 2 },
		},
		{
			button: 'A referral arrives',
			says: 'A referral has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 2 },
		},
		{
			button: 'A purchase order arrives',
			says: 'A purchase order has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 1 },
		},
		{
			button: 'A lab result arrives',
			says: 'A lab result has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 3 },
		},
		{
			button: 'An invoice in German arrives',
			says: 'An invoice in German has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 1 },
		},
		{
			button: 'An unreadable fax arrives',
			says: 'An unreadable fax has arrived. n8n has taken it.',
			event: { event: 'fax_received', status: 'success', pages: 1 },
		},
		{
			button: 'A fax is sent',
			says: 'A fax was sent. n8n has taken it.',
			event: { event: 'fax_sent', status: 'success', pages: 2 },
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

	it('goes through the kinds of faxes in turn', async () => {
		for (const [at, kind] of KIND_NAMES.entries()) {
			await page.getByRole('button', { name: 'A fax arrives' }).click();
			expect(JSON.parse((await delivered(at + 1)).body)).toMatchObject({ data: { from: KINDS[kind].from } });
		}
	});

	it('says beside the buttons which events nobody is subscribed to, and what to do', async () => {
		const hints = page.locator('.hint').filter({ visible: true });
		expect(await hints.allInnerTexts()).toEqual([]);
		endpoint().filter_types = ['fax_sent'];
		await hints.nth(1).waitFor();

		expect(await hints.allInnerTexts()).toEqual([
			'No endpoint is subscribed. Publish a trigger with the event “Fax Received” in n8n.',
			'No endpoint is subscribed. Publish a trigger with the event “Fax Page Received” in n8n.',
		]);
		const group = page.getByRole('group', { name: 'A fax comes in' });
		expect(await group.getAttribute('aria-describedby')).toBe(await hints.first().getAttribute('id'));
		await pressByKeyboard('A fax arrives', 'Space');
		await status().getByText('A fax has arrived. No endpoint is subscribed to that').waitFor();
		expect(receiver.received).toEqual([]);
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
		const scripts = requested.filter((url) => url.endsWith('.js')).map((url) => new URL(url).pathname);
		const parts = await readdir(join(__dirname, '..', '..', 'simulator', 'page'));
		expect(scripts.sort()).toEqual(parts.filter((name) => name.endsWith('.js')).map((name) => `/${name}`));
		const policy = (await page.request.get(simulator.origin)).headers()['content-security-policy'];
		expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
	});

	it('shows what the API was asked, with the answer, as it happens', async () => {
		await apiClient(simulator).get('/accounts/self/plan');
		await apiClient(simulator, 'alohi_pat_wrong').get('/auth/token');

		await page.getByText('What the API was asked').click();
		const rows = page.getByRole('table', { name: 'Requests to the API, the latest first' }).getByRole('row');
		await rows.nth(3).waitFor();
		expect((await rows.allInnerTexts()).slice(1).map((text) => text.split('\t').slice(1))).toEqual([
			['GET /auth/token', '', '401'],
			['GET /accounts/self/plan', '', '200'],
			['POST /webhooks', expect.stringContaining(URL_AT_SERVICE), expect.stringMatching(/^20\d$/)],
		]);
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

	it('shows the numbers of an event, whichever name they have', async () => {
		simulator.settings.numberSuffix = '_number';
		simulator.faxReceived();
		await page
			.getByRole('table', { name: 'Deliveries' })
			.getByText(`+15550100999 to ${seed.ownedNumber}`)
			.waitFor();
	});

	it('shows an endpoint that goes, and one that comes', async () => {
		await apiClient(simulator).delete(`/webhooks/${endpoint().id}`);
		await page.getByText('No endpoint is registered yet.').waitFor();

		const other = 'https://n8n.example/webhook/other';
		await apiClient(simulator).post('/webhooks', {
			url: other,
			filter_types: EVENTS,
			channels: [seed.ownedNumber],
		});

		const row = page.getByRole('table', { name: 'Webhook endpoints' }).getByRole('row').nth(1);
		await row.waitFor();
		for (const text of [other, ...EVENTS, seed.ownedNumber, endpoint().secret]) {
			expect(await row.innerText()).toContain(text);
		}
	});

	it('is built for screen readers: language, title, headings, landmarks, table captions, live messages', async () => {
		expect(await page.locator('html').getAttribute('lang')).toBe('en');
		expect(await page.title()).toBe('Faxing service in miniature');
		expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([await page.title()]);
		const sections = await page.getByRole('heading', { level: 2 }).allInnerTexts();
		for (const name of sections) expect(await page.getByRole('region', { name }).count()).toBe(1);
		for (const landmark of ['banner', 'main', 'status'] as const) {
			expect(await page.getByRole(landmark).count()).toBe(1);
		}
		for (const table of await page.locator('table').all()) {
			expect((await table.locator('caption').textContent())?.trim()).not.toBe('');
			expect(await table.locator('thead th:not([scope=col])').count()).toBe(0);
		}
	});

	it.each(['light', 'dark'] as const)('has text that can be read on a %s background', async (colorScheme) => {
		await page.emulateMedia({ colorScheme });
		await pressByKeyboard('A fax arrives');
		const good = page.locator('.good').first();
		await good.waitFor();
		const texts = {
			...{ heading: page.locator('h1'), soft: page.locator('header p'), message: status(), good },
			...{
				button: page.getByRole('button', { name: 'A referral arrives' }),
				code: page.locator('code').first(),
			},
			...{
				first: page.locator('button.first'),
				quiet: page.locator('.row-actions button').first(),
				note: page.locator('.note').first(),
			},
		};

		const contrasts: Record<string, number> = {};
		for (const [name, text] of Object.entries(texts)) contrasts[name] = contrast(...(await coloursOf(text)));

		// WCAG 2.2, level AA.
		expect(Object.entries(contrasts).filter(([, ratio]) => !(ratio >= 4.5))).toEqual([]);
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

/** Colour of a text and of what is behind it, as `rgb(…)`. */
async function coloursOf(text: Locator): Promise<[string, string]> {
	return await text.evaluate((styled: Styled) => {
		const style = (element: Styled) => element.ownerDocument.defaultView?.getComputedStyle(element) ?? {};
		let behind: Styled = styled;
		while (style(behind)['backgroundColor'] === 'rgba(0, 0, 0, 0)' && behind.parentElement) {
			behind = behind.parentElement;
		}
		return [style(styled)['color'] ?? '', style(behind)['backgroundColor'] ?? ''];
	});
}

/** Contrast ratio of two colours by WCAG, 1 to 21. */
function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
	const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).slice(0, 3).map((value) => {
		const share = Number(value) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
