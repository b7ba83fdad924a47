import type { Locator, Page } from 'playwright-core';
import { seed } from '../../../tools/simulator';
import { apiClient } from '../../support/simulatorClient';
import { newSecret } from '../../../tools/simulator/state';
import type { StoredCredential } from '../../../tools/harness/n8n';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';
import { until } from '../../../tools/harness/until';

/** The part of a DOM element that the test uses. */
interface SeenElement {
	getBoundingClientRect(): { left: number; right: number; top: number; bottom: number };
	contains(other: unknown): boolean;
	ownerDocument: { elementFromPoint(x: number, y: number): unknown };
}

const GREEN = 'Connection tested successfully';
const RED = 'Couldn’t connect with these settings';

function credentialWindow(): Locator {
	return bench().editor.credentialWindow;
}

/** Fills in fields of the open credential and saves it, which also tests it. */
async function save(texts: Record<string, string>): Promise<void> {
	const { editor } = bench();
	for (const [field, text] of Object.entries(texts)) {
		await editor.part(`parameter-input-${field}`).locator('input').fill(text);
	}
	await editor.saveCredential.click();
}

/** Returns whether an element is completely visible, with nothing covering it. */
async function inSight(element: Locator): Promise<boolean> {
	return await element.evaluate((it: SeenElement) => {
		const { left, right, top, bottom } = it.getBoundingClientRect();
		return [top + 1, bottom - 1].every((y) =>
			it.contains(it.ownerDocument.elementFromPoint((left + right) / 2, y)),
		);
	});
}

/** Waits for the red banner with this reason. */
async function isRed(reason: string): Promise<void> {
	await credentialWindow().getByText(RED).waitFor();
	await credentialWindow().getByText('More details').click();
	await credentialWindow().getByText(reason).waitFor();
}

describe('The window of the personal access token', () => {
	useFreshEditor();

	it('appears when searching for "fax", with the other two', async () => {
		const { editor, n8n } = bench();
		await editor.page.goto(`${n8n.publicUrl}/home/credentials`);
		await editor.part('add-resource-credential').click();
		await editor.part('new-credential-type-select').click();
		await editor.part('new-credential-type-select').locator('input').fill('fax');

		// Until the search takes effect, the list has hundreds of entries.
		await until(async () => (await editor.dropdownItems.count()) < 10 || undefined);
		const names = (await editor.dropdownItems.allInnerTexts()).map((name) => name.trim());
		expect(names.sort()).toEqual([
			'Fax.Plus API',
			'Fax.Plus OAuth2 API',
			'Fax.Plus Webhook Signing Secret API',
		]);
	});

	it('tests green against Fax.Plus as soon as it opens', async () => {
		const { editor, simulator, account } = bench();
		simulator.clearRequests();

		await editor.openCredential(account.id);

		await credentialWindow().getByText(GREEN).waitFor();
		expect(simulator.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
			['GET', '/auth/token', 200],
		]);
	});

	it("tests red with a wrong token, with Fax.Plus's message, and green again with the right one", async () => {
		const wrong = 'alohi_pat_wrong';
		const { data } = await apiClient(bench().simulator, wrong).get<{ description: string }>('/auth/token');

		await save({ accessToken: wrong });
		await isRed(data.description);

		await save({ accessToken: seed.ownerToken });
		await credentialWindow().getByText(GREEN).waitFor();
	});
});

