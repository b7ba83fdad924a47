import type { Delivery } from '../../../simulator';
import { node } from '../../../harness/n8n/workflows';
import { DONE, TRIGGER, signed, until, useTriggerBench } from './support';

/** One execution at a time: deliveries that come meanwhile are answered when it is their turn. */
const bench = useTriggerBench(() => ({ env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } }));

/** Lets a fax arrive for one trigger and waits until that has answered. */
async function arrive(webhookId: string, faxId?: string): Promise<Delivery> {
	const [delivery] = bench().simulator.faxReceived({ webhookId, ...(faxId === undefined ? {} : { faxId }) });
	if (!delivery) throw new Error('No endpoint has subscribed');
	return await delivery.settled;
}

describe('A delivery', () => {
	it('whose caller hangs up while n8n waits for a free slot, and tries again, passes once', async () => {
		const busy = bench().trigger('busy');
		const wait = node('Wait', 'n8n-nodes-base.wait', { amount: 8, unit: 'seconds' }, { typeVersion: 1.1 });
		const occupied = await bench().activate(busy, wait);
		const trigger = bench().trigger('queued');
		const { id, endpoint } = await bench().activate(trigger);
		const first = signed(occupied.endpoint.secret, { id: 'msg_busy' });
		await bench().post(occupied.endpoint.url, first.body, first.headers);
		const { body, headers } = signed(endpoint.secret, { id: 'msg_queued' });

		await expect(bench().post(endpoint.url, body, headers, 1000)).rejects.toThrow(/timeout/);
		const retry = await bench().post(endpoint.url, body, headers);

		expect(retry.status).toBe(200);
		await bench().n8n.api.waitForExecutions(id, 2);
		expect(await bench().passed(id)).toEqual([expect.objectContaining({ webhookId: 'msg_queued' })]);
		await bench().retire(occupied.id, busy);
		await bench().retire(id, trigger);
	});

	it('leaves nothing of it in static data', async () => {
		const trigger = bench().trigger('static');
		const { id, endpoint } = await bench().activate(trigger);

		await arrive('msg_static');
		await bench().passed(id);

		const { staticData } = await bench().n8n.api.getWorkflow(id);
		const remembered = { endpointId: endpoint.id, url: endpoint.url, since: expect.any(Number) as unknown };
		// n8n makes an empty object of what was only looked at.
		expect(staticData).toEqual({ global: {}, [`node:${TRIGGER}`]: remembered });
		await bench().retire(id, trigger);
	});

	it('reaches both triggers of one workflow', async () => {
		const first = bench().trigger('in-one-1');
		const second = { ...bench().trigger('in-one-2'), name: 'Fax 2', id: 'Fax 2' };
		const { n8n, simulator } = bench();
		const done = node(DONE, 'n8n-nodes-base.noOp');
		const toDone = { main: [[{ node: DONE, type: 'main' as const, index: 0 }]] };
		const { id } = await n8n.api.createWorkflow({
			name: 'Two triggers',
			nodes: [first, second, done],
			connections: { [TRIGGER]: toDone, 'Fax 2': toDone },
		});
		await n8n.api.publish(id);
		await until(() => (bench().endpointOf(first) && bench().endpointOf(second) ? true : undefined));
		await bench().enterSecrets();

		const deliveries = simulator.faxReceived({ webhookId: 'msg_for_two_nodes' });
		await Promise.all(deliveries.map(async ({ settled }) => await settled));

		expect(await bench().passed(id)).toHaveLength(2);
		await n8n.api.deactivate(id);
		await until(() => bench().endpointOf(first) === undefined || undefined);
		await until(() => bench().endpointOf(second) === undefined || undefined);
	});
});
