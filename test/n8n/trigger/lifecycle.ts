import type { Delivery } from '../../../tools/simulator';
import { EVERY_MINUTE } from '../../../tools/harness/n8n/workflows';
import { connectOAuth2 } from '../../../tools/harness/n8n/oauthConsent';
import { oAuth2Draft } from '../support/bench';
import { forSeconds, REMOVAL_SECONDS, TRIGGER, until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

/** Returns the requests that change endpoints, since the log was last cleared. */
const changes = () =>
	bench()
		.simulator.requests.map(({ operationId }) => operationId)
		.filter((id) => ['createWebhook', 'updateWebhook', 'deleteWebhook'].includes(id));

describe('Publishing again', () => {
	it('three times keeps the endpoint and its secret, and loses no delivery', async () => {
		const trigger = (rememberDeliveries: number) =>
			bench().trigger('kept', { options: { rememberDeliveries } });
		const { id, endpoint } = await bench().activate(trigger(1000));
		const { secret } = endpoint;
		bench().simulator.clearRequests();
		const deliveries: Delivery[] = [];

		for (const remember of [1001, 1002, 1003]) {
			const before = bench().simulator.requests.length;
			deliveries.push(bench().faxReceived(endpoint));
			await bench().publish(id, trigger(remember));
			deliveries.push(bench().faxReceived(endpoint));
			await until(() => bench().simulator.requests.length > before || undefined);
			deliveries.push(bench().faxReceived(endpoint));
			await forSeconds(1);
		}
		await forSeconds(REMOVAL_SECONDS + 2);

		const settled = await Promise.all(deliveries.map(async (delivery) => await delivery.settled));
		expect(settled.map(({ state }) => state)).toEqual(Array(9).fill('delivered'));
		expect(bench().endpointsOf(trigger(0))).toEqual([expect.objectContaining({ id: endpoint.id, secret })]);
		expect(changes()).toEqual([]);
		expect(await bench().passedIds(id)).toEqual(settled.map(({ webhookId }) => webhookId).sort());
	});

	it("while Fax.Plus doesn't answer keeps edited and renamed triggers alive, and the next check changes the endpoints", async () => {
		const { n8n, simulator } = bench();
		const flows = await Promise.all(
			[TRIGGER, 'Renamed'].map(async (name) => {
				const trigger = (...events: string[]) =>
					bench().trigger(`silent-${name}`, { events, pollTimes: EVERY_MINUTE });
				return { name, trigger, ...(await bench().activate(trigger('fax_received'))) };
			}),
		);
		simulator.fail({ times: 1000, with: 'silence' });

		for (const { id, name, trigger } of flows)
			await bench().publish(id, { ...trigger('fax_received', 'fax_sent'), name });
		const isKept = (id: string) =>
			n8n.log.split('\n').some((line) => line.includes(id) && line.includes("its endpoint wasn't changed"));
		for (const { id, endpoint, trigger } of flows) {
			await until(() => isKept(id) || undefined);
			expect(bench().endpointOf(trigger())?.id).toBe(endpoint.id);
		}
		const settled = simulator.faxReceived().map(async (delivery) => (await delivery.settled).state);
		expect(await Promise.all(settled)).toEqual(['delivered', 'delivered']);

		simulator.recover();
		for (const { id, endpoint, trigger } of flows) {
			expect(await bench().passed(id)).toHaveLength(1);
			await until(() => bench().endpointOf(trigger())?.filter_types.includes('fax_sent') || undefined);
			expect(bench().endpointsOf(trigger())).toEqual([expect.objectContaining({ id: endpoint.id })]);
		}
	});
});

describe('The interval of the checks', () => {
	it('may be "everyHour", "everyDay" and "never"', async () => {
		const intervals = ['everyHour', 'everyDay', 'never'].map(async (missedFaxes) => {
			await bench().activate(bench().trigger(`interval-${missedFaxes}`, { missedFaxes }));
		});
		await Promise.all(intervals);
	});
});

describe('Deactivating', () => {
	it('and deleting the workflow deletes the endpoint too', async () => {
		const trigger = bench().trigger('deleted');
		const { id } = await bench().activate(trigger);

		await bench().n8n.api.deleteWorkflow(id);

		await until(() => bench().endpointsOf(trigger).length === 0 || undefined);
	});

	it('deletes it with OAuth2 as well, if the access token has expired in between', async () => {
		const { n8n, simulator, secret } = bench();
		const oAuth2 = await n8n.api.createCredential(oAuth2Draft(simulator));
		await connectOAuth2(n8n.api, oAuth2.id);
		const trigger = bench().trigger(
			'by-oauth',
			{ authentication: 'oAuth2' },
			{ credentials: [oAuth2, secret] },
		);
		const { id } = await bench().activate(trigger);

		await n8n.api.deactivate(id);
		simulator.expireAccessTokens();

		await until(() => bench().endpointsOf(trigger).length === 0 || undefined);
	});
});

describe('Several triggers', () => {
	// n8n 2.41 publishes five workflows at a time. It skips a waiting unpublish if the workflow is published again.
	it('in many workflows get new endpoints when each is published again after Fax.Plus lost them', async () => {
		const { n8n, simulator } = bench();
		const triggers = Array.from({ length: 8 }, (_, at) => bench().trigger(`lost-${at}`));
		const published = await Promise.all(triggers.map(async (trigger) => await bench().activate(trigger)));
		for (const { endpoints } of simulator.state.accounts.values()) endpoints.clear();

		simulator.latency = 1_000;
		try {
			for (const { id } of published) {
				await n8n.api.deactivate(id);
				await n8n.api.publish(id);
			}
		} finally {
			simulator.latency = 0;
		}

		await until(() => triggers.every((trigger) => bench().endpointOf(trigger)) || undefined);
	});
});
