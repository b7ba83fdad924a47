import type { Locator, Page } from 'playwright-core';
import { owner } from '../../../tools/harness/n8n';
import { until } from '../../../tools/harness/until';

/** Time in which the editor must show what a click opens, in milliseconds. After that, the click is considered lost. */
const SOON_MS = 10_000;

/** A page with n8n's editor, with a method for each user action. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Returns an element that the editor marks with a test id. */
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

	/** Searches the nodes panel for a new workflow's first node. */
	async searchNodes(text: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.part('canvas-add-button').click();
		await this.search(text);
	}

	/** Changes the text of the search. */
	async search(text: string): Promise<void> {
		await this.part('node-creator-search-bar').fill(text);
	}

	/** Returns a node that a search has found. */
	foundNode(name: string): Locator {
		return this.part('node-creator').getByText(name, { exact: true });
	}

	/** Returns a node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Returns the part of a node on the canvas that can be clicked. */
	clickable(name: string): Locator {
		const kinds = ['default', 'trigger', 'configuration'];
		return this.node(name).locator(kinds.map((kind) => `[data-test-id="canvas-${kind}-node"]`).join());
	}

	/** Returns a failed node on the canvas. Only its CSS class shows that it failed. */
	redNode(name: string): Locator {
		return this.clickable(name).and(this.page.locator('[class*="_error_"]'));
	}

	/** Opens a node's panel with a double click. */
	async openNode(name: string): Promise<void> {
		await this.clickable(name).dblclick();
		await this.part('ndv').waitFor();
		await this.part('parameter-item').first().waitFor();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').click();
		await this.part('ndv').waitFor({ state: 'hidden' });
	}

	/** Waits until a dropdown of the open node shows a value, and returns it. */
	async selected(parameter: string): Promise<string> {
		return await shownIn(this.part(`parameter-input-${parameter}`).locator('input').first());
	}

	/** Opens a dropdown of the open node, returns the names of its options, and closes it again. */
	async choices(parameter: string): Promise<string[]> {
		await this.openDropdown(this.part(`parameter-input-${parameter}`));
		const texts = await this.dropdownItems.allInnerTexts();
		await this.page.keyboard.press('Tab');
		await this.dropdownItems.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
	}

	/** Selects an entry in a dropdown of the open node. */
	async choose(parameter: string, name: string): Promise<void> {
		await this.openDropdown(this.part(`parameter-input-${parameter}`));
		await this.dropdownItems.filter({ hasText: name }).click();
	}

	/** Opens a dropdown, as a user does. If the editor has just rendered the field again, this takes another click. */
	async openDropdown(field: Locator): Promise<void> {
		await until(async () => {
			await field.click();
			return await isShown(this.dropdownItems.first());
		});
	}

	/** Opens "From List" of a field in the open node, returns its entries, and closes it again. */
	async offered(parameter: string): Promise<string[]> {
		await this.openList(parameter);
		const texts = await this.listItems.allInnerTexts();
		await this.page.keyboard.press('Escape');
		await this.listItems.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.trim());
	}

	/** Selects an entry in "From List" of a field of the open node. */
	async pick(parameter: string, name: string): Promise<void> {
		await this.openList(parameter);
		await this.listItems.filter({ hasText: name }).first().click();
		await this.listItems.first().waitFor({ state: 'hidden' });
	}

	/** Chooses how a field with a list gets its value. */
	async switchMode(parameter: string, mode: string): Promise<void> {
		await this.part(`resource-locator-${parameter}`).getByTestId('rlc-mode-selector').click();
		await this.page.getByRole('option', { name: mode }).filter({ visible: true }).click();
	}

	/** Returns the only entry that a search in a field's "From List" leaves. */
	async found(parameter: string, text: string): Promise<string[]> {
		await this.openList(parameter);
		await this.page.getByTestId('rlc-search').filter({ visible: true }).fill(text);
		await until(async () => (await this.listItems.count()) === 1 || undefined);
		const texts = await this.listItems.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return texts.map((one) => one.trim());
	}

	private async openList(parameter: string): Promise<void> {
		await until(async () => {
			await this.part(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
			return await isShown(this.listItems.first());
		});
	}

	/** Entries of the open "From List". */
	private get listItems(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.part('credential-save-button').waitFor();
	}

	/** The window of a credential. */
	get credentialWindow(): Locator {
		return this.part('editCredential-modal');
	}

	/**
	 * The button that saves a credential. It appears once there's something to save, which the editor notices a moment after
	 * typing.
	 */
	get saveCredential(): Locator {
		return this.part('credential-save-button').getByRole('button', { name: 'Save', exact: true });
	}

	/** Returns a field of the open credential. For fields with several rows, `row` starts at 0. */
	credentialField(name: string, row = 0): Locator {
		return this.credentialWindow.getByTestId(`parameter-input-${name}`).nth(row).locator('input');
	}

	/** Publishes the open workflow. */
	async publish(): Promise<void> {
		await this.part('workflow-open-publish-modal-button').click();
		await this.part('workflow-publish-button').click();
	}

	/** Entries of the open dropdown. */
	get dropdownItems(): Locator {
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	/** Returns a toast message of the editor, such as "Node executed successfully". */
	notice(text: string): Locator {
		return this.page.getByRole('alert').filter({ hasText: text });
	}
}

/** Returns true if an element appears soon, and undefined otherwise, so that the caller tries again. */
export async function isShown(element: Locator): Promise<true | undefined> {
	return await element.waitFor({ timeout: SOON_MS }).then(
		() => true,
		() => undefined,
	);
}

/** Returns the width of an image file in pixels, or 0 if the browser hasn't rendered it or can't. */
export async function widthOf(image: Locator): Promise<number> {
	return await image.evaluate(({ complete, naturalWidth }: { complete: boolean; naturalWidth: number }) =>
		complete ? naturalWidth : 0,
	);
}

/** Waits until an input field isn't empty, and returns its value. */
async function shownIn(input: Locator): Promise<string> {
	return await until(async () => (await input.inputValue()) || undefined);
}
