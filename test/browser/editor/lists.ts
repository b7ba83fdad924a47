import type { INodeParameters } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { seed } from '../../../tools/simulator';
import { contact } from '../../../tools/simulator/makers';
import { workflow } from '../../../tools/harness/n8n/workflows';
import { until } from '../../../tools/harness/until';
import { bench, useFreshEditor } from '../support/bench';

const RECIPIENT = '+15550100200';

/** Opens a node in a new workflow. */
async function openNode(name: string, parameters: INodeParameters): Promise<void> {
	await bench().open(workflow(name, [bench().node(name, 'faxPlus', parameters)]));
	await bench().editor.openNode(name);
}

/** Waits until a dropdown has its options, because it can't be opened before that. */
async function loaded(field: string): Promise<void> {
	const input = bench().editor.part(`parameter-input-${field}`).locator('input').first();
	await input.waitFor();
	await until(async () => (await input.isEnabled()) || undefined);
}

describe('A fax that is sent manually in the editor', () => {
	useFreshEditor();

	it("goes out from a number selected from the list, with the item's file, and the output shows its result", async () => {
		const { editor, simulator } = bench();
		await bench().openLetter(RECIPIENT);
		await editor.node('Send').getByTestId('node-issues').waitFor();
		await editor.openNode('Send');

		expect(await editor.offered('from')).toEqual([seed.ownedNumber]);
		await editor.pick('from', seed.ownedNumber);
		await editor.closeNode();

		await editor.node('Send').getByTestId('node-issues').waitFor({ state: 'detached' });
		await editor.part('execute-workflow-button').click();
		await editor.notice('Workflow executed successfully').waitFor();
		await editor.openNode('Send');
		for (const shown of [RECIPIENT, 'success', 'All pages were transmitted.']) {
			await editor.part('output-panel').filter({ hasText: shown }).waitFor();
		}
		const sent = [...(simulator.state.accounts.get(seed.accountId)?.faxes.values() ?? [])].filter(
			({ to }) => to === RECIPIENT,
		);
		expect(
			sent.map(({ from, documents }) => [from, documents.map(({ bytes }) => bytes.toString('utf8'))]),
		).toEqual([[seed.ownedNumber, ['Dear Dr Roe']]]);
		await editor.closeNode();
	});
});

describe('The recipient in the editor', () => {
	useFreshEditor();

	const shownIn = (): Locator =>
		bench().editor.part('resource-locator-to').locator('input:not([readonly]), textarea').last();

	it('is one of 2,000 contacts that Fax.Plus searches', async () => {
		const { editor, simulator } = bench();
		const { contacts } = simulator.state.accounts.get(seed.accountId) ?? {};
		for (let at = 0; at < 2_000; at++) {
			const fax_number = `+1555011${String(at).padStart(4, '0')}`;
			contacts?.set(`con_${at}`, contact({ id: `con_${at}`, name: `Name ${at}.`, fax_number }));
		}
		await openNode('To a contact', { resource: 'fax', operation: 'send' });
		await editor.switchMode('to', 'From list');
		expect(await editor.found('to', 'Name 1999.')).toEqual(['Name 1999. (+15550111999)']);
		await editor.pick('to', 'Name 1999. (+15550111999)');
		await editor.switchMode('to', 'Number');
		expect(await shownIn().inputValue()).toBe('+15550111999');
		await editor.closeNode();
	});

	it('is still shown in a workflow from before the list', async () => {
		const to = `${RECIPIENT}, +41225550122`;
		await openNode('To numbers', { resource: 'fax', operation: 'send', to });
		expect(await shownIn().inputValue()).toBe(to);
		await bench().editor.closeNode();
	});
});

describe('The lists of the number shop in the editor', () => {
	useFreshEditor();

	it('say that a country comes first, and then offer its areas', async () => {
		const { editor } = bench();
		await openNode('Search numbers', { resource: 'shop', operation: 'searchNumbers' });

		await editor.part('resource-locator-callingCode').getByTestId('rlc-input').click();
		await editor.part('rlc-error-message').getByText('Select "Country" first').waitFor();
		await editor.page.keyboard.press('Escape');
		expect(bench().browser.takeProblems()).toEqual([
			expect.stringMatching(/status of 500.*resource-locator-results/),
		]);

		expect(await editor.offered('countryCode')).toEqual(['Switzerland (CH)', 'United States (US)']);
		await editor.pick('countryCode', 'United States (US)');
		expect(await editor.offered('callingCode')).toEqual(['New York, NY (212)', 'Washington, DC (202)']);
		await editor.pick('callingCode', 'Washington');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });

		// With an area of another country, the shop would find no numbers, or the wrong ones.
		const area = editor.part('resource-locator-callingCode').getByTestId('rlc-input');
		expect(await area.inputValue()).toContain('Washington');
		await editor.pick('countryCode', 'Switzerland (CH)');
		await until(async () => (await area.inputValue()) === '' || undefined);
		await editor.closeNode();
	});
});

describe('Contact groups in the editor', () => {
	useFreshEditor();

	it('are selected by who is in them, to share several, with members by name', async () => {
		const { editor } = bench();
		await openNode('Share groups', { resource: 'contactGroup', operation: 'share' });

		for (const field of ['groupIds', 'memberIds']) await loaded(field);
		expect(await editor.choices('groupIds')).toEqual([
			'grp_pharmacies · 1 contact: Corner Pharmacy',
			'grp_referrals · 2 contacts: Corner Pharmacy, Mary Hill',
		]);
		await editor.choose('groupIds', 'grp_referrals');
		await editor.page.keyboard.press('Escape');
		await editor.choose('memberIds', 'Jane Roe (jane@example.com)');
		await editor.page.keyboard.press('Escape');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });
		await editor.closeNode();
	});
});
