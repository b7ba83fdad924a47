import { NodeHelpers, type INode } from 'n8n-workflow';

import { itemsOf } from '../../../tools/harness/n8n';
import { querySqlite } from '../../../tools/harness/n8n/database';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import type { Endpoint } from '../../../tools/simulator/state';
import { urlInUse } from '../../support/endpointUrls';
import { ACTION_NODE } from '../support/bench';
import { DONE, until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

const CHECK = 'Check';

/**
 * Removes the webhook ids from all versions of a workflow. Workflows that other programs created for n8n before 2.41 have
 * none.
 */
async function withoutIds(id: string): Promise<void> {
	const { n8n } = bench();
	for (const [table, column] of [
		['workflow_entity', 'id'],
		['workflow_history', 'workflowId'],
	]) {
		const rows = await querySqlite<{ nodes: string }>(n8n, `SELECT nodes FROM ${table} WHERE ${column} = ?`, [
			id,
		]);
		for (const { nodes } of rows) {
			const bare = nodes.replaceAll(/,"webhookId":"[^"]*"/g, '');
			const sql = `UPDATE ${table} SET nodes = ? WHERE ${column} = ? AND nodes = ?`;
			await querySqlite(n8n, sql, [bare, id, nodes]);
		}
	}
}

/** Returns the endpoints at the URL that n8n gives to a node without a webhook id. */
function endpointsOf(workflowId: string, trigger: INode): Endpoint[] {
	const path = NodeHelpers.getNodeWebhookPath(workflowId, node(trigger.name, trigger.type), 'webhook');
	const endpoints = [...bench().simulator.state.accounts.values()].flatMap(({ endpoints: all }) => [
		...all.values(),
	]);
	return endpoints.filter((one) => urlInUse(one) === `${bench().n8n.publicUrl}/webhook/${path}`);
}

/** Receives a fax, and waits until it has started the workflow. */
async function pass(workflowId: string, endpoint: Endpoint, faxId: string): Promise<void> {
	await bench().enterSecrets();
	expect(await bench().faxReceived(endpoint, { faxId }).settled).toMatchObject({ state: 'delivered' });
	await until(async () => (await passed(workflowId)).includes(faxId) || undefined);
}

async function passed(workflowId: string): Promise<string[]> {
	return (await bench().passed(workflowId, DONE)).map(({ data }) => (data as { id: string }).id);
}

/** Returns the receiver that Webhook Endpoint: Check finds for an endpoint. */
async function receiver(endpoint: Endpoint): Promise<unknown> {
	const { api } = bench().n8n;
	const parameters = { authentication: 'accessToken', resource: 'webhookEndpoint', operation: 'check' };
	const action = node(CHECK, ACTION_NODE, parameters, { credentials: [bench().account] });
	const { id } = await api.createWorkflow(workflow('Check', [manualTrigger, action]));
	const execution = await api.runManually(id, manualTrigger.name);
	return itemsOf(execution, CHECK).find(({ json }) => json['id'] === endpoint.id)?.json['receiver'];
}

it("A trigger without a webhook ID receives faxes, is recognized by the check, and leaves no endpoint behind when it's renamed", async () => {
	const { api } = bench().n8n;
	const trigger = bench().trigger('gone');
	const renamed = { ...trigger, name: 'Clinic' };
	const id = await bench().create(trigger);
	const rename = async (name: string): Promise<void> => {
		const { nodes, connections } = workflow('', [{ ...trigger, name }, node(DONE, 'n8n-nodes-base.noOp')]);
		await api.updateWorkflow(id, { nodes, connections });
		await withoutIds(id);
	};
	await withoutIds(id);
	await api.publish(id);
	const endpoint = await until(() => endpointsOf(id, trigger)[0]);
	await pass(id, endpoint, 'fax_before');
	expect(await receiver(endpoint)).toBe('trigger');

	await rename('Clinic');
	await api.publish(id);

	const other = await until(() => endpointsOf(id, renamed)[0]);
	await pass(id, other, 'fax_after');
	await until(() => endpointsOf(id, trigger).length === 0 || undefined);
	expect(endpointsOf(id, renamed)).toEqual([other]);
	expect(await passed(id)).toEqual(expect.arrayContaining(['fax_before', 'fax_after']));

	// With this name, the trigger would get a URL where n8n itself doesn't listen.
	await rename('Faxes of the clinic');
	expect(await api.publishInVain(id)).toMatch(/has no webhook ID.*add it again/);
});
