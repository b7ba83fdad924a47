import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Simulator } from '../../tools/simulator';
import { N8N, ROUTING, shownWorkflow, styleOf, usePageBench } from './support/pageBench';
import type { Receiver } from './support/receiver';

const bench = usePageBench();

let simulator: Simulator;
let page: Page;

beforeEach(() => {
	({ simulator, page } = bench());
});

describe('The result of a delivery', () => {
	const isRed = async (): Promise<boolean> => await page.locator('#news.refused').isVisible();

	async function arriveTo(answer: Receiver['answer']): Promise<void> {
		bench().receiver.answer = answer;
		await bench().open();
		await page.getByRole('button', { name: 'A referral arrives' }).click();
	}

	it('is shown at the foot of the page until a workflow has accepted it, and links to the executions', async () => {
		// This pause leaves enough time for the checks, even on a busy machine.
		simulator.deliverySettings.retrySchedule = [20_000];
		await arriveTo({ status: 503, body: '{"message":"Starting up"}' });
		await bench()
			.status.getByText('A referral has arrived. Refused with 503. It will be tried again.')
			.waitFor();
		expect(await isRed()).toBe(true);
		const waiting = bench().row('Deliveries').filter({ hasText: 'Waiting to try again after 1 try' });
		expect(await waiting.innerText()).toContain('Refused with 503: Starting up');
		bench().receiver.answer = { status: 200, body: '{"message":"Workflow was started"}' };
		await bench().status.getByText('A referral has arrived. Taken by Route faxes.').waitFor();

		expect(await isRed()).toBe(false);
		const executions = bench().status.getByRole('link', { name: 'Executions' });
		expect(await executions.getAttribute('href')).toBe(ROUTING.executionsUrl);
		const shown = await bench().row('Deliveries').innerText();
		for (const text of ['Taken by n8n after 2 tries', 'Workflow was started', '“Route faxes”'])
			expect(shown).toContain(text);
	});

	it('names every workflow that accepted it, or the first of many', async () => {
		const names = ['Intake: file each fax', 'Contracts', 'Ledger: note it', 'Alarm', 'Archive'];
		simulator.surroundings.workflows = names.map((name, at) => shownWorkflow(name, `hook-${at + 1}`));
		await bench().addEndpoint(`${N8N}/webhook/hook-2/webhook`, 'fax_received');
		await arriveTo({ status: 200, body: '' });
		await bench().status.getByText('Taken by Contracts, Intake.').waitFor();

		for (const at of [3, 4]) await bench().addEndpoint(`${N8N}/webhook/hook-${at}/webhook`, 'fax_received');
		await page.getByRole('button', { name: 'A referral arrives' }).click();
		await bench().status.getByText('Taken by Alarm, Contracts, Intake and 1 other.').waitFor();

		await bench().addEndpoint(`${N8N}/webhook/hook-5/webhook`, 'fax_received');
		await page.getByRole('button', { name: 'A referral arrives' }).click();
		await bench().status.getByText('Taken by Alarm, Archive, Contracts and 2 others.').waitFor();
	});

	it("lists a workflow that n8n couldn't publish separately from published ones, and says why", async () => {
		const broken = { ...shownWorkflow('Broken', 'hook-9', false), fault: 'The token is refused' };
		simulator.surroundings.workflows = [ROUTING, broken];
		await bench().open();
		const lists = page.locator('#n8n > div');
		expect(await lists.filter({ hasText: 'Published workflows' }).innerText()).not.toContain('Broken');
		expect(await lists.filter({ hasText: 'could not publish' }).innerText()).toContain(
			'Broken: The token is refused',
		);
	});

	it.each([
		[401, '{"description":"No"}', '. Copy the endpoint’s signing secret into n8n. Executions', ': No'],
		[404, 'Not registered', '. Publish the workflow in n8n. Executions', ': Not registered'],
		[500, '<html></html>', '. Executions', ''],
	])(
		'is red for an error, with what to do, and the reason in the table: %i',
		async (code, body, toDo, why) => {
			await arriveTo({ status: code, body });
			await bench().row('Deliveries').getByText('Given up after 3 tries').waitFor();
			const last = bench().status.filter({ hasNotText: 'tried again' });
			expect(await last.innerText()).toBe(`A referral has arrived. Refused with ${code}${toDo}`);
			expect(await isRed()).toBe(true);
			const shown = await bench().row('Deliveries').innerText();
			for (const text of [`Refused with ${code}${why}`, 'executions of “Route faxes”'])
				expect(shown).toContain(text);
		},
	);

	it.each(['Enter', 'Escape'])('closes when a person presses %s, and stays closed', async (key) => {
		await arriveTo({ status: 503, body: '{}' });
		await bench().status.getByText('Refused with 503').waitFor();
		const close = page.getByRole('button', { name: 'Close the message' });
		if (key === 'Enter') await close.focus();
		await page.keyboard.press(key);

		await close.waitFor({ state: 'hidden' });
		expect(await page.locator(':focus').innerText()).toBe('A referral arrives');
		await bench().row('Deliveries').getByText('Given up after 3 tries').waitFor();
		expect(await bench().status.innerText()).toBe('');
	});
});

