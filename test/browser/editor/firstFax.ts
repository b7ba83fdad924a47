import type { Page } from 'playwright-core';
import { seed } from '../../../tools/simulator';
import { Actions } from '../support/actions';
import { bench, useFreshEditor } from '../support/bench';

const MOST_ACTIONS = 20;

describe('From nothing to the first received fax', () => {
	useFreshEditor();

	const actions = new Actions();
	let service: Page;

	// This n8n instance must be new and empty.
	beforeAll(async () => {
		const { n8n, account, secret, browser, simulator } = bench();
		for (const { id } of [account, secret]) await n8n.api.deleteCredential(id);
		service = await browser.newPage();
		await service.goto(simulator.origin);
	});

	/** Creates a workflow with the trigger and opens the trigger's panel. */
	async function addTrigger(): Promise<void> {
		const { editor, n8n } = bench();
		await actions.changeTo(editor.page, 'n8n', `${n8n.publicUrl}/home/workflows`);
		await actions.click(editor.page.getByText('Build a workflow'), '"Build a workflow"');
		await actions.click(editor.part('canvas-add-button'), '"Add first step"');
		await editor.part('node-creator-search-bar').waitFor();
		await actions.enter(editor.page, 'fax', '"fax" into the search');
		await actions.click(editor.page.getByText('Fax.Plus', { exact: true }).first(), '"Fax.Plus"');
		await actions.click(editor.part('node-creator').getByText('On fax received'), '"On fax received"');
		await editor.part('ndv').waitFor();
	}

	/** Connects the account and returns to the canvas. */
	async function connectAccount(): Promise<void> {
		const { editor, simulator } = bench();
		const { page, credentialWindow } = editor;
		const connect = editor.part('node-credentials-empty-state');
		await actions.click(connect.filter({ hasNotText: 'Signing Secret' }), '"Connect to Fax.Plus"');
		await actions.click(editor.credentialField('accessToken'), 'the field Access Token');
		await actions.enter(page, seed.ownerToken, 'the access token');
		await actions.select(editor.credentialField('baseUrl'), 'what stands in the field Base URL');
		await actions.enter(page, simulator.baseUrl, 'the base URL of the simulated service');
		await actions.click(editor.saveCredential, '"Save"');
		await credentialWindow.waitFor({ state: 'hidden' });
		await actions.press(page, 'Escape');
		await editor.part('ndv').waitFor({ state: 'hidden' });
	}

	async function publish(): Promise<void> {
		const { editor } = bench();
		await actions.click(editor.part('workflow-open-publish-modal-button'), '"Publish"');
		await actions.click(editor.part('workflow-publish-button'), '"Publish" in the window');
		await editor.page.getByText(/next fax .*starts this workflow/).waitFor();
		await actions.click(editor.page.getByRole('button', { name: 'Got it' }), '"Got it"');
	}

	/** Receives a fax and opens the list of executions. */
	async function receiveFax(): Promise<void> {
		const { editor } = bench();
		await actions.changeTo(service, 'the page of the service');
		await actions.click(service.getByRole('button', { name: 'A fax arrives' }), '"A fax arrives"');
		await service.getByRole('row').filter({ hasText: 'Taken by n8n' }).waitFor();
		await actions.changeTo(editor.page, 'n8n');
		await actions.click(editor.part('radio-button-executions'), '"Executions"');
	}

	it(`takes a person at most ${MOST_ACTIONS} actions`, async () => {
		const { editor, n8n } = bench();
		expect([await n8n.api.listWorkflows(), await n8n.api.listCredentials()]).toEqual([[], []]);

		await addTrigger();
		await connectAccount();
		await publish();
		await receiveFax();

		await editor.part('execution-preview-label').getByText('Succeeded').waitFor();
		await editor.node('Fax.Plus Trigger').getByTestId('canvas-node-status-success').waitFor();
		expect(actions.done.slice(MOST_ACTIONS)).toEqual([]);
	});
});
