import type { INode, INodeParameters } from 'n8n-workflow';

import { itemsOf, type Execution, type N8n, type StoredCredential } from '../../tools/harness/n8n';
import { accessTokenDraft } from '../../tools/harness/n8n/credentials';
import { manualTrigger, node, workflow, type NodeExtras } from '../../tools/harness/n8n/workflows';
import { until } from '../../tools/harness/until';
import { seed, startSimulator, type Simulator } from '../../tools/simulator';

const DESTINATION = '+15550100243';

/**
 * Adds tests for manual runs in the editor, which are the same with and without workers.
 *
 * @param main the n8n instance that the user works with
 * @param expectPlace waits until it's known which process ran an execution, and checks it
 */
export function describeManualRuns(
	main: () => N8n,
	expectPlace: (execution: Execution) => Promise<void> | void,
): void {
	let simulator: Simulator;
	let account: StoredCredential;

	beforeAll(async () => {
		simulator = await startSimulator({ ca: main().front.certificate });
		account = await main().api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
	});
	afterAll(async () => {
		await simulator.stop();
		expect(simulator.violations).toEqual([]);
	});

	function fax(name: string, type: string, parameters: INodeParameters, extras: NodeExtras = {}): INode {
		const common = { authentication: 'accessToken', ...parameters };
		return node(name, `n8n-nodes-faxplus.${type}`, common, { credentials: [account], ...extras });
	}

	function action(name: string, operation: string, parameters: INodeParameters): INode {
		return fax(name, 'faxPlus', { resource: 'fax', operation, options: {}, ...parameters });
	}

	/** Returns the output of a node in a successful execution, after checking which process ran it. */
	async function outputOf(execution: Execution, name: string) {
		await expectPlace(execution);
		expect(execution.data.resultData.error).toBeUndefined();
		return itemsOf(execution, name);
	}

	/** Expects that the node's item contains the pages of a fax. */
	async function expectPages(execution: Execution, name: string, faxId: string): Promise<void> {
		const [item] = await outputOf(execution, name);
		const stored = await main().api.getBinary(item?.binary?.['data']?.id ?? '');
		expect(stored.equals(await simulator.fileOf(faxId, 'pdf'))).toBe(true);
	}

	it('Execute step runs a list, a download and a send one after the other, once each', async () => {
		const { api } = main();
		const { id } = await api.createWorkflow(
			workflow('Step by step', [
				manualTrigger,
				action('List', 'getAll', { category: 'inbox', returnAll: false, limit: 1, filters: {} }),
				action('Pages', 'download', { faxId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } }),
				action('Send', 'send', {
					from: { __rl: true, mode: 'number', value: seed.ownedNumber },
					to: DESTINATION,
					source: 'files',
					binaryPropertyNames: 'data',
				}),
			]),
		);

		const listed = await api.executeStep(id, 'List');
		const downloaded = await api.executeStep(id, 'Pages', listed);
		const sent = await api.executeStep(id, 'Send', downloaded);

		const [listedFax] = await outputOf(listed, 'List');
		await expectPages(downloaded, 'Pages', listedFax?.json['id'] as string);
		expect(await outputOf(sent, 'Send')).toMatchObject([{ json: { to: DESTINATION, status: 'submitted' } }]);
		const asked = (operationId: string) =>
			simulator.requests.filter((request) => request.operationId === operationId).length;
		expect(['listFaxes', 'getFile', 'sendFax'].map(asked)).toEqual([1, 1, 1]);
	});

	it('Fetch Test Event of the polling trigger gets the newest fax, with its pages', async () => {
		const { api } = main();
		const trigger = fax('Faxes', 'faxPlusPollingTrigger', { events: ['fax_received'], downloadFax: true });
		const { id } = await api.createWorkflow(workflow('Polled', [trigger]));

		const fetched = await api.executeStep(id, 'Faxes');

		await expectPages(fetched, 'Faxes', seed.faxId);
	});

	describe('The webhook trigger', () => {
		const trigger = (): INode =>
			fax(
				'Fax',
				'faxPlusTrigger',
				{ events: ['fax_received'], downloadFax: true },
				{ typeVersion: 2, webhookId: 'by-hand' },
			);
		const after = node('Done', 'n8n-nodes-base.noOp');

		it('listens for a test event, which starts the workflow with its pages', async () => {
			const { api, publicUrl } = main();
			const { id } = await api.createWorkflow(workflow('Listening', [trigger(), after]));

			expect(await api.startManually(id, 'Fax')).toBeUndefined();
			const endpoint = await until(() => simulator.endpointsOf()[0]);
			expect(endpoint.url).toBe(`${publicUrl}/webhook-test/by-hand/webhook`);
			const [delivery] = simulator.faxReceived({ faxId: 'fax_by_hand' });
			expect((await delivery?.settled)?.state).toBe('delivered');

			const [{ id: executionId } = { id: '' }] = await api.waitForExecutions(id, 1);
			const execution = await api.getExecution(executionId);
			expect(execution.mode).toBe('manual');
			expect(await outputOf(execution, 'Done')).toMatchObject([{ json: { confirmedBy: 'service' } }]);
			await expectPages(execution, 'Fax', 'fax_by_hand');
		});

		it("doesn't wait if its output is pinned", async () => {
			const { api } = main();
			const pinData = { Fax: [{ json: { event: 'fax_received', data: { id: 'fax_pinned' } } }] };
			const draft = workflow('Pinned', [trigger(), after]);
			const { id } = await api.createWorkflow({ ...draft, pinData });

			const execution = await api.runManually(id, 'Fax');

			expect(await outputOf(execution, 'Done')).toMatchObject([{ json: { data: { id: 'fax_pinned' } } }]);
		});
	});
}