describe("The simulator's page after npm start", () => {
	const PHONE = 375;
	const HEIGHT = 800;

	beforeEach(async () => {
		simulator.deliverySettings.retrySchedule = [];
		const name = 'Fax received: do something with it';
		simulator.surroundings.workflows = Array.from({ length: 10 }, (_, at) =>
			shownWorkflow(name, `hook-${at}`),
		);
		for (const at of [2, 3]) await bench().addEndpoint(`${N8N}/webhook/hook-${at}/webhook`, 'fax_received');
		await page.emulateMedia({ reducedMotion: 'reduce' });
	});

	// Widths and colors don't affect each other, so not every combination is tested.
	const shapes = [
		[PHONE, 'dark'],
		[768, 'light'],
		[1440, 'dark'],
	] as const;

	it.each(shapes)(
		'at %i pixels, %s, breaks no accessibility rule, never scrolls sideways, and has a message that covers little',
		async (width, colorScheme) => {
			await page.setViewportSize({ width, height: HEIGHT });
			await page.emulateMedia({ colorScheme });
			bench().receiver.answer = { status: 404, body: '' };
			await bench().open();
			await page.getByRole('button', { name: 'A referral arrives' }).click();
			await bench().status.getByText('Refused with 404').waitFor();
			const { height = 0 } = (await page.locator('#news').boundingBox()) ?? {};
			expect(height / HEIGHT).toBeLessThanOrEqual(0.11);
			await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
			await page.getByRole('button', { name: 'Show all 10' }).click();

			await page.locator('#sections > section').last().scrollIntoViewIfNeeded();
			await page.keyboard.press('End');
			const bottom = 'document.querySelector("#sections").getBoundingClientRect().bottom';
			const top = 'document.querySelector("#news").getBoundingClientRect().top';
			await page.waitForFunction(`${bottom} <= ${top}`);

			const { violations } = await new AxeBuilder({ page }).analyze();
			expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		},
	);

	it('shows each row as a card on a phone, with labels for its values, and breaks no word into pieces', async () => {
		await page.setViewportSize({ width: PHONE, height: HEIGHT });
		await bench().open();
		const cells = await bench().row('Faxes').getByRole('cell').all();
		const labels = await Promise.all(cells.map(async (cell) => await styleOf(cell, 'content', '::before')));
		expect(labels).toEqual(['"Time"', '"Numbers"', '"Category"', '"Pages"', '"Result"', '"Document"']);
		expect((await bench().row('Faxes').boundingBox())?.height).toBeGreaterThan(60);
		for (const cell of cells) {
			const { width = 0, height = Infinity } = (await cell.boundingBox()) ?? {};
			expect([width > 120, height < 30]).toEqual([true, true]);
		}
	});

	it('shows the first rows of a long table, and all of them on request', async () => {
		await bench().open();
		const count = async () => await page.getByRole('table', { name: 'Faxes' }).getByRole('row').count();
		const all = page.getByRole('button', { name: 'Show all 9', expanded: false });
		await all.waitFor();
		expect(await count()).toBe(1 + 5);
		await all.click();
		expect(await count()).toBe(1 + 9);
		await page.getByRole('button', { name: 'Show the first 5', expanded: true }).click();
		expect(await count()).toBe(1 + 5);
	});
});
