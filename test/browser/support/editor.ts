import type { Locator, Page } from 'playwright-core';
import { owner } from '../../../tools/harness/n8n';
import { until } from '../../../tools/harness/until';

/** How long what a click opens may take to be drawn before the click counts as lost. */
const SOON_MS = 10_000;

/** A page with n8n's editor, in the words of the person who uses it. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Everything that the editor marks with a test id. */
	part(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	async logIn(): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
		await this.page.locator('input[type=password]').fill(owner.password);
		await this.part('form-submit-button').click();
		await this.page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
		await this.part('universal-add').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** Searches nodes for a new workflow's first step. */
	async searchNodes(text: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.part('canvas-add-button').click();
		await this.search(text);
	}

	/** Searches once more. */
	async search(text: string): Promise<void> {
		await this.part('node-creator-search-bar').fill(text);
	}

	/** A node that a search has found. */
	foundNode(name: string): Locator {
		return this.part('node-creator').getByText(name, { exact: true });
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Where a node on the canvas takes clicks. */
	clickable(name: string): Locator {
		return this.node(name).locator(
			'[data-test-id="canvas-default-node"], [data-test-id="canvas-trigger-node"]',
		);
	}

	/** A node on the canvas that has failed; the editor marks it with a class only. */
	redNode(name: string): Locator {
		return this.clickable(name).and(this.page.locator('[class*="_error_"]'));
	}

	/** Opens a node's panel by a double click on it. */
	async openNode(name: string): Promise<void> {
		await this.clickable(name).dblclick();
		await this.part('ndv').waitFor();
		await this.part('parameter-item').first().waitFor();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').click();
		await this.part('ndv').waitFor({ state: 'hidden' });
	}

	/** What a dropdown of the open node shows, once it shows something. */
	async selected(parameter: string): Promise<string> {
		return await shownIn(this.part(`parameter-input-${parameter}`).locator('input').first());
	}

	/** Opens a dropdown of the open node; returns the names in it and closes it again. */
	async choices(parameter: string): Promise<string[]> {
		await this.openDropdown(this.part(`parameter-input-${parameter}`));
		const texts = await this.dropdownItems.allInnerTexts();
		await this.page.keyboard.press('Tab');
		await this.dropdownItems.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
	}

	/** Chooses in a dropdown of the open node. */
	async choose(parameter: string, name: string): Promise<void> {
		await this.openDropdown(this.part(`parameter-input-${parameter}`));
		await this.dropdownItems.filter({ hasText: name }).click();
	}

	/** Opens a dropdown, as a person does: with another click where the editor has just drawn the field anew. */
	async openDropdown(field: Locator): Promise<void> {
		await until(async () => {
			await field.click();
			return await isShown(this.dropdownItems.first());
		});
	}

	/** Opens "From List" of a field of the open node; returns what it offers and closes it again. */
	async offered(parameter: string): Promise<string[]> {
		await this.openList(parameter);
		const texts = await this.listItems.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await this.listItems.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.trim());
	}

	/** Picks from the "From List" of a field of the open node. */
	async pick(parameter: string, name: string): Promise<void> {
		await this.openList(parameter);
		await this.listItems.filter({ hasText: name }).first().click();
		await this.listItems.first().waitFor({ state: 'hidden' });
	}

	private async openList(parameter: string): Promise<void> {
		await until(async () => {
			await this.part(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
			return await isShown(this.listItems.first());
		});
	}

	/** What the "From List" that is open offers. */
	private get listItems(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.part('credential-save-button').waitFor();
	}

	/** The window in which a credential is edited. */
	get credentialWindow(): Locator {
		return this.part('editCredential-modal');
	}

	/** There as soon as something is to be saved; the editor learns what is typed a moment later. */
	get saveCredential(): Locator {
		return this.part('credential-save-button').getByRole('button', { name: 'Save', exact: true });
	}

	/** A field of the credential that is open; `row` counts from 0 where it has several. */
	credentialField(name: string, row = 0): Locator {
		return this.credentialWindow.getByTestId(`parameter-input-${name}`).nth(row).locator('input');
	}

	/** Publishes the workflow that is open. */
	async publish(): Promise<void> {
		await this.part('workflow-open-publish-modal-button').click();
		await this.part('workflow-publish-button').click();
	}

	/** What the dropdown that is open offers. */
	get dropdownItems(): Locator {
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	/** The message that the editor puts over everything, such as "Node executed successfully". */
	notice(text: string): Locator {
		return this.page.getByRole('alert').filter({ hasText: text });
	}
}

/** Whether an element is there soon; undefined says to look again. */
export async function isShown(element: Locator): Promise<true | undefined> {
	return await element.waitFor({ timeout: SOON_MS }).then(
		() => true,
		() => undefined,
	);
}

/** Width of a picture's file in pixels; 0 while the browser has not drawn it, and when it cannot. */
export async function widthOf(image: Locator): Promise<number> {
	return await image.evaluate(({ complete, naturalWidth }: { complete: boolean; naturalWidth: number }) =>
		complete ? naturalWidth : 0,
	);
}

/** The text in an input field, once there is one. */
async function shownIn(input: Locator): Promise<string> {
	return await until(async () => (await input.inputValue()) || undefined);
}
