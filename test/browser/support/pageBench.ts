import type { Locator, Page } from 'playwright-core';
import {
	startSimulator,
	type ShownWorkflow,
	type Simulator,
	type SimulatorOptions,
} from '../../../tools/simulator';
import { apiClient } from '../../support/simulatorClient';
import { Browser } from './browser';
import { Receiver } from './receiver';

export const N8N = 'https://n8n.example';
export const ROUTING = shownWorkflow('Route faxes', 'hook-1');
export const TIDYING = shownWorkflow('Tidy up', 'hook-2', false);
/** URL of the first workflow's endpoint. */
export const URL_AT_SERVICE = `${N8N}/webhook/hook-1/webhook`;

/**
 * Starts the simulator, a browser, and a receiver of deliveries for tests of the simulator's page. Stops them after the
 * last test. Before each test, the simulator is reset, with an n8n instance and an endpoint. The receiver is empty and
 * responds with 200, and the page is empty. An error in the page fails the test.
 */
export function usePageBench(options: SimulatorOptions = {}) {
	let simulator: Simulator;
	/** Receives all deliveries to webhook endpoints, whatever their URLs. */
	let receiver: Receiver;
	let browser: Browser;
	let page: Page;

	async function addEndpoint(url: string, ...filter_types: string[]): Promise<void> {
		await apiClient(simulator).post('/webhooks', { url, filter_types, channels: null });
	}

	/** Opens the page and waits until it shows its data. On a phone, the data is in sections that are initially closed. */
	async function open(): Promise<void> {
		await page.goto(simulator.origin);
		const name = `Rotate secret of ${URL_AT_SERVICE}`;
		await page.getByRole('button', { name, includeHidden: true }).waitFor({ state: 'attached' });
		await page.getByRole('button', { name: 'Show all 9' }).waitFor();
	}

	/** Returns the first row of a table on the page. */
	function row(table: string): Locator {
		return page.getByRole('table', { name: table }).getByRole('row').nth(1);
	}

	beforeAll(async () => {
		receiver = await Receiver.start();
		simulator = await startSimulator({ mapWebhookUrl: () => receiver.url, ...options });
		browser = await Browser.start();
	});
	beforeEach(async () => {
		simulator.reset();
		simulator.deliverySettings.retrySchedule = [1500, 100];
		const forms = [{ name: 'Fax a PDF', url: `${N8N}/form/1` }];
		const chats = [{ name: 'Ask an agent', url: `${N8N}/webhook/2/chat` }];
		simulator.surroundings = { n8nUrl: `${N8N}/`, workflows: [ROUTING, TIDYING], forms, chats };
		await addEndpoint(URL_AT_SERVICE, 'fax_received', 'fax_sent', 'fax_page_received');
		receiver.received.length = 0;
		receiver.answer = { status: 200, body: '' };
		page = await browser.newPage();
	});
	afterEach(async () => {
		await page.close();
		expect(browser.takeProblems()).toEqual([]);
	});
	afterAll(async () => {
		await browser.stop();
		await simulator.stop();
		await receiver.stop();
	});

	return () => ({ simulator, receiver, page, addEndpoint, open, row, status: page.getByRole('status') });
}

export function shownWorkflow(name: string, id: string, isActive = true): ShownWorkflow {
	const url = `${N8N}/workflow/${id}`;
	return { name, url, executionsUrl: `${url}/executions`, webhookIds: [id], isActive };
}

interface Styled {
	ownerDocument: {
		defaultView: {
			getComputedStyle(element: Styled, part?: string): Record<string, string>;
		} | null;
	};
}

/** Returns a style property of an element, or of its pseudo-element before or after it. */
export async function styleOf(element: Locator, property: string, part?: string): Promise<string> {
	return await element.evaluate(
		(styled: Styled, [name, of]) =>
			styled.ownerDocument.defaultView?.getComputedStyle(styled, of)[name] ?? '',
		[property, part] as const,
	);
}
