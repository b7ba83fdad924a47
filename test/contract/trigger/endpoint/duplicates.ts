import { logOf, memoryOf, untilGivenUp, useTriggerBench } from '../support/bench';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();

const IDS = ['ep_1', 'ep_2', 'ep_3'];
const ALL_KEPT =
	/^warn: .*: endpoints ep_1, ep_2, ep_3 have its webhook URL\. All are kept, .*delete the others with the Fax\.Plus node, "Webhook Endpoint: Delete"/;

/** Returns a trigger that remembers this endpoint in its static data, while its URL has three. */
async function triggerAmongThree(remembered?: string): Promise<{ trigger: Trigger; log: string[] }> {
	const fresh = await bench().trigger();
	const { url } = fresh;
	for (const id of IDS) bench().addEndpoint({ id, url });
	const trigger = fresh.edited({
		staticData: remembered === undefined ? {} : { endpointId: remembered, url },
	});
	return { trigger, log: logOf(trigger) };
}

describe('With several endpoints at its URL, a trigger', () => {
	it('with one in memory keeps that, and deletes the others', async () => {
		const { trigger, log } = await triggerAmongThree('ep_2');
		bench().addEndpoint({ id: 'ep_other', url: 'https://elsewhere.example/' });

		await trigger.activate();

		expect(bench().idsOf(trigger)).toEqual(['ep_2']);
		expect(bench().simulator.endpoint('ep_other')).toBeDefined();
		expect(trigger.staticData).toEqual(memoryOf('ep_2', trigger));
		for (const id of ['ep_1', 'ep_3']) {
			const lines = log.filter((line) => line.includes(`removing endpoint ${id}, which has the same`));
			expect(lines).toHaveLength(1);
		}
	});

	it.each([undefined, 'ep_unknown'])(
		'with %s in memory keeps all, because any secret may be in use, and says so',
		async (remembered) => {
			const { trigger, log } = await triggerAmongThree(remembered);
			await trigger.activate();
			expect(bench().idsOf(trigger)).toEqual(IDS);
			expect(trigger.staticData).toEqual(memoryOf(undefined, trigger));
			expect(log).toContainEqual(expect.stringMatching(ALL_KEPT));
		},
	);

	it("still keeps all after n8n restarts and only the workflow's memory is left", async () => {
		const before = await triggerAmongThree();
		await before.trigger.activate();
		const { trigger: other } = await triggerAmongThree();
		const staticData = { ...before.trigger.staticData, url: other.url };
		await other.edited({ staticData }).activate();
		expect(bench().idsOf(other)).toEqual(IDS);
	});

	it('updates the events of all, because deliveries from any may be used', async () => {
		const { trigger } = await triggerAmongThree();
		await trigger.edited({ parameters: { events: ['fax_sent'] } }).activate();
		const endpoints = bench().endpointsOf(trigger);
		expect(endpoints.map(({ filter_types }) => filter_types)).toEqual(IDS.map(() => ['fax_sent']));
	});

	it('recognizes its own again after a person deleted the others', async () => {
		const { trigger } = await triggerAmongThree();
		await trigger.activate();
		for (const id of ['ep_1', 'ep_3']) bench().account.endpoints.delete(id);
		const published = trigger.edited({});
		const log = logOf(published);
		await published.activate();
		expect(published.staticData).toEqual(memoryOf('ep_2', trigger));
		expect(log).toEqual([]);

		bench().addEndpoint({ id: 'ep_4', url: trigger.url });
		await published.edited({}).activate();
		expect(bench().idsOf(trigger)).toEqual(['ep_2']);
	});

	it('also keeps all when it switches to another credential of the same account', async () => {
		const { trigger } = await triggerAmongThree();
		await trigger.activate();
		const log = logOf(trigger);
		await trigger.delete();
		const published = trigger.edited({
			credentials: await bench().bench.oAuth2(),
			parameters: { authentication: 'oAuth2' },
		});
		await published.activate();
		await untilGivenUp(log, /it's unknown which endpoint the trigger uses now/);
		expect(bench().idsOf(trigger)).toEqual(IDS);
	});

	it('continues when another process has deleted a surplus one', async () => {
		const { trigger } = await triggerAmongThree('ep_1');
		bench().simulator.fail({ times: 1, with: 404, operationId: 'deleteWebhook' });
		await trigger.activate();
		expect(trigger.staticData['endpointId']).toBe('ep_1');
	});
});
