import type { INode } from 'n8n-workflow';
import { seed } from '../../simulator';
import type { Endpoint } from '../../simulator/state';
import type { StoredCredential } from '../../harness/n8n';
import { signingSecrets } from '../../harness/n8n/signingSecrets';
import { node, workflow } from '../../harness/n8n/workflows';
import { useEditorBench } from './support/bench';
import { until } from './support/until';

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
	it('is told by n8n itself when no signing secret credential is selected at the publish', async () => {
		const { editor, browser, account } = bench();
		await editor.openWorkflow(await triggerWorkflow('unselected', [account]));

		await editor.publish();

		const notice = editor.notice('Workflow could not be published');
		await notice.getByText('Missing required credential: faxPlusWebhookSecretApi').waitFor();
		// n8n refuses the request.
		expect(browser.takeProblems()).toEqual([expect.stringMatching(/status of 4.*\/activate/)]);
		expect(bench().simulator.endpointsOf()).toEqual([]);
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

	it('while a person listens makes the trigger red and tells what to do; after that the repeated event arrives', async () => {
		const { editor, simulator, account } = bench();
		const id = await triggerWorkflow('listening', [account, await emptySecret('For test events')]);
		await editor.openWorkflow(id);
		await editor.openNode(TRIGGER);
		await editor.part('trigger-execute-button').click();
		await editor.page.getByText('Listening for test event').waitFor();
		const path = '/webhook-test/listening/webhook';
		const { secret } = await endpointAt(path);

		const [delivery] = simulator.faxReceived();

		await editor.notice('A delivery was refused').first().waitFor();
		await outputShows(
			'A delivery was refused: the signing secret credential is still empty',
			`find the endpoint whose address ends in ${path}. Copy its signing secret`,
			'Then listen again. Fax.Plus repeats refused deliveries',
		);
		await editor.closeNode();
		await editor.redNode(TRIGGER).waitFor();

		await editor.openNode(TRIGGER);
		await editor.part('credential-edit-button').nth(1).click();
		await editor.credentialField('secret').fill(secret);
		await editor.part('credential-save-button').click();
		await editor.credentialWindow.getByText('Connection tested successfully').waitFor();
		await editor.openWorkflow(id);
		await editor.openNode(TRIGGER);
		await editor.part('trigger-execute-button').click();
		await editor.page.getByText('Listening for test event').waitFor();
		await delivery?.settled;
		if (delivery?.state !== 'delivered') await simulator.replay(String(delivery?.webhookId));

		await editor.notice('Node executed successfully').waitFor();
		await editor.part('radio-button-json').click();
		await outputShows(String(delivery?.webhookId));
	});

	it('in production is a failed execution in the list, which opens with the reason and what to do', async () => {
		const { editor, n8n, simulator, account } = bench();
		const id = await triggerWorkflow('production', [account, await emptySecret('For production')]);
		await n8n.api.publish(id);
		const path = '/webhook/production/webhook';
		const { id: endpointId, url } = await endpointAt(path);
		await until(() => n8n.log.includes(`created webhook endpoint ${endpointId}`) || undefined);
		simulator.faxReceived();
		const [execution] = await n8n.api.waitForExecutions(id, 1);

		// It opens the newest.
		await editor.page.goto(`${n8n.publicUrl}/workflow/${id}/executions`);

		await editor
			.part(`execution-details-${String(execution?.id)}`)
			.getByText('Error')
			.waitFor();

		await editor.notice('A delivery was refused').first().waitFor();
		await editor.redNode(TRIGGER).waitFor();
		await editor.openNode(TRIGGER);
		await outputShows(
			'A delivery was refused: the signing secret credential is still empty',
			`find the endpoint with the address ${url} (ID ${endpointId}). Copy its signing secret`,
			'If it goes on, the next execution like this one comes in about an hour.',
		);
		await n8n.api.deactivate(id);
	});
});
