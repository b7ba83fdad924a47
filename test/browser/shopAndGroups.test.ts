import type { INodeParameters } from 'n8n-workflow';
import { node, workflow } from '../../harness/n8n/workflows';
import { useEditorBench } from './support/bench';
import { until } from '../../harness/until';

const bench = useEditorBench();

/** Opens a node of its own workflow. */
async function openNode(name: string, parameters: INodeParameters): Promise<void> {
	const { editor, n8n, account } = bench();
	const draft = node(name, 'n8n-nodes-faxplus.faxPlus', parameters, { credentials: [account] });
	const { id } = await n8n.api.createWorkflow(workflow(name, [draft]));
	await editor.openWorkflow(id);
	await editor.openNode(name);
}

/** Waits until a dropdown has its options; before that it cannot be opened. */
async function loaded(field: string): Promise<void> {
	const input = bench().editor.part(`parameter-input-${field}`).locator('input').first();
	await input.waitFor();
	await until(async () => (await input.isEnabled()) || undefined);
}

describe('The lists of the number shop in the editor', () => {
	it('say that a country comes first, and offer its areas then', async () => {
		const { editor } = bench();
		await openNode('Search numbers', { resource: 'shop', operation: 'searchNumbers' });

		await editor.part('resource-locator-callingCode').getByTestId('rlc-input').click();
		await editor.part('rlc-error-message').getByText('Select a Country first').waitFor();
		await editor.page.keyboard.press('Escape');
		expect(bench().browser.takeProblems()).toEqual([
			expect.stringMatching(/status of 500.*resource-locator-results/),
		]);

		expect(await editor.offered('countryCode')).toEqual(['Switzerland (CH)', 'United States (US)']);
		await editor.pick('countryCode', 'United States (US)');
		expect(await editor.offered('callingCode')).toEqual(['New York, NY (212)', 'Washington, DC (202)']);
		await editor.pick('callingCode', 'Washington');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });

		// An area of another country would find nothing, or the wrong numbers.
		const area = editor.part('resource-locator-callingCode').getByTestId('rlc-input');
		expect(await area.inputValue()).toContain('Washington');
		await editor.pick('countryCode', 'Switzerland (CH)');
		await until(async () => (await area.inputValue()) === '' || undefined);
		await editor.closeNode();
	});
});

describe('Contact groups in the editor', () => {
	const groups = [
		'grp_pharmacies · 1 contact: Corner Pharmacy',
		'grp_referrals · 2 contacts: Corner Pharmacy, Mary Hill',
	];

	it('are chosen by who is in them, to delete one', async () => {
		const { editor } = bench();
		await openNode('Delete a group', { resource: 'contactGroup', operation: 'delete' });

		expect(await editor.offered('groupId')).toEqual(groups);
		await editor.pick('groupId', 'grp_pharmacies');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });
		await editor.closeNode();
	});

	it('and to share several, with members by name', async () => {
		const { editor } = bench();
		await openNode('Share groups', { resource: 'contactGroup', operation: 'share' });

		for (const field of ['groupIds', 'memberIds']) await loaded(field);
		expect(await editor.choices('groupIds')).toEqual(groups);
		await editor.choose('groupIds', 'grp_referrals');
		await editor.page.keyboard.press('Escape');
		await editor.choose('memberIds', 'Jane Roe (jane@example.com)');
		await editor.page.keyboard.press('Escape');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });
		await editor.closeNode();
	});
});
