import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { chromium, selectors, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';

import { findChromium } from '../../../tools/harness/programs';

const ACTION_LIMIT_MS = 300_000;
const VIEWPORT = { width: 1440, height: 900 };

/** With these flags, Chromium doesn't check for updates, and only resolves this machine's name. */
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

/** Accepts any certificate. Chromium never caches files if their certificate is accepted one by one. */
const ANY_CERTIFICATE = '--ignore-certificate-errors';

/** Hosts that n8n's own pages request community packages and a font from. The pages also work if those requests fail. */
const ASKED_BY_N8N = ['registry.npmjs.org', 'api.npmjs.org', 'fonts.googleapis.com'];

/** Host that n8n's node list always contacts, whatever the settings, to find the newest version of a community package. */
const ASKED_WHATEVER_IS_SET = ['registry.npmjs.org'];

/** Path of n8n's push connection. If n8n closes it, the editor opens a new one. */
const NEWS_PATH = '/rest/push?';

/** An error in n8n 2.41's own code, which appears if a workflow opens without a page load. */
const COMPLAINT_OF_N8N = 'injectNDVStore() was accessed without an active workflow document store';

/** The attribute that n8n's editor marks elements with, for tests. */
selectors.setTestIdAttribute('data-test-id');

/** A headless Chromium with a new profile, and a list of the problems in its pages. */
export class Browser {
	/** Problems of all pages: errors in the console, uncaught errors, and requests to other machines. */
	readonly problems: string[] = [];

	private constructor(
		private readonly context: BrowserContext,
		private readonly profile: string,
		/** Hosts that pages may contact, although the requests fail. */
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
	 * Starts Chromium from `CHROMIUM`, or an installed one.
	 *
	 * @param scale screen pixels per CSS pixel, in each direction
	 * @param newcomer login for pages that require one. Certificates that the browser doesn't know are then problems, and so
	 * are almost all hosts that n8n's own pages request
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
			// Animations keep the processor busy, because there's no graphics card here.
			reducedMotion: 'reduce',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		return new Browser(context, profile, newcomer ? ASKED_WHATEVER_IS_SET : ASKED_BY_N8N);
	}

	async newPage(): Promise<Page> {
		return await this.context.newPage();
	}

	/** Opens a page, closes all others, and clears the list of problems. */
	async onlyPage(): Promise<Page> {
		const others = this.context.pages();
		const page = await this.newPage();
		for (const other of others) await other.close();
		this.takeProblems();
		return page;
	}

	/** Returns the problems so far and clears the list. */
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
