import { useHeldDeadlines } from '../../../support/deadlines';
import { logOf, until, useTriggerBench } from '../support/bench';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();
const pass = useHeldDeadlines();

/** Deletes the endpoint of a trigger in Fax.Plus. */
function lose(trigger: Trigger): void {
	for (const id of bench().idsOf(trigger)) bench().account.endpoints.delete(id);
}

describe("A publish while Fax.Plus doesn't answer", () => {
	it("keeps a renamed node's endpoint too", async () => {
		const former = await bench().activeTrigger();
		const remembered = former.staticData;
		await former.delete();
		// n8n keeps a node's static data under the node's name, so a renamed node has none.
		const renamed = former.edited({ staticData: {} });
		bench().simulator.fail({ times: 1000, with: 503 });

		expect(await renamed.checkExists()).toBe(true);
		expect(renamed.staticData).toEqual(remembered);
	});
});

describe("A publish while n8n's database doesn't answer", () => {
	it('keeps the endpoint, and the next check changes it', async () => {
		const former = await bench().activeTrigger({ parameters: { events: ['fax_received'] } });
		const [before] = bench().endpointsOf(former);
		const trigger = former.edited({ parameters: { events: ['fax_sent'] } });
		const log = logOf(trigger);
		const { credentials } = bench().bench.engine;
		const reading = jest.spyOn(credentials, 'getDecrypted');
		reading.mockRejectedValue(new Error('timeout exceeded when trying to connect'));

		expect(await trigger.checkExists()).toBe(true);
		expect(log).toEqual([expect.stringContaining('timeout exceeded when trying to connect')]);

		reading.mockRestore();
		await trigger.poll();
		expect(bench().endpointsOf(trigger)).toEqual([{ ...before, filter_types: ['fax_sent'] }]);
	});
});

describe('A publish of a trigger whose data n8n lost, because another node saved old static data', () => {
	const LOOK_BACK = 5 * 24 * 3_600_000;

	it('checks the last five days, because a kill may have interrupted the publish', async () => {
		const trigger = await bench().trigger();
		trigger.workflow.getStaticData('global')['faxPlus node 2'] = { revision: 7 };
		bench().addEndpoint({ id: 'ep_own', url: trigger.url });
		const log = logOf(trigger);
		await trigger.activate();
		const { registeredAt, lostAt } = trigger.staticData as Record<string, number>;
		expect(Number(lostAt) - Number(registeredAt)).toBe(LOOK_BACK);
		expect(log.filter((line) => line.includes('the last five days'))).toHaveLength(1);
	});

	it.each([
		['without an endpoint', undefined],
		['whose endpoint was marked an hour ago', 3_600_000],
	])("starts with the publish for one %s, because it wasn't active", async (_which, age) => {
		const trigger = await bench().trigger();
		trigger.workflow.getStaticData('global')['faxPlus node 2'] = { revision: 7 };
		const url = `${trigger.url}?faxplus-unused=${Date.now() - Number(age)}-0123456789abcdef`;
		if (age !== undefined) bench().addEndpoint({ id: 'ep_own', url });
		const before = Date.now();
		await trigger.activate();
		expect(Number(trigger.staticData['registeredAt'])).toBeGreaterThan(before - 60_000);
	});
});

describe('When n8n starts', () => {
	it.each([
		['', 'init'],
		[' although another main process led before', 'leadershipChange'],
	] as const)(
		"a trigger with an endpoint in memory doesn't wait%s, and is still compared with the fields",
		async (_why, start) => {
			const trigger = await bench().activeTrigger();
			lose(trigger);
			bench().simulator.fail({ times: 1, with: 'silence' });
			bench().simulator.clearRequests();
			expect(await trigger.checkExists(start)).toBe(true);
			const polling = trigger.poll();
			await until(() => bench().simulator.requests.length > 0);
			pass(10_000);
			await polling;
			bench().simulator.recover();
			await trigger.checkExists(start);
			await until(() => bench().endpointsOf(trigger).length === 1);
		},
	);

	it('a trigger whose data n8n lost checks the last five days, and the log says so', async () => {
		const trigger = await bench().trigger();
		const log = logOf(trigger);
		for (let start = 0; start < 2; start++) await trigger.checkExists('init');
		expect(log.filter((line) => line.includes('the last five days'))).toHaveLength(1);
		await until(() => 'lostAt' in trigger.staticData);
		const { registeredAt, lostAt } = trigger.staticData as Record<string, number>;
		expect(Number(lostAt) - Number(registeredAt)).toBe(5 * 24 * 3_600_000);
	});

	it('at another address, a trigger that Fax.Plus refuses stays, and the next check creates its endpoint', async () => {
		const former = {
			url: 'https://former.example/webhook',
			endpointId: 'ep_former',
			registeredAt: Date.now(),
		};
		const moved = await bench().trigger({ staticData: former });
		bench().simulator.fail({ times: 1, with: 401 });
		expect(await moved.checkExists('init')).toBe(true);
		await moved.poll();
		await until(() => bench().endpointsOf(moved).length === 1);
	});
});

