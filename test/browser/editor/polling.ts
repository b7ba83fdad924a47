import { seed } from '../../../tools/simulator';
import { EVERY_TEN_SECONDS, workflow } from '../../../tools/harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';
import { until } from '../../../tools/harness/until';

const TRIGGER = 'Fax.Plus Polling Trigger';

/** Waits for these texts in the output panel of the open node. */
async function outputShows(...texts: string[]): Promise<void> {
	for (const text of texts) await bench().editor.part('output-panel').getByText(text).first().waitFor();
}

/** Waits until a poll that begins after this call has listed the faxes. */
async function polled(): Promise<void> {
	const { requests } = bench().simulator;
	const polls = (): number => requests.filter(({ operationId }) => operationId === 'listFaxes').length;
	const before = polls();
	await until(() => polls() > before || undefined);
}

describe('The polling trigger', () => {
	useFreshEditor();

	it('appears when searching for "incoming fax", starts with every five minutes, and gets the newest fax with its file', async () => {
		const { editor } = bench();
		await editor.searchNodes('incoming fax');
		await editor.page.getByText('Fax.Plus', { exact: true }).waitFor();
		await editor.page.getByText('Fax.Plus Polling', { exact: true }).click();
		await editor.part('node-creator').getByText('On fax received').click();
		await editor.part('parameter-input-mode').first().waitFor();
		expect(await editor.part('parameter-input-mode').count()).toBe(1);
		expect(await editor.selected('mode')).toBe('Every X');
		expect(await editor.selected('value')).toBe('5');
		expect(await editor.selected('unit')).toBe('Minutes');
		await editor.part('trigger-execute-button').getByText('Fetch Test Event').waitFor();
		await editor.part('parameter-input-downloadFax').locator('.el-switch').click();

		await editor.part('trigger-execute-button').click();

		await editor.notice('Node executed successfully').waitFor();
		await outputShows('fax-fax_referral.pdf', 'application/pdf');
		await editor.part('radio-button-json').click();
		await outputShows('fax_received', seed.faxId);
	});

	it('shows a new fax as an execution once published, and an expired token with what to do', async () => {
		const { editor, n8n, simulator } = bench();
		const trigger = bench().node(TRIGGER, 'faxPlusPollingTrigger', { pollTimes: EVERY_TEN_SECONDS });
		const id = await bench().open(workflow('Polled faxes', [trigger]));
		const firstPoll = polled();
		await editor.publish();
		await firstPoll;
		await editor.page
			.getByText('Workflow published')
			.or(editor.page.getByText('Published'))
			.first()
			.waitFor();
		const faxId = simulator.addFax({});
		const [execution] = await n8n.api.waitForExecutions(id, 1);

		await editor.page.goto(`${n8n.publicUrl}/workflow/${id}/executions`);

		await editor
			.part(`execution-details-${String(execution?.id)}`)
			.getByText('Succeeded')
			.waitFor();
		await editor.openNode(TRIGGER);
		await editor.part('radio-button-json').click();
		await outputShows(faxId);

		simulator.state.tokens.delete(seed.ownerToken);
		const [failed] = await n8n.api.waitForExecutions(id, 2);
		await editor.page.goto(`${n8n.publicUrl}/workflow/${id}/executions/${String(failed?.id)}`);
		await editor.redNode(TRIGGER).waitFor();
		await editor.openNode(TRIGGER);
		await outputShows(
			'Enter a new access token in the credential',
			"start the workflow once you've fixed this",
		);
		await n8n.api.deactivate(id);
	});
});
