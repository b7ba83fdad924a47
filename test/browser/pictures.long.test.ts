import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { readExamples } from '../../tools/demo/examples';
import type { WorkflowDraft } from '../../tools/harness/n8n';
import { RecordsSystem } from '../../tools/harness/recordsSystem';
import { seed } from '../../tools/simulator';
import { bench, useEditor, useFreshEditor } from './support/bench';
import * as pictures from './support/pictures';
import { until } from '../../tools/harness/until';

const TRIGGER = 'Fax.Plus Trigger';
const CANVAS = { width: 1060, height: 1080 };
/** In a window of this size, a panel's parameters and output are 830 pixels wide, like pictures on GitHub. */
const PANEL = { width: 1240, height: 900 };
/** With this width, pictures are as wide as the panel pictures. The height makes scrolling unnecessary. */
const CREDENTIAL = { width: 1180, height: 1250 };
const SERVICE = { width: 900, height: 740 };
/** The window is small, so that its content looks large. */
const RECORDS = { width: 700, height: 630 };

/** Margin for labels and icons that the editor shows around nodes. */
const NODE_MARGIN = { sides: 72, bottom: 72 };
/** This margin crops the panel's rounded corners, and a button that the panel cuts off. */
const PANEL_MARGIN = { sides: -6, bottom: 0 };
const WINDOW_MARGIN = { sides: 0, bottom: 24 };

/** Size of the film in screen pixels. */
const FILM = { width: 1660, height: 1500 };
const LIMITS = { filmMs: 10_000, filmBytes: 1.5e6, pictureBytes: 400e3, width: 2000, height: 2000 };

const words: pictures.Words = {};
let service: Page;
let records: RecordsSystem;

async function keep(file: string, shot: pictures.Shot): Promise<void> {
	if (pictures.isWriting) await pictures.writePicture(file, shot);
	words[file] = shot.words;
	await expectPicture(file);
}

