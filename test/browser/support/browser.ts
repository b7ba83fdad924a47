import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { chromium, selectors, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';

import { findChromium } from '../../../tools/harness/programs';

const ACTION_LIMIT_MS = 300_000;
const VIEWPORT = { width: 1440, height: 900 };

/** Chromium keeps to itself: no updates, no look-ups, and no name but this machine's leads anywhere. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** What comes with a certificate that is excused one by one is never cached. */
const ANY_CERTIFICATE = '--ignore-certificate-errors';

/** Whom n8n's own pages ask: about community packages, and for a font. They do without an answer. */
const ASKED_BY_N8N = ['registry.npmjs.org', 'api.npmjs.org', 'fonts.googleapis.com'];

/** What a newcomer cannot help: n8n's list of nodes asks which version of a community package is the newest. */
const ASKED_WHATEVER_IS_SET = ['registry.npmjs.org'];

/** Where the editor waits for news; when n8n ends that answer, it asks again. */
const NEWS_PATH = '/rest/push?';

/** What n8n 2.41 complains about in its own code when a workflow opens without a new page being loaded. */
const COMPLAINT_OF_N8N = 'injectNDVStore() was accessed without an active workflow document store';

/** How n8n's editor marks what can be looked for. */
selectors.setTestIdAttribute('data-test-id');

/** A headless Chromium with a new profile, and what went wrong in its pages. */
export class Browser {
	/** Errors on the console, uncaught ones, and requests to anywhere but this machine, of all pages. */
	readonly problems: string[] = [];

	private constructor(
		private readonly context: BrowserContext,
		private readonly profile: string,
		/** Hosts elsewhere that pages may ask, in vain. */
		excused: string[],
	) {
		const asksElsewhere = (url: string) => isForeign(url) && !excused.includes(hostOf(url));
		context.setDefaultTimeout(ACTION_LIMIT_MS);
		context.on('console', (message) => {
			if (isProblem(message) && !excused.includes(hostOf(message.location().url)))
				this.problems.push(`console: ${message.text()} (${message.location().url})`);
		});
		context.on('weberror', (error) => this.problems.push(`uncaught: ${error.error().message}`));
		context.on('request', (request) => {
			if (asksElsewhere(request.url())) this.problems.push(`foreign request: ${request.url()}`);
		});
	}

	/**
	 * Starts Chromium: `CHROMIUM`, or one that is installed.
	 *
	 * @param scale pixels of the screen to one of CSS, in each direction
	 * @param newcomer what to enter where a page asks for a login. Then nothing is excused: no certificate that the browser does
	 *   not know, hardly a host elsewhere that n8n's own pages ask
	 */
	static async start(
		colorScheme: 'light' | 'dark' = 'light',
		scale = 1,
		newcomer?: { username: string; password: string },
	): Promise<Browser> {
		const executablePath = findChromium();
		if (executablePath === undefined) {
			throw new Error('No Chromium was found (Debian: apt-get install chromium)');
		}
		const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
		const context = await chromium.launchPersistentContext(profile, {
			executablePath,
			args: newcomer ? FLAGS : [...FLAGS, ANY_CERTIFICATE],
			viewport: VIEWPORT,
			deviceScaleFactor: scale,
			ignoreHTTPSErrors: newcomer === undefined,
			...(newcomer && { httpCredentials: newcomer }),
			colorScheme,
			// What moves keeps the processor busy, as nothing but the processor draws here.
			reducedMotion: 'reduce',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		return new Browser(context, profile, newcomer ? ASKED_WHATEVER_IS_SET : ASKED_BY_N8N);
	}

	async newPage(): Promise<Page> {
		return await this.context.newPage();
	}

	/** Opens a page and closes all others; their problems are forgotten. */
	async onlyPage(): Promise<Page> {
		const others = this.context.pages();
		const page = await this.newPage();
		for (const other of others) await other.close();
		this.takeProblems();
		return page;
	}

	/** The problems so far, which are then forgotten. */
	takeProblems(): string[] {
		return this.problems.splice(0);
	}

	async stop(): Promise<void> {
		await this.context.close();
		await rm(this.profile, { recursive: true, force: true, maxRetries: 3 });
	}
}

function isProblem(message: ConsoleMessage): boolean {
	const { url } = message.location();
	if (message.text().includes(COMPLAINT_OF_N8N)) return false;
	return message.type() === 'error' && !url.includes(NEWS_PATH);
}

function isForeign(url: string): boolean {
	if (!/^(https?|wss?):/.test(url)) return false;
	return !['localhost', '127.0.0.1'].includes(hostOf(url));
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).hostname : '';
}
