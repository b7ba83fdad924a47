import type { Page } from 'playwright-core';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../simulator';
import { Browser } from './browser';
import { Receiver } from './receiver';

/** The service, a browser with a new page, and whoever takes the service's deliveries. */
interface PageBench {
	readonly simulator: Simulator;
	/** Takes what goes to the webhook endpoints, whatever their URLs. */
	readonly receiver: Receiver;
	readonly browser: Browser;
	readonly page: Page;
}

/**
 * Starts all for the tests of the service's page and stops it after the last. Before each test the service is at its
 * beginnings, the receiver has got nothing and answers 200, and the page is empty; a problem in it fails the test.
 */
export function usePageBench(options: SimulatorOptions = {}): () => PageBench {
	let simulator: Simulator;
	let receiver: Receiver;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		receiver = await Receiver.start();
		simulator = await startSimulator({ mapWebhookUrl: () => receiver.url, ...options });
		browser = await Browser.start();
	});
	beforeEach(async () => {
		simulator.reset();
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

	return () => ({ simulator, receiver, browser, page });
}
