import type { INode } from 'n8n-workflow';

import type { Endpoint } from '../../../tools/simulator/state';
import {
	deliveryBody,
	forSeconds,
	REMOVAL_SECONDS,
	signed,
	until,
	useTriggerBench,
} from '../support/triggerBench';

const bench = useTriggerBench();

const unsigned = deliveryBody('fax_unsigned');

/** Creates a workflow and does what "Listen for test event" does. */
async function listen(trigger: INode): Promise<{ id: string; endpoint: Endpoint }> {
	const id = await bench().create(trigger);
	return { id, endpoint: await listenAgain(id, trigger) };
}

async function listenAgain(id: string, trigger: INode): Promise<Endpoint> {
	expect(await bench().n8n.api.startManually(id, trigger.name)).toBeUndefined();
	const endpoint = await until(() => testEndpointsOf(trigger)[0]);
	await bench().enterSecrets();
	return endpoint;
}

function testEndpointsOf(trigger: INode): Endpoint[] {
	return bench()
		.endpointsOf(trigger)
		.filter(({ url }) => url.includes('/webhook-test/'));
}

describe('Listening for a test event', () => {
	it('creates an endpoint for the test URL, refuses an unsigned event, accepts a signed one, and later deletes the endpoint with the option', async () => {
		const options = { deleteTestEndpoint: true };
		const trigger = bench().trigger('listen', { channels: '+15550100000', options });
		const { id, endpoint } = await listen(trigger);
		expect(endpoint).toMatchObject({
			url: `${bench().n8n.publicUrl}/webhook-test/listen/webhook`,
			filter_types: ['fax_received'],
			channels: ['+15550100000'],
		});

		expect((await bench().post(endpoint.url, unsigned, {})).status).toBe(401);
		const [delivery] = bench().simulator.faxReceived();

		expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([200]);
		await bench().n8n.api.waitForExecutions(id, 1);
		expect(await bench().passed(id)).toEqual([
			expect.objectContaining({ webhookId: delivery?.webhookId, event: 'fax_received' }),
		]);
		await until(() => testEndpointsOf(trigger).length === 0 || undefined);
	});

	it("without its secret accepts Fax.Plus's event, and keeps the endpoint", async () => {
		const trigger = bench().trigger('secretless');
		const id = await bench().create(trigger);
		await bench().setSecrets('');
		await bench().n8n.api.startManually(id, trigger.name);
		const endpoint = await until(() => testEndpointsOf(trigger)[0]);

		const delivery = bench().faxReceived(endpoint);

		expect((await delivery.settled).state).toBe('delivered');
		const [execution] = await bench().n8n.api.waitForExecutions(id, 1);
		expect(await bench().passed(id)).toEqual([expect.objectContaining({ confirmedBy: 'service' })]);
		const { data } = await bench().n8n.api.getExecution(execution?.id ?? '');
		const message = expect.stringContaining('the signing secret of the endpoint with the Test URL') as string;
		expect(data.resultData.runData[trigger.name]?.[0]?.hints).toMatchObject([{ message }]);
		await forSeconds(REMOVAL_SECONDS + 1);
		expect(await listenAgain(id, trigger)).toEqual(endpoint);
		await bench().n8n.api.stopListening(id);
	});

	it('with the option accepts an unsigned event, but no forged one, and never in production', async () => {
		const trigger = bench().trigger('lenient', { options: { acceptUnsignedTestEvents: true } });
		const { id, endpoint: production } = await bench().activate(trigger);
		const forged = signed('whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk');
		expect((await bench().post(production.url, unsigned, {})).status).toBe(401);

		const endpoint = await listenAgain(id, trigger);
		expect((await bench().post(production.url, unsigned, {})).status).toBe(401);
		expect((await bench().post(endpoint.url, unsigned, {})).status).toBe(200);
		await bench().n8n.api.waitForExecutions(id, 1);
		await listenAgain(id, trigger);
		expect((await bench().post(endpoint.url, forged.body, forged.headers)).status).toBe(401);

		await bench().n8n.api.stopListening(id);
		expect(await bench().passed(id)).toEqual([
			expect.objectContaining({ webhookId: null, confirmedBy: null, event: 'fax_received', isRetry: false }),
		]);
	});

	it('leaves the production endpoint alone, and one delivery ID reaches both', async () => {
		const trigger = bench().trigger('both-urls');
		const { id, endpoint: production } = await bench().activate(trigger);
		await listenAgain(id, trigger);

		const own = bench()
			.endpointsOf(trigger)
			.map((endpoint) => endpoint.id);
		const deliveries = bench()
			.simulator.faxReceived({ webhookId: 'msg_both_urls' })
			.filter(({ endpointId }) => own.includes(endpointId ?? ''));
		const settled = await Promise.all(deliveries.map(async (delivery) => await delivery.settled));

		expect(settled.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[200], [200]]);
		await bench().n8n.api.waitForExecutions(id, 2);
		expect(await bench().passedIds(id)).toEqual(['msg_both_urls', 'msg_both_urls']);
		await bench().n8n.api.deactivate(id);
		await until(
			() =>
				bench()
					.endpointsOf(trigger)
					.every((endpoint) => endpoint.id !== production.id) || undefined,
		);
		expect(testEndpointsOf(trigger)).toHaveLength(1);
	});
});
