import type { Locator, Page } from 'playwright-core';

/** Counts what a user does by hand: each click, each text, each key, and each change of page. */
export class Actions {
	/** Descriptions of the actions, oldest first. */
	readonly done: string[] = [];

	/** Switches to the page that's already open at the URL, or opens it. */
	async changeTo(page: Page, name: string, address?: string): Promise<void> {
		this.done.push(`change to ${name}`);
		await page.bringToFront();
		if (address !== undefined) await page.goto(address);
	}

	async click(target: Locator, name: string): Promise<void> {
		this.done.push(`click ${name}`);
		await target.click();
	}

	/** Selects a line of text with a triple click, which is one action. */
	async select(target: Locator, name: string): Promise<void> {
		this.done.push(`select ${name}`);
		await target.click({ clickCount: 3 });
	}

	/** Types or pastes text at the cursor. */
	async enter(page: Page, text: string, name: string): Promise<void> {
		this.done.push(`enter ${name}`);
		await page.keyboard.insertText(text);
	}

	async press(page: Page, key: string): Promise<void> {
		this.done.push(`press ${key}`);
		await page.keyboard.press(key);
	}
}