describe('The window of the signing secret', () => {
	useFreshEditor();

	/** Enters secrets into rows, counted from 0, and saves them, which also tests them. */
	async function saveSecrets(secrets: Record<number, string>): Promise<void> {
		const { editor } = bench();
		for (const [row, secret] of Object.entries(secrets)) {
			await editor.credentialField('secret', Number(row)).fill(secret);
		}
		await editor.saveCredential.click();
	}

	async function addRow(): Promise<void> {
		await credentialWindow().getByText('Add Signing Secret', { exact: true }).click();
	}

	/** Returns the values of the rows from the page's fields, which show them as dots. */
	async function secretsInPage(): Promise<string[]> {
		const fields = credentialWindow().getByTestId('parameter-input-secret').locator('input');
		await fields.first().waitFor();
		const inputs = await fields.all();
		return await Promise.all(inputs.map(async (input) => await input.inputValue()));
	}

	beforeEach(async () => {
		const { editor, secret } = bench();
		await editor.openCredential(secret.id);
	});

	it("lists the steps in order, and is green while it's empty", async () => {
		const steps = credentialWindow().getByRole('alert').getByRole('listitem');
		await steps
			.filter({ hasText: 'Without its secret, the trigger checks each fax with Fax.Plus.' })
			.waitFor();
		expect(await steps.count()).toBe(4);
		await credentialWindow().getByText(GREEN).waitFor();
	});

	it('tests red with a malformed secret and says which, and green with well-formed ones', async () => {
		await addRow();
		await saveSecrets({ 0: newSecret(), 1: 'whsec_not-base64!' });
		await isRed('The secret in row 2 is malformed');

		await saveSecrets({ 1: newSecret() });
		await credentialWindow().getByText(GREEN).waitFor();
	});

	it('keeps its secrets when a row is added, and shows none of them in its page', async () => {
		const { editor, n8n, secret } = bench();
		const added = newSecret();
		const hidden = expect.stringMatching(/^__n8n_BLANK_VALUE_/) as string;
		expect(await secretsInPage()).toEqual([hidden, hidden]);
		await addRow();
		await saveSecrets({ 2: added });
		await editor.notice('Credential saved').waitFor();
		await credentialWindow().getByText(GREEN).waitFor();

		await editor.openCredential(secret.id);
		await credentialWindow().getByText(GREEN).waitFor();
		expect(await secretsInPage()).toEqual([hidden, hidden, hidden]);
		expect(await editor.page.content()).not.toContain(added);
		// If a secret were stored as the window's placeholder, it would be malformed. So this shows that all three secrets
		// are stored.
		const { message } = await n8n.api.testCredential(secret, await n8n.api.readCredential(secret.id));
		expect(message).toContain('Well-formed: 3 secrets');
	});
});

describe('The window of OAuth2', () => {
	useFreshEditor();

	let credential: StoredCredential;

	beforeAll(async () => {
		const { n8n, editor, simulator } = bench();
		credential = await n8n.api.createCredential({
			name: 'Fax.Plus with OAuth2',
			type: 'faxPlusOAuth2Api',
			data: {
				clientId: seed.clientId,
				clientSecret: seed.clientSecret,
				baseUrl: simulator.baseUrl,
				authorizationServer: simulator.authUrl,
			},
		});
		await editor.openCredential(credential.id);
	});

	/** Clicks Connect, and allows or denies access on Fax.Plus's consent page in the pop-up. */
	async function connect(decision: 'Allow' | 'Deny'): Promise<Page> {
		const popup = bench().editor.page.waitForEvent('popup');
		await credentialWindow().getByRole('button', { name: 'Connect', exact: true }).click();
		const consent = await popup;
		await consent.getByRole('heading', { name: 'Permit access to your faxes?' }).waitFor();
		expect(consent.url()).toContain(bench().simulator.authUrl);
		await consent.getByRole('button', { name: decision }).click();
		return consent;
	}

	it('shows Connect without scrolling', async () => {
		const button = credentialWindow().getByRole('button', { name: 'Connect', exact: true });
		await button.waitFor();
		expect(await inSight(button)).toBe(true);
	});

	it('stays disconnected when the person denies access', async () => {
		const consent = await connect('Deny');

		await consent.getByText('Failed to connect').waitFor();
		expect(await consent.locator('.reason').textContent()).toContain('access_denied');
		await consent.close();
		await credentialWindow().getByText('Connect your account to use this credential').waitFor();
	});

	it('connects through the pop-up, and then the node works with it', async () => {
		const { n8n, simulator } = bench();
		const consent = await connect('Allow');

		await credentialWindow().getByText('Account connected').waitFor();
		await until(() => consent.isClosed() || undefined);
		simulator.clearRequests();
		const parameters = { authentication: 'oAuth2', resource: 'account', operation: 'getPlan' };
		const plan = node('Plan', 'n8n-nodes-faxplus.faxPlus', parameters, { credentials: [credential] });
		const { id } = await n8n.api.createWorkflow(workflow('Plan', [manualTrigger, plan]));
		expect((await n8n.api.runManually(id, manualTrigger.name)).status).toBe('success');
		expect(simulator.requests.map(({ path, status }) => [path, status])).toEqual([
			['/accounts/self/plan', 200],
		]);
	});
});
