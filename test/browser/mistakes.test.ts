import type { INode } from 'n8n-workflow';
import { seed } from '../../simulator';
import type { Endpoint } from '../../simulator/state';
import type { StoredCredential } from '../../harness/n8n';
import { signingSecrets } from '../../harness/n8n/signingSecrets';
import { node, workflow } from '../../harness/n8n/workflows';
import { useEditorBench } from './support/bench';
import { until } from '../../harness/until';

const TRIGGER = 'Fax received';

const bench = useEditorBench();

/** A workflow that consists of a trigger; returns its ID. */
async function triggerWorkflow(webhookId: string, credentials: StoredCredential[]): Promise<string> {
	const extras = { typeVersion: 2, webhookId, credentials };
	const parameters = { events: ['fax_received'] };
	const trigger: INode = node(TRIGGER, 'n8n-nodes-faxplus.faxPlusTrigger', parameters, extras);
	return (await bench().n8n.api.createWorkflow(workflow(webhookId, [trigger]))).id;
}

async function endpointAt(path: string): Promise<Endpoint> {
	return await until(() =>
		bench()
			.simulator.endpointsOf()
			.find(({ url }) => url.endsWith(path)),
	);
}

async function emptySecret(name: string): Promise<StoredCredential> {
	const data = { ...signingSecrets('') };
	return await bench().n8n.api.createCredential({ name, type: 'faxPlusWebhookSecretApi', data });
}

/** Waits for all these texts in the output panel of the open node. */
async function outputShows(...texts: string[]): Promise<void> {
	for (const text of texts) await bench().editor.part('output-panel').getByText(text).first().waitFor();
}

describe('A mistake', () => {
	it('is it none to select no signing secret credential: the workflow is published, and a fax starts it', async () => {
		const { editor, account, simulator, n8n } = bench();
		const id = await triggerWorkflow('unselected', [account]);
		await editor.openWorkflow(id);

		await editor.publish();
		await editor.page.getByText('The next fax starts this workflow.').waitFor();

		const { id: endpointId } = await endpointAt('/webhook/unselected/webhook');
		await until(() => n8n.log.includes(`created webhook endpoint ${endpointId}`) || undefined);
		simulator.faxReceived();
		const [execution] = await n8n.api.waitForExecutions(id, 1);
		await editor.page.goto(`${n8n.publicUrl}/workflow/${id}/executions/${String(execution?.id)}`);
		await editor.openNode(TRIGGER);
		await outputShows(`the signing secret of endpoint ${endpointId}`);
		await n8n.api.deactivate(id);
	});

	it('with the token shows at the publish, with what to do', async () => {
		const { editor, n8n, simulator } = bench();
		const wrong = await n8n.api.createCredential({
			name: 'Mistyped',
			type: 'faxPlusApi',
			data: { accessToken: `${seed.ownerToken}x`, baseUrl: simulator.baseUrl },
		});
		const id = await triggerWorkflow('token', [wrong, await emptySecret('For the token')]);
		await editor.openWorkflow(id);

		await editor.publish();

		const notice = editor.notice('Workflow could not be published');
		await notice.getByText('Enter a new access token in the credential').waitFor();
		await n8n.api.deactivate(id);
	});

	it('while a person listens is not noticed: the fax comes, with a hint at the secret', async () => {
		const { editor, simulator, account } = bench();
		const id = await triggerWorkflow('listening', [account, await emptySecret('For test events')]);
		await editor.openWorkflow(id);
		await editor.openNode(TRIGGER);
		await editor.part('trigger-execute-button').click();
		await editor.page.getByText('Listening for test event').waitFor();
		await endpointAt('/webhook-test/listening/webhook');

		simulator.faxReceived();

		await editor.notice('Node executed successfully').waitFor();
		await outputShows('copy the signing secret of the endpoint with the Test URL');
	});
});
