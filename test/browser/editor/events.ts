import type { INode } from 'n8n-workflow';
import { seed } from '../../../simulator';
import type { Endpoint } from '../../../simulator/state';
import { workflow } from '../../../harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';
import { widthOf } from '../support/editor';
import { until } from '../../../harness/until';

const TRIGGER = 'Fax received';

function trigger(webhookId: string): INode {
	return bench().node(TRIGGER, 'faxPlusTrigger', { events: ['fax_received'] }, { webhookId });
}

/** Waits until a trigger has its endpoint at the service. */
async function endpointOf(webhookId: string): Promise<Endpoint> {
	return await until(() =>
		bench()
			.simulator.endpointsOf()
			.find(({ url }) => url.includes(`/${webhookId}/`)),
	);
}

/** Lets a fax arrive; returns the delivery to one endpoint, which has to have been accepted. */
async function faxReceived(endpoint: Endpoint) {
	const delivery = bench()
		.simulator.faxReceived()
		.find(({ endpointId }) => endpointId === endpoint.id);
	expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([200]);
	return {
		webhookId: String(delivery?.webhookId),
		body: JSON.parse(String(delivery?.body)) as { data: { id: string } },
	};
}

describe('An event in the editor', () => {
	useFreshEditor();

	it('shows in the output panel of the trigger, which was listening for a test event', async () => {
		const { editor, n8n } = bench();
		await bench().open(workflow('Test event', [trigger('panel')]));
		await editor.openNode(TRIGGER);
		await editor.part('trigger-execute-button').click();
		await editor.page.getByText('Listening for test event').waitFor();
		const endpoint = await endpointOf('panel');
		expect(endpoint.url).toBe(`${n8n.publicUrl}/webhook-test/panel/webhook`);
		await bench().enterSecrets();

		const { webhookId, body } = await faxReceived(endpoint);

		await editor.notice('Node executed successfully').waitFor();
		await editor.part('radio-button-json').click();
		for (const text of ['fax_received', webhookId, body.data.id]) {
			await editor.part('output-panel').filter({ hasText: text }).waitFor();
		}
	});

	it('brings a thumbnail, which the output panel shows as a picture', async () => {
		const { editor } = bench();
		const faxId = { __rl: true, mode: 'id', value: '={{ $json.data.id }}' };
		const parameters = { resource: 'fax', operation: 'getThumbnail', faxId };
		const thumbnail = bench().node('Get thumbnail', 'faxPlus', parameters);
		await bench().open(workflow('Thumbnail', [trigger('thumbnail'), thumbnail]));
		await editor.part('execute-workflow-button').click();
		const endpoint = await endpointOf('thumbnail');
		await bench().enterSecrets();
		const { body } = await faxReceived(endpoint);
		await editor.notice('Workflow executed successfully').waitFor();

		await editor.openNode('Get thumbnail');
		await editor.part('output-panel').getByText(`fax-${body.data.id}.jpg`).waitFor();
		await editor.part('ndv-view-binary-data').click();
		const picture = editor.part('output-panel').locator('.binary-data-window img');

		expect(await until(async () => (await widthOf(picture)) || undefined)).toBeGreaterThan(100);
	});
});

describe('With the page of the service beside the editor', () => {
	useFreshEditor();

	it('a person activates, copies the signing secret into the credential, and the next fax runs the workflow', async () => {
		const { editor, n8n, simulator, browser, secret } = bench();
		const { id } = await n8n.api.createWorkflow(workflow('Incoming faxes', [trigger('production')]));
		await n8n.api.publish(id);
		const service = await browser.newPage();
		await service.goto(simulator.origin);
		const url = `${n8n.publicUrl}/webhook/production/webhook`;
		await service.getByRole('button', { name: `Copy secret of ${url}` }).click();
		await service.getByRole('status').getByText('Copied').waitFor();

		await editor.openCredential(secret.id);
		const field = editor.credentialField('secret');
		await field.fill('');
		await field.press('Control+V');
		await editor.saveCredential.click();
		await editor.notice('Credential saved').waitFor();
		await service.bringToFront();
		await service.getByRole('button', { name: 'A fax arrives' }).click();

		await service.getByRole('status').getByText('A fax has arrived. Taken by ').waitFor();
		await service.getByRole('row').filter({ hasText: 'Taken by n8n' }).waitFor();
		await service.close();
		await editor.page.goto(`${n8n.publicUrl}/workflow/${id}/executions`);
		await editor.part('execution-preview-details').or(editor.page.getByText('Succeeded')).first().waitFor();
		expect((await n8n.api.waitForExecutions(id, 1)).map(({ status }) => status)).toEqual(['success']);
		expect(simulator.state.accounts.get(seed.accountId)?.endpoints.size).toBe(1);
	});
});
