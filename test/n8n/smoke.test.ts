import { Agent } from 'node:https';
import axios from 'axios';
import { itemsOf, startN8n, type N8n } from '../../harness/n8n';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';

describe('A real n8n with the packed package', () => {
	let n8n: N8n;

	beforeAll(async () => {
		n8n = await startN8n();
	}, 300_000);

	afterAll(async () => {
		await n8n.stop();
	});

	it('knows the nodes and credentials of the package under its name', async () => {
		expect(await n8n.api.listTypes('nodes')).toEqual(
			expect.arrayContaining([
				'n8n-nodes-faxplus.faxPlus',
				'n8n-nodes-faxplus.faxPlusTool',
				'n8n-nodes-faxplus.faxPlusTrigger',
			]),
		);
		expect(await n8n.api.listTypes('credentials')).toEqual(
			expect.arrayContaining(['faxPlusApi', 'faxPlusOAuth2Api', 'faxPlusWebhookSecretApi']),
		);
	});

	it('runs a workflow and shows what its nodes put out', async () => {
		const set = node(
			'Set',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: '{"answer": 42}' },
			{ typeVersion: 3.4 },
		);
		const { id } = await n8n.api.createWorkflow(workflow('Runs', [manualTrigger, set]));

		const execution = await n8n.api.runManually(id, manualTrigger.name);

		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Set').map(({ json }) => json)).toEqual([{ answer: 42 }]);
	});

	it('is reached over HTTPS, and goes on after a crash', async () => {
		const parameters = { path: 'smoke', httpMethod: 'POST' };
		const hook = node('Hook', 'n8n-nodes-base.webhook', parameters, { typeVersion: 2, webhookId: 'smoke' });
		const { id } = await n8n.api.createWorkflow(workflow('Hooked', [hook]));
		await n8n.api.publish(id);
		await postUntilAnswered(n8n, 'smoke');
		await n8n.api.waitForExecutions(id, 1);

		await n8n.kill();
		await n8n.restart();
		await postUntilAnswered(n8n, 'smoke');

		const executions = await n8n.api.waitForExecutions(id, 2);
		expect(executions.map(({ status, mode }) => ({ status, mode }))).toEqual([
			{ status: 'success', mode: 'webhook' },
			{ status: 'success', mode: 'webhook' },
		]);
	}, 120_000);
});

/** n8n registers webhooks after it has answered that the workflow is active. */
async function postUntilAnswered(n8n: N8n, path: string): Promise<void> {
	const httpsAgent = new Agent({ ca: n8n.front.certificate });
	const deadline = Date.now() + 30_000;
	for (;;) {
		const response = await axios.post(
			`${n8n.publicUrl}/webhook/${path}`,
			{},
			{ httpsAgent, validateStatus: () => true },
		);
		if (response.status === 200) return;
		if (Date.now() > deadline) throw new Error(`The webhook still answers ${response.status}`);
	}
}
