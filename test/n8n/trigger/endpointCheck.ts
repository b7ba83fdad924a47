import { randomUUID } from 'node:crypto';
import https from 'node:https';
import type { IDataObject } from 'n8n-workflow';

import { itemsOf, requestN8n } from '../../../tools/harness/n8n';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import { seed } from '../../../tools/simulator';
import { ACTION_NODE } from '../support/bench';
import { until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

const CHECK = 'Check';

/** Adds an endpoint to the account that no trigger has created. */
function addEndpoint(id: string, url: string): void {
	const endpoint = { id, url, filter_types: ['fax_received'], channels: null, secret: 'whsec_b2xk' };
	bench().simulator.state.accounts.get(seed.accountId)?.endpoints.set(id, endpoint);
}

/** Runs the check, and returns its output for each endpoint, keyed by ID. */
async function check(): Promise<Map<unknown, IDataObject>> {
	const parameters = { authentication: 'accessToken', resource: 'webhookEndpoint', operation: 'check' };
	const action = node(CHECK, ACTION_NODE, parameters, { credentials: [bench().account] });
	const { api } = bench().n8n;
	const { id } = await api.createWorkflow(workflow('Check', [manualTrigger, action]));
	const execution = await api.runManually(id, manualTrigger.name);
	expect(execution.data.resultData.error).toBeUndefined();
	return new Map(itemsOf(execution, CHECK).map(({ json }) => [json['id'], json]));
}

describe('The check of endpoints', () => {
	it('finds triggers at addresses from n8n, and duplicates, and sends requests to no others', async () => {
		const [trigger, named] = [bench().trigger(randomUUID()), bench().trigger('checked')];
		const { id, endpoint } = await bench().activate(trigger);
		const { id: namedId, endpoint: namedEndpoint } = await bench().activate(named);
		addEndpoint('ep_twin', endpoint.url);

		const found = await check();

		expect(found.get(endpoint.id)).toMatchObject({
			answers: true,
			status: 401,
			receiver: 'trigger',
			sharesAddressWith: ['ep_twin'],
		});
		expect(found.get('ep_twin')).toMatchObject({
			receiver: 'otherTrigger',
			sharesAddressWith: [endpoint.id],
		});
		expect(found.get(namedEndpoint.id)).toMatchObject({ receiver: 'unknown', sharesAddressWith: [] });
		// The trigger must not treat the check's request as a delivery.
		expect(await bench().executionCount(id)).toBe(0);
		expect(await bench().executionCount(namedId)).toBe(0);
	});

	it.each(['webhook', 'webhook-test'])('reports that nothing listens below /%s', async (prefix) => {
		addEndpoint('ep_left', `${bench().n8n.publicUrl}/${prefix}/${randomUUID()}/webhook`);
		addEndpoint('ep_named', `${bench().n8n.publicUrl}/${prefix}/left-over/webhook`);
		const found = await check();
		expect(found.get('ep_left')).toMatchObject({ answers: true, status: 404, receiver: 'nobody' });
		expect(found.get('ep_named')).toMatchObject({ answers: true, status: 404, receiver: 'unknown' });
	});

	it('starts no workflow with a plain Webhook node', async () => {
		const webhookId = randomUUID();
		const plain = node(
			'Plain',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path: webhookId, options: {} },
			{ typeVersion: 2, webhookId },
		);
		const id = await bench().create(plain);
		await bench().n8n.api.publish(id);
		const url = `${bench().n8n.publicUrl}/webhook/${webhookId}`;
		const httpsAgent = new https.Agent({ ca: bench().n8n.front.certificate });
		await until(async () => {
			const { data } = await requestN8n({ url, httpsAgent });
			return JSON.stringify(data).includes('make a POST request') || undefined;
		});
		addEndpoint('ep_plain', url);

		const found = await check();

		expect(found.get('ep_plain')).toMatchObject({ answers: true, status: 404, receiver: 'unknown' });
		expect(await bench().executionCount(id)).toBe(0);
	});
});
