import { seed } from '../../simulator';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';
import { useEditorBench } from './support/bench';

const RECIPIENT = '+15550100200';

const bench = useEditorBench();

/** A node of this package with the bench's credential. */
function faxNode(name: string, parameters: Parameters<typeof node>[2]) {
	return node(name, 'n8n-nodes-faxplus.faxPlus', parameters, { credentials: [bench().account] });
}

describe('A fax that is sent by hand in the editor', () => {
	it('leaves from a number picked from the list, with the file of the item, and the output tells what became of it', async () => {
		const { editor, n8n, simulator } = bench();
		const text = node(
			'Letter',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ letter: 'Dear Dr Roe' }) },
			{ typeVersion: 3.4 },
		);
		const file = node(
			'As a file',
			'n8n-nodes-base.convertToFile',
			{ operation: 'toText', sourceProperty: 'letter', options: { fileName: 'letter.txt' } },
			{ typeVersion: 1.1 },
		);
		const send = faxNode('Send', { to: RECIPIENT, waitUntilSent: true, options: { pollingInterval: 1 } });
		const draft = workflow('Send a letter', [manualTrigger, text, file, send]);
		const { id } = await n8n.api.createWorkflow(draft);
		await editor.openWorkflow(id);
		await editor.node('Send').getByTestId('node-issues').waitFor();
		await editor.openNode('Send');

		expect(await editor.offered('from')).toEqual([seed.ownedNumber]);
		await editor.pick('from', seed.ownedNumber);
		await editor.closeNode();

		await editor.node('Send').getByTestId('node-issues').waitFor({ state: 'detached' });
		await editor.part('execute-workflow-button').click();
		await editor.notice('Workflow executed successfully').waitFor();
		await editor.openNode('Send');
		for (const shown of [RECIPIENT, 'success', 'All pages passed.']) {
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

describe('Lists to choose from in the editor', () => {
	it.each([
		{
			what: 'a fax',
			resource: 'fax',
			operation: 'download',
			field: 'faxId',
			label:
				/^(From|To|Spam from) \+\d+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, \d+ pages?(, incomplete or failed)?$/,
		},
		{
			what: 'a fax in the outbox',
			resource: 'outboxFax',
			operation: 'get',
			field: 'outboxFaxId',
			label: /^To \+\d+, \d{4}-\d\d-\d\d [\d:]+ UTC, .*scheduled for sending, ID /,
		},
	])('tell of $what more than its ID', async ({ what, resource, operation, field, label }) => {
		const { editor, n8n } = bench();
		const name = `Choose ${what}`;
		const { id } = await n8n.api.createWorkflow(workflow(name, [faxNode(name, { resource, operation })]));
		await editor.openWorkflow(id);
		await editor.openNode(name);

		const offered = await editor.offered(field);
		expect(offered.length).toBeGreaterThan(0);
		for (const text of offered) expect(text).toMatch(label);
		await editor.pick(field, offered[0] ?? '');

		await editor.part('ndv').getByTestId('parameter-issues').waitFor({ state: 'detached' });
		await editor.closeNode();
	});
});
