import type { INode } from 'n8n-workflow';
import type { Endpoint } from '../../../tools/simulator/state';
import { workflow } from '../../../tools/harness/n8n/workflows';
import { bench, useFreshEditor } from '../support/bench';
import { widthOf } from '../support/editor';
import { until } from '../../../tools/harness/until';

const TRIGGER = 'Fax received';

function trigger(webhookId: string): INode {
	return bench().node(TRIGGER, 'faxPlusTrigger', { events: ['fax_received'] }, { webhookId });
}

/** Waits until a trigger has its endpoint in Fax.Plus. */
async function endpointOf(webhookId: string): Promise<Endpoint> {
	return await until(() =>
		bench()
			.simulator.endpointsOf()
			.find(({ url }) => url.includes(`/${webhookId}/`)),
	);
}

/** Receives a fax and returns its delivery to one endpoint. The endpoint must have accepted it. */
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

	it("shows in the trigger's output panel while it listens for a test event", async () => {
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
