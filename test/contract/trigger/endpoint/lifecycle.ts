import type { AuditLine } from '../../../support/auditTrail';
import { seed } from '../../../../tools/simulator';
import { answering } from '../../support/rawServer';
import { logOf, memoryOf, until, useTriggerBench } from '../support/bench';
import { endPauses } from '../../support/time';

const bench = useTriggerBench();

const OTHER_URLS = [
	'https://elsewhere.example/webhook/hook-1/webhook',
	'https://localhost/',
	'https://n8n.example/webhook/other/webhook',
];

/** Returns the changes that reached Fax.Plus, as "operation status". */
const writes = () =>
	bench()
		.writes()
		.map(({ operationId, status }) => `${operationId} ${status ?? 'unanswered'}`);

describe('An activation', () => {
	it('creates one endpoint with the production URL, events and numbers, and remembers it', async () => {
		const trigger = await bench().trigger({
			parameters: { events: ['fax_received', 'fax_sent'], channels: '+1 (555) 010-0000\n+41 22 555 01 00' },
		});
		const trail: AuditLine[] = [];
		const log = logOf(trigger, trail);

		expect(await trigger.checkExists()).toBe(true);

		const [endpoint, ...more] = bench().endpointsOf(trigger);
		expect(more).toEqual([]);
		expect(endpoint).toMatchObject({
			url: `${bench().server.origin}/webhook/${trigger.settings.webhookId}/webhook`,
			filter_types: ['fax_received', 'fax_sent'],
			channels: ['+15550100000', '+41225550100'],
		});
		expect(trigger.staticData).toEqual(memoryOf(endpoint?.id, trigger));
		expect(log).toEqual([
			`info: Fax.Plus Trigger "Fax" of workflow "Referrals" (${trigger.workflow.id}): in Fax.Plus, copy the signing secret of endpoint ${endpoint?.id ?? ''} for ${trigger.url}, and add it to the trigger's signing secret credential.`,
		]);
		expect(trail).toMatchObject([
			{
				event: 'endpoint.created',
				outcome: 'done',
				endpointId: endpoint?.id,
				host: new URL(trigger.url).host,
			},
		]);
		expect(await trigger.checkExists()).toBe(true);
		expect(await trigger.create()).toBe(true);
		expect(writes()).toEqual(['createWebhook 201']);
	});

	it('while the editor is listening uses the test URL', async () => {
		const live = await bench().activeTrigger();
		const test = live.edited({ isTest: true, staticData: {} });
		await test.activate();
		expect(test.url).toContain('/webhook-test/');
		expect(bench().endpointsOf(live)).toHaveLength(1);
		expect(bench().endpointsOf(test)).toHaveLength(1);
	});

	it.each([
		['no list', '{"endpoints": 1}', /^Fax\.Plus responded without the expected list/],
		['a web page', '<html>Please log in</html>', /^The response is not JSON/],
	])('fails, and creates nothing, when the answer contains %s', async (_what, answer, message) => {
		const server = await answering(answer);
		const credentials = await bench().bench.accessToken(seed.ownerToken, server.baseUrl);
		const trigger = await bench().trigger({ credentials });
		await expect(trigger.activate()).rejects.toThrow(message);
		expect(server.requests).toEqual(['GET /v3/webhooks']);
	});
});