/** Expects that a picture can be loaded, and isn't just one color. */
async function expectPicture(file: string): Promise<void> {
	const path = join(pictures.PICTURES_FOLDER, file);
	const { width, height, pages = 1, delay = [] } = await sharp(path, { pages: -1 }).metadata();
	const { entropy } = await sharp(path).stats();
	expect(width).toBeLessThanOrEqual(LIMITS.width);
	expect(height / pages).toBeLessThanOrEqual(LIMITS.height);
	expect(delay.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(LIMITS.filmMs);
	expect((await stat(path)).size).toBeLessThan(pages > 1 ? LIMITS.filmBytes : LIMITS.pictureBytes);
	expect(entropy).toBeGreaterThan(0.5);
}

function arrivalButton(): Locator {
	return service.getByRole('button', { name: /arrives$/ }).first();
}

/** Returns the title of the simulator's page, and the section with the buttons for new faxes. */
function topOfService(): Locator[] {
	const events = service.getByRole('region').filter({ has: arrivalButton() });
	return [service.getByRole('heading', { level: 1 }), events];
}

/** Returns a picture of the first document that the records system has filed. */
async function filedRecord(): Promise<pictures.Shot> {
	const page = await bench().browser.newPage();
	await page.setViewportSize(RECORDS);
	await page.goto(records.url);
	await page.getByRole('link', { name: 'PDF' }).waitFor();
	const shot = await pictures.shotOfWindow([page.locator('#main')]);
	await page.close();
	return shot;
}

/** Returns a picture of the panel of a node that has run, with its parameters and its output. */
async function panelOf(name: string): Promise<pictures.Shot> {
	const { editor } = bench();
	await editor.page.setViewportSize(PANEL);
	await editor.openNode(name);
	await editor.part('output-panel').getByTestId('radio-button-schema').click();
	await editor.part('output-panel').getByTestId('run-data-schema-item').first().waitFor();
	const shot = await pictures.shotOf(
		[editor.part('node-parameters'), editor.part('output-panel')],
		PANEL_MARGIN,
	);
	await editor.closeNode();
	return shot;
}

/** Returns the top of a credential's window, down to one of its fields. The credential's test must have succeeded. */
async function credentialDownTo(field: number): Promise<Locator[]> {
	const { credentialWindow } = bench().editor;
	const fields = credentialWindow.getByTestId('credential-connection-parameter');
	await fields.nth(field).waitFor();
	await credentialWindow.getByText('Connection tested successfully').waitFor();
	return [
		credentialWindow.locator('.el-dialog__header'),
		credentialWindow.getByTestId('credentials-config-container-test-success'),
		...(await fields.all()).slice(0, field + 1),
	];
}

useEditor();

describe('The pictures of the documents', () => {
	useFreshEditor();

	beforeAll(async () => {
		const { browser, editor, simulator, account, secret } = bench();
		service = await browser.newPage();
		await service.setViewportSize(SERVICE);
		await service.goto(simulator.origin);

		records = await RecordsSystem.start();
		const places = { folder: '', recordsSystemUrl: records.url, letterUrl: simulator.letterUrl };
		const credentials = new Map([account, secret].map((credential) => [credential.type, credential]));
		const [intake] = (await readExamples(credentials, places)) as [WorkflowDraft];
		const nodes = intake.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
		await editor.page.setViewportSize(CANVAS);
		await bench().open({ ...intake, nodes });
	});

	afterAll(async () => {
		await records.stop();
		if (pictures.isWriting) await pictures.writeWords(words);
	});

	it('show a fax that arrives, the workflow that runs with it, and where it is filed', async () => {
		const { editor, simulator } = bench();
		const nodes = await editor.part('canvas-node').all();
		const frames: Buffer[] = [];
		const film = async (shot: pictures.Shot) => {
			if (!pictures.isWriting) return;
			const frame = await pictures.framed(shot, FILM);
			if (!frames.at(-1)?.equals(frame)) frames.push(frame);
		};

		await editor.part('execute-workflow-button').click();
		await until(() => simulator.endpointsOf()[0]);
		await bench().enterSecrets();
		const button = await pictures.shotOfWindow(topOfService());
		await film(button);
		await film(await pictures.shotOf(nodes, NODE_MARGIN));
		await arrivalButton().click();
		// The test doesn't wait for the editor's message, which may disappear before a frame is finished.
		const last = editor.node('Mark as Read').getByTestId('canvas-node-status-success');
		while (!(await last.isVisible())) await film(await pictures.shotOf(nodes, NODE_MARGIN));
		const canvas = await pictures.shotOf(nodes, NODE_MARGIN);
		await film(canvas);
		await keep('workflow.png', canvas);
		const record = await filedRecord();
		await film(record);

		if (pictures.isWriting) await pictures.writeFilm('arrival.webp', frames);
		words['arrival.webp'] = [...button.words, ...record.words];
		await expectPicture('arrival.webp');
		for (const name of [TRIGGER, 'Extract Fields']) {
			await editor.node(name).getByTestId('canvas-node-status-success').waitFor();
		}
	});

	it("show the trigger's panel, with an event's item", async () => {
		await keep('trigger.png', await panelOf(TRIGGER));

		expect(words['trigger.png']).toEqual(expect.arrayContaining(['Events', 'Numbers', 'fax_received']));
	});

	it("show Send's panel, with a file, a number, and the fax's result", async () => {
		const { editor } = bench();
		const from = { __rl: true, mode: 'list', value: seed.ownedNumber, cachedResultName: seed.ownedNumber };
		await bench().openLetter('+15550100200', { from });
		await editor.part('execute-workflow-button').click();
		await editor.notice('Workflow executed successfully').waitFor();

		await keep('send.png', await panelOf('Send'));

		expect(words['send.png']).toEqual(
			expect.arrayContaining(['To', 'success', 'All pages were transmitted.']),
		);
	});

	it("show the access token's window, whose test is green", async () => {
		const { editor, account } = bench();
		await editor.page.setViewportSize(CREDENTIAL);
		await editor.openCredential(account.id);

		await keep('credential.png', await pictures.shotOf(await credentialDownTo(0), WINDOW_MARGIN));

		expect(words['credential.png']).toEqual(
			expect.arrayContaining(['Fax.Plus API', 'Connection tested successfully']),
		);
	});

	it('show where to enter the signing secret', async () => {
		const { editor, secret } = bench();
		await editor.openCredential(secret.id);

		await keep('secret.png', await pictures.shotOf(await credentialDownTo(1), WINDOW_MARGIN));

		expect(words['secret.png']).toEqual(expect.arrayContaining(['Signing Secrets', 'Secret', 'Note']));
	});

	it("show the simulator's page, with a delivered event", async () => {
		await keep('service.png', await pictures.shotOfWindow(topOfService()));

		expect(words['service.png']).toContain(await arrivalButton().innerText());
	});

	it('match those in the documents, with the same text, or else "npm run pictures" is due', async () => {
		if (pictures.isWriting) await pictures.writeWords(words);
		const files = await readdir(pictures.PICTURES_FOLDER);

		expect(files.sort()).toEqual([...Object.keys(words), pictures.WORDS_FILE].sort());
		expect(words).toEqual(await pictures.recordedWords());
	});
});
