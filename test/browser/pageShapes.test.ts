import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { ShownWorkflow, Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';
import { usePageBench } from './support/pageBench';

const WIDTHS = [375, 768, 1440];
const PHONE = 375;
const HEIGHT = 800;
/** Share of the window that a message may cover. */
const MOST_COVERED = 0.11;
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
	it('has no violation of accessibility rules, nothing wider than the page, and a message that covers little', async () => {
		await open(width, scheme);
		await page.getByRole('button', { name: 'A referral arrives' }).click();
		await page.getByRole('status').getByText('No answer. Is n8n running?').waitFor();
		const { height = 0 } = (await page.locator('#news').boundingBox()) ?? {};
		expect(height / HEIGHT).toBeLessThanOrEqual(MOST_COVERED);
		await page.evaluate(
			"document.querySelectorAll('details').forEach((details) => { details.open = true; })",
		);
		await page.getByRole('button', { name: 'Show all 10' }).click();

		const { violations } = await new AxeBuilder({ page }).analyze();
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	});
});

describe('The page of the service on a phone', () => {
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
