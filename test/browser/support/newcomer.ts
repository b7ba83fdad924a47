import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { Terminal, type Ready } from '../../n8n/demo/terminal';
import { Browser } from './browser';

/** A user who has run `npm start` for the first time, with a terminal that shows URLs, and a browser. */
export class Newcomer {
	private constructor(
		/** Folder of the demo's data. */
		readonly folder: string,
		readonly demo: Ready,
		readonly browser: Browser,
		/** The page of the simulator. */
		readonly service: Page,
		private readonly terminal: Terminal,
	) {}

	static async arrive(): Promise<Newcomer> {
		const folder = await mkdtemp(join(tmpdir(), 'newcomer-'));
		const terminal = Terminal.start(folder);
		const demo = await terminal.ready();
		const [, username = '', password = ''] = await terminal.shows(/log in as (\S+) with the password (\S+)/);
		const browser = await Browser.start('light', 1, { username, password });
		const service = await browser.newPage();
		await service.goto(demo.service);
		return new Newcomer(folder, demo, browser, service, terminal);
	}

	async leave(): Promise<void> {
		await this.browser.stop();
		await this.terminal.interrupt();
		await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
	}

	/** All URLs in the terminal, without repetitions. */
	get printedAddresses(): string[] {
		return [...new Set(this.terminal.log.match(/https?:\/\/[^\s"]+/g))];
	}

	/**
	 * Waits until the terminal reports the secret of an endpoint that was created after the start.
	 *
	 * @param credential name of the credential, if the test expects a specific one
	 */
	async secretEntered(credential = ''): Promise<void> {
		await this.terminal.shows(new RegExp(`added the signing secret of a new endpoint to .*${credential}`));
	}

	/** Presses a button on the simulator's page, and waits until the status shows this text. */
	async press(button: string, news: string | RegExp): Promise<void> {
		await this.service.bringToFront();
		await this.service.getByRole('button', { name: button, exact: true }).click();
		await this.service.getByRole('status').getByText(news).waitFor();
	}

	/** Follows a link on the simulator's page. */
	async follow(link: string): Promise<Page> {
		await this.service.bringToFront();
		const opened = this.service.context().waitForEvent('page');
		await this.service.getByRole('link', { name: link, exact: true }).first().click();
		return await opened;
	}

	/** Returns the emails with this subject on the simulator's page. */
	mail(subject: string | RegExp): Locator {
		return this.service
			.locator('#mail > li')
			.filter({ has: this.service.getByRole('heading', { name: subject }) });
	}
}

/**
 * Fills in the fields of a form in order and sends it. A value is text, an option, checkboxes, the name of a PDF, or the
 * lines of a list.
 */
export async function fillIn(
	form: Page,
	button: string,
	...values: Array<string | { pdf: string } | { list: string[] }>
): Promise<void> {
	for (const [index, value] of values.entries()) {
		const field = form.locator(`[name="field-${index}"]`);
		if (typeof value === 'string') await field.fill(value);
		else await field.setInputFiles(fileOf(value));
	}
	await form.getByRole('button', { name: button }).click();
}

function fileOf(value: { pdf: string } | { list: string[] }) {
	return 'pdf' in value
		? { name: value.pdf, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 %%EOF') }
		: { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(value.list.join('\n')) };
}

/** Returns the first bytes of a file as text. */
export async function startOf(path: string): Promise<string> {
	return (await readFile(path)).subarray(0, 5).toString();
}