describe('Taking over an endpoint', () => {
	it('uses the one at its own URL, and leaves those at all others alone', async () => {
		const trigger = await bench().trigger();
		const others = [...OTHER_URLS, `${trigger.url}/`, trigger.url.replace('/webhook/', '/webhook-test/')];
		const ids = others.map((url, i) => bench().addEndpoint({ id: `ep_other_${i}`, url }).id);
		const own = bench().addEndpoint({ id: 'ep_own', url: trigger.url });

		await trigger.activate();

		expect(writes()).toEqual([]);
		expect(trigger.staticData).toEqual(memoryOf(own.id, trigger));
		expect(bench().ids).toEqual([...ids, own.id]);
	});

	it("after n8n's address has changed says which endpoint is left at the old one", async () => {
		const former = await bench().activeTrigger({ origin: 'https://former.example' });
		const [left] = bench().endpointsOf(former);
		// The workflow is published with this change, and then once more.
		const moved = former.edited({ origin: bench().server.origin });
		const log = logOf(moved);
		await moved.delete();
		await moved.activate();
		await moved.edited({}).activate();

		expect(log.filter((line) => line.startsWith('warn'))).toEqual([
			expect.stringContaining(
				`its webhook URL has changed to ${moved.url}. Endpoint ${left?.id ?? ''} still delivers to ${former.url}. Delete it`,
			),
		]);
		expect(bench().endpointsOf(former)).toEqual([left]);
		expect(bench().endpointsOf(moved)).toHaveLength(1);
	});

	it('recognizes its endpoint, and deletes it, however Fax.Plus writes the URL', async () => {
		const trigger = await bench().trigger();
		const spelled = trigger.url.replace('https://localhost', 'https://LocalHost');
		const own = bench().addEndpoint({ id: 'ep_spelled', url: spelled });

		await trigger.activate();
		expect(writes()).toEqual([]);
		expect(trigger.staticData['endpointId']).toBe(own.id);

		await trigger.delete();
		await until(() => {
			endPauses();
			return !bench().ids.includes(own.id);
		});
		expect(writes()).toEqual(['deleteWebhook 204']);
	});

	it('uses none if only others have endpoints, and says that its own is missing', async () => {
		const trigger = await bench().activeTrigger();
		bench().account.endpoints.clear();
		OTHER_URLS.forEach((url, i) => bench().addEndpoint({ id: `ep_other_${i}`, url }));

		const former = trigger.staticData['endpointId'] as string;
		const log = logOf(trigger);
		await trigger.activate();

		const [created] = bench().endpointsOf(trigger);
		expect(trigger.staticData).toEqual(memoryOf(created?.id, trigger));
		expect(log).toEqual([
			expect.stringMatching(new RegExp(`^warn: .* endpoint ${former} isn't in the account`)),
			expect.stringMatching(
				new RegExp(`^info: .* copy the signing secret of endpoint ${created?.id ?? ''} `),
			),
		]);
	});

	it.each([
		['other events', { events: ['fax_sent'], channels: '+15550100000' }],
		['one more number', { events: ['fax_received'], channels: '+15550100000,+41225550100' }],
		['no more numbers', { events: ['fax_received'], channels: '' }],
	])('with %s changes the endpoint, which keeps its ID and secret', async (_what, parameters) => {
		const trigger = await bench().trigger({ parameters });
		const before = bench().addEndpoint({ id: 'ep_drifted', url: trigger.url, channels: ['+15550100000'] });
		const { secret } = before;

		await trigger.activate();

		const channels = parameters.channels === '' ? null : parameters.channels.split(',');
		expect(writes()).toEqual(['updateWebhook 200']);
		expect(bench().writes()[0]?.body).toEqual({ filter_types: parameters.events, channels });
		expect(bench().endpointsOf(trigger)).toEqual([
			{ id: 'ep_drifted', url: trigger.url, filter_types: parameters.events, channels, secret },
		]);
	});
});

describe('A list that lags behind changes', () => {
	/** Makes the simulator respond to the next list request with earlier endpoints. */
	function listAsBefore(endpoints: object[]): void {
		const text = JSON.stringify({ records: endpoints });
		bench().simulator.fail({ times: 1, operationId: 'listWebhooks', with: 200, text });
	}

	it("doesn't prevent going back to former settings", async () => {
		const first = await bench().activeTrigger({ parameters: { events: ['fax_received'] } });
		const before = structuredClone(bench().endpointsOf(first));
		const second = first.edited({ parameters: { events: ['fax_sent'] } });
		await second.activate();
		listAsBefore(before);
		await second.edited({ parameters: { events: ['fax_received'] } }).activate();
		expect(bench().endpointsOf(first)).toEqual(before);
	});

	it("doesn't make a deleted endpoint look like an existing one", async () => {
		const trigger = await bench().activeTrigger();
		const before = structuredClone(bench().endpointsOf(trigger));
		await trigger.delete();
		await bench().untilGone(trigger);
		listAsBefore(before);
		await trigger.activate();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		expect(trigger.staticData['endpointId']).toBe(bench().endpointsOf(trigger)[0]?.id);
	});
});
