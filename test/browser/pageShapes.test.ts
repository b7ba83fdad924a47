import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { ShownWorkflow, Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import { usePageBench } from './support/pageBench';

const WIDTHS = [375, 768, 1440];
const PHONE = 375;
/** Pixels of the page after a start, on a phone; about three screens. */
const MOST_HEIGHT = 2500;
/** With mails; about five screens. */
const MOST_HEIGHT_WITH_MAILS = 4000;
const HEIGHT = 800;
/** Share of the window that a message may cover. */
const MOST_COVERED = 0.11;
const MAILS = Array.from({ length: 25 }, (_, at) => ({
	id: `mail-${at}`,
	at: '2026-11-20T10:00:00.000Z',
	from: 'faxes@example.com',
	to: 'you@example.com',
	subject: `Fax from +1555010${1000 + at}`,
	text: 'Pages: 2\nStatus: success\nSee its first page.',
	attachments: [{ index: 0, filename: 'page.jpg', size: 30_000, isPicture: true }],
}));
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"/>';
const N8N = 'https://n8n.example';
const WORKFLOWS = 10;

const bench = usePageBench({ mapWebhookUrl: () => 'http://127.0.0.1:9', retrySchedule: [] });

let simulator: Simulator;
let page: Page;

/** As after `npm start`: workflows, some with endpoints, and a form. */
beforeEach(async () => {
	({ simulator, page } = bench());
	const workflows = Array.from({ length: WORKFLOWS }, (_, at) => workflow(`hook-${at}`));
	const forms = [{ name: 'Fax a PDF', url: `${N8N}/form/1` }];
	simulator.surroundings = { n8nUrl: `${N8N}/`, workflows, forms, chats: [] };
	for (const at of [0, 1, 2]) {
		const url = `${N8N}/webhook/hook-${at}/webhook`;
		await apiClient(simulator).post('/webhooks', { url, filter_types: ['fax_received'], channels: null });
	}
});

function workflow(id: string): ShownWorkflow {
	const url = `${N8N}/workflow/${id}`;
	const name = `Fax received: do something with it (${id})`;
	return { name, url, executionsUrl: `${url}/executions`, webhookIds: [id], isActive: true };
}

async function open(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
	await page.setViewportSize({ width, height: HEIGHT });
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
	await page.goto(simulator.origin);
	await page.getByRole('link', { name: 'Open n8n' }).waitFor();
	await page.getByRole('button', { name: 'Show all 9' }).waitFor();
}

const cases = WIDTHS.flatMap((width) =>
	(['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
);

describe.each(cases)('The page of the service at %i pixels, %s', (width, scheme) => {
	it('has no violation of accessibility rules, whatever is unfolded, and nothing wider than the page', async () => {
		await open(width, scheme);
		await page.getByRole('button', { name: 'A referral arrives' }).click();
		await page.getByRole('status').getByText('No answer. Is n8n running?').waitFor();
		await page.evaluate(
			"document.querySelectorAll('details').forEach((details) => { details.open = true; })",
		);
		await page.getByRole('button', { name: 'Show all 10' }).click();

		const { violations } = await new AxeBuilder({ page }).analyze();
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	});

	it('says what became of a fax where it covers little', async () => {
		await open(width, scheme);
		await page.getByRole('button', { name: 'An invoice in German arrives' }).click();
		await page.getByRole('status').getByText('No answer. Is n8n running?').waitFor();

		const { height = 0 } = (await page.locator('#news').boundingBox()) ?? {};
		expect(height / HEIGHT).toBeLessThanOrEqual(MOST_COVERED);
	});
});

it.each(WIDTHS)(
	'The page of the service at %i pixels has mail and outbox right below the buttons',
	async (width) => {
		await page.route('**/control/sections', async (route) => route.fulfill({ json: { mail: true } }));
		await page.route('**/control/mail', async (route) => route.fulfill({ json: MAILS }));
		await page.route('**/attachments/0', async (route) =>
			route.fulfill({ body: PICTURE, contentType: 'image/svg+xml' }),
		);
		await open(width);
		await page.getByRole('button', { name: `Show all ${MAILS.length}` }).waitFor();

		const order = await page
			.getByRole('region')
			.evaluateAll((regions: Array<{ innerText: string }>) =>
				regions.map(({ innerText }) => innerText.split('\n')[0]),
			);
		expect(order.slice(0, 3)).toEqual(['Let something happen', 'Mail that n8n sent', 'Outbox']);
		expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(
			MOST_HEIGHT_WITH_MAILS,
		);
	},
);

describe('The page of the service on a phone', () => {
	it('is a few screens tall after a start', async () => {
		await open(PHONE);
		expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(MOST_HEIGHT);
	});

	it('shows each row as a card, whose values have their labels, and breaks no word into small pieces', async () => {
		await open(PHONE);
		const row = page.getByRole('table', { name: 'Faxes' }).getByRole('row').nth(1);
		const labels = await row
			.getByRole('cell')
			.evaluateAll((cells: LaidOut[]) =>
				cells.map((cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell, '::before').content),
			);
		expect(labels).toEqual(['"Time"', '"Numbers"', '"Category"', '"Pages"', '"Result"', '"Document"']);

		const box = await row.boundingBox();
		expect(box?.height).toBeGreaterThan(60);
		for (const cell of await row.getByRole('cell').all()) {
			expect((await cell.boundingBox())?.width).toBeGreaterThan(120);
			expect((await cell.boundingBox())?.height).toBeLessThan(30);
		}
	});

	it('says what has happened without moving what is there', async () => {
		await open(PHONE);
		const button = page.getByRole('button', { name: 'A lab result arrives' });
		const before = await button.boundingBox();
		await button.click();
		await page.getByRole('status').getByText('A lab result has arrived.').waitFor();
		expect(await button.boundingBox()).toEqual(before);
	});
});

describe('A long table', () => {
	it('shows its first rows, and all of them when asked to', async () => {
		await open(1440);
		const rows = page.getByRole('table', { name: 'Faxes' }).getByRole('row');
		expect(await rows.count()).toBe(1 + 5);

		const button = page.getByRole('button', { name: 'Show all 9' });
		expect(await button.getAttribute('aria-expanded')).toBe('false');
		await button.click();
		expect(await rows.count()).toBe(1 + 9);
		await page.getByRole('button', { name: 'Show the first 5', expanded: true }).click();
		expect(await rows.count()).toBe(1 + 5);
	});
});

interface LaidOut {
	ownerDocument: {
		defaultView: { getComputedStyle(element: LaidOut, part: string): { content: string } } | null;
	};
}
