import type { INode } from 'n8n-workflow';
import { itemsOf, requestN8n, type Execution, type WorkflowDraft } from '../../tools/harness/n8n';
import { querySqlite } from '../../tools/harness/n8n/database';
import { node, workflow } from '../../tools/harness/n8n/workflows';
import { seed } from '../../tools/simulator';
import { clinic } from '../contract/support/operationCases';
import { until } from '../../tools/harness/until';
import { ACTION_NODE, useN8nBench } from './support/bench';

const NUMBER = '+15550100200';

/** Shortest wait for which n8n suspends an execution. It keeps an execution running for 65 seconds or less. */
const WAIT_SECONDS = 66;

/** Length of the call in milliseconds, so that it ends between the first and the second wait. */
const CALL_MS = 120_000;

/** Limit for one wait and the nodes after it, in milliseconds. */
const LAP_LIMIT_MS = 150_000;

const bench = useN8nBench();

/** Returns the workflow of docs/send.md, "Wait for hours or days", with a shorter wait in its second node. */
function recipe(): WorkflowDraft {
	const common = { authentication: 'accessToken', resource: 'fax' };
	const credentials = [bench().credentials.accessToken];
	const asked = node(
		'Asked',
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path: 'long-wait' },
		{ typeVersion: 2, webhookId: 'long-wait' },
	);
	const send = node(
		'Send',
		ACTION_NODE,
		{
			...common,
			operation: 'send',
			from: { __rl: true, mode: 'number', value: seed.ownedNumber },
			to: NUMBER,
			source: 'text',
			text: 'Hello',
		},
		{ credentials },
	);
	const wait = node(
		'Wait',
		'n8n-nodes-base.wait',
		{ resume: 'timeInterval', amount: WAIT_SECONDS, unit: 'seconds' },
		{ typeVersion: 1.1, webhookId: 'long-wait-resume' },
	);
	const check: INode = {
		...node(
			'Look',
			ACTION_NODE,
			{
				...common,
				operation: 'waitForResult',
				faxId: '={{ $json.id }}',
				options: { waitLimit: 1, failIfNotDelivered: false },
			},
			{ credentials },
		),
		retryOnFail: true,
		maxTries: 5,
		waitBetweenTries: 5000,
	};
	const isPending = node(
		'Pending?',
		'n8n-nodes-base.if',
		{
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: 'outcome',
						leftValue: '={{ $json.outcome }}',
						rightValue: 'pending',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
		},
		{ typeVersion: 2.2 },
	);
	const ended = node('Ended', 'n8n-nodes-base.noOp');
	const draft = workflow('Long wait', [asked, send, wait, check, isPending, ended]);
	const to = ({ name }: INode) => [{ node: name, type: 'main' as const, index: 0 }];
	draft.connections[isPending.name] = { main: [to(wait), to(ended)] };
	return draft;
}

/** Publishes the workflow and starts it once. n8n knows its webhook only a moment after it has responded to the publish. */
async function start(): Promise<string> {
	const { api, url } = bench().n8n;
	const { id } = await api.createWorkflow(recipe());
	await api.publish(id);
	await until(async () => {
		const { status } = await requestN8n({ url: `${url}/webhook/long-wait`, method: 'POST', data: {} });
		return status === 200 || undefined;
	});
	return id;
}

/**
 * Waits until the execution is suspended after the given number of checks. If the wait ended while n8n was off, n8n 2.41
 * may list the execution as crashed for a while. The reason is that a starting n8n instance considers executions lost that
 * its own timers have just resumed.
 */
async function suspended(workflowId: string, checks: number): Promise<Execution> {
	const { api } = bench().n8n;
	return await until(async () => {
		const [{ id, status } = {}, ...others] = await api.listExecutions(workflowId);
		expect(others).toEqual([]);
		expect(['success', 'error', 'canceled']).not.toContain(status);
		const execution = id !== undefined && status === 'waiting' ? await api.getExecution(id) : undefined;
		return execution?.data.resultData.runData['Look']?.length === (checks || undefined)
			? execution
			: undefined;
	}, LAP_LIMIT_MS);
}

test('a suspended execution survives a restart and a kill of n8n, and returns the result of the one fax that it sent', async () => {
	const { n8n, simulator } = bench();
	simulator.sending.sending = CALL_MS;
	const workflowId = await start();

	const { id } = await suspended(workflowId, 0);
	await n8n.restart();
	const again = await suspended(workflowId, 1);
	expect(again.id).toBe(id);
	expect(itemsOf(again, 'Look').map(({ json }) => json)).toMatchObject([
		{ outcome: 'pending', status: 'sending' },
	]);

	await n8n.kill();
	const read = 'SELECT status FROM execution_entity';
	expect(await querySqlite(n8n, read)).toEqual([{ status: 'waiting' }]);
	await simulator.faxesSent();
	// The wait ends while n8n is off.
	const over = `SELECT id FROM execution_entity WHERE waitTill < strftime('%Y-%m-%d %H:%M:%f', 'now')`;
	await until(async () => (await querySqlite(n8n, over)).length || undefined, LAP_LIMIT_MS);
	const faxes = [...clinic(simulator).faxes.values()].filter(({ to }) => to === NUMBER);
	expect(faxes).toHaveLength(1);
	// For a while, the fax is neither in the outbox nor in the lists, long enough for one whole try to fail. A try checks
	// twice.
	for (const fax of faxes) fax.knownFrom = Infinity;
	await n8n.restart();
	const asked = () => simulator.requests.filter(({ operationId }) => operationId === 'getFax');
	await until(() => asked().length > 2 || undefined, LAP_LIMIT_MS);
	for (const fax of faxes) fax.knownFrom = 0;

	const execution = await until(async () => {
		const found = await n8n.api.getExecution(id);
		const { status, data } = found;
		expect([status, data.resultData.error?.message]).not.toEqual(['error', expect.anything()]);
		return status === 'success' ? found : undefined;
	}, LAP_LIMIT_MS);
	expect(itemsOf(execution, 'Ended').map(({ json }) => json)).toMatchObject([
		{ id: faxes[0]?.id, to: NUMBER, outcome: 'success', status: 'success' },
	]);
	expect(execution.data.resultData.runData['Look']).toHaveLength(2);
	expect(simulator.requests.filter(({ operationId }) => operationId === 'sendFax')).toHaveLength(1);
	expect(await n8n.api.listExecutions(workflowId)).toHaveLength(1);
});
