import type { Locator, Page } from 'playwright-core';

/** What a person does by hand, one after the other, each counted: a click, a text, a key, a change of page. */
export class Actions {
	/** In words, oldest first. */
	readonly done: string[] = [];

	/** Changes to a page, which has to be open at the address already or is opened there. */
	async changeTo(page: Page, name: string, address?: string): Promise<void> {
		this.done.push(`change to ${name}`);
		await page.bringToFront();
		if (address !== undefined) await page.goto(address);
	}

	async click(target: Locator, name: string): Promise<void> {
		this.done.push(`click ${name}`);
		await target.click();
	}

	/** The three clicks that select a whole text are one action. */
	async select(target: Locator, name: string): Promise<void> {
		this.done.push(`select ${name}`);
		await target.click({ clickCount: 3 });
	}

	/** Types or pastes a text where the cursor is. */
	async enter(page: Page, text: string, name: string): Promise<void> {
		this.done.push(`enter ${name}`);
		await page.keyboard.insertText(text);
	}

	async press(page: Page, key: string): Promise<void> {
		this.done.push(`press ${key}`);
		await page.keyboard.press(key);
	}
}