describe('A check at an interval', () => {
	it.each<[string, object | undefined]>([
		['deleted', undefined],
		['changed', { filter_types: ['fax_sent'] }],
		['limited to a number', { channels: ['+15550100000'] }],
		['sent to another address', { url: 'https://elsewhere.example/' }],
	])('restores an endpoint that somebody has %s in Fax.Plus', async (_what, change) => {
		const trigger = await bench().activeTrigger();
		if (change) Object.assign(bench().endpointsOf(trigger)[0] ?? {}, change);
		else lose(trigger);
		expect(await trigger.poll()).toBeNull();

		const [endpoint, ...more] = bench().endpointsOf(trigger);
		expect(more).toEqual([]);
		expect(endpoint).toMatchObject({ filter_types: ['fax_received'], channels: null });
		expect(trigger.staticData['endpointId']).toBe(endpoint?.id);
	});

	it('sends three requests, and changes nothing, if everything is as it should be', async () => {
		const parameters = { channels: '+1 555 010 0000', events: ['fax_received', 'fax_sent'] };
		const trigger = await bench().activeTrigger({ parameters });
		bench().simulator.clearRequests();
		const log = logOf(trigger);
		expect(await trigger.poll()).toBeNull();
		const asked = bench().simulator.requests.map(({ operationId }) => operationId);
		expect(asked).toEqual(['listWebhooks', 'listFaxes', 'listFaxes']);
		expect(log).toEqual([]);
	});

	it('leaves endpoints alone before the trigger is created, and after it was deactivated', async () => {
		const trigger = await bench().trigger();
		await trigger.poll();
		expect(bench().simulator.requests.map(({ operationId }) => operationId)).toEqual(['listFaxes']);
		await trigger.activate();
		await trigger.delete();
		lose(trigger);
		await trigger.poll();
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('reports once what a person has to fix, and the log says each time why nothing was compared', async () => {
		const trigger = await bench().activeTrigger();
		const log = logOf(trigger);
		bench().simulator.fail({ times: 100, with: 401, error: 'no', description: 'It is refused' });
		await expect(trigger.poll()).rejects.toThrow('It is refused (no, HTTP 401)');
		expect(log).toHaveLength(2);
		log.length = 0;
		expect(await trigger.poll()).toBeNull();
		expect(log).toEqual([
			expect.stringMatching(/^warn: .* n8n couldn't compare .* It is refused .no, HTTP 401.\. /),
			expect.stringMatching(/^warn: .*: a check for missed faxes failed.* It is refused .no, HTTP 401.$/),
		]);
	});

	it('reports it even if n8n creates a context for each poll', async () => {
		const trigger = await bench().activeTrigger();
		bench().simulator.fail({ times: 100, with: 401, error: 'no', description: 'It is refused' });
		await expect(trigger.pollWithin(36_000)).rejects.toThrow('It is refused');
		expect(await trigger.pollWithin(36_000)).toBeNull();
	});
});

describe('A deactivation', () => {
	it("also deletes the endpoint that was created after n8n stored the workflow's memory", async () => {
		const trigger = await bench().activeTrigger();
		const stored = trigger.staticData;
		lose(trigger);
		await trigger.poll();
		// The poll used a clock that's ahead, so the endpoint's creation time would be too late here.
		Object.assign(bench().endpointsOf(trigger)[0] ?? {}, { createdAt: 0 });
		const restored = trigger.edited({ staticData: stored });
		await restored.delete();
		await bench().untilGone(trigger);
	});
});
