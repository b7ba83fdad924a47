import { seed } from '../../../../tools/simulator';
import { logOf, memoryOf, until, untilLogged, useTriggerBench } from '../support/bench';
import { endPauses, letTimePass, longPauses, setClocksRight } from '../../support/time';
import type { Trigger, TriggerSettings } from '../support/trigger';

const bench = useTriggerBench();

describe('A deactivated trigger', () => {
	it('keeps its endpoint for two minutes, then deletes it', async () => {
		const { trigger, log, logged, trail } = await bench().deactivated();
		const [endpoint] = bench().endpointsOf(trigger);
		expect(logged).toEqual([
			expect.stringContaining(`endpoint ${endpoint?.id ?? ''} will be deleted in two minutes`),
		]);
		expect(longPauses).toEqual([120_000]);
		const moment = expect.any(Number) as unknown;
		const home = expect.any(String) as unknown;
		expect(trigger.staticData).toEqual({ registeredAt: moment, letGoAt: moment, home });
		expect(bench().writes()).toHaveLength(1);

		endPauses();
		await until(() => trail.length > 1);

		expect(bench().endpointsOf(trigger)).toEqual([]);
		expect(log).toEqual([]);
		const [endpointId, nodeId] = [endpoint?.id, trigger.node.id];
		expect(trail).toMatchObject([
			{ event: 'endpoint.changed', outcome: 'done', endpointId, changes: 'url', nodeId },
			{ event: 'endpoint.deleted', outcome: 'done', endpointId, nodeId },
		]);
	});

	it.each([
		['fails', { with: 500 }],
		['is unavailable', { with: 503 }],
		['refuses the token', { with: 401, error: 'unauthorized', description: 'It has expired' }],
		["doesn't answer", { with: 'hang-up' }],
		['loses the answer', { with: 'hang-up', afterEffect: true }],
	] as const)('has its endpoint deleted although Fax.Plus %s at first', async (_what, failure) => {
		const { trigger, log } = await bench().deactivated();
		bench().simulator.fail({ times: 1, operationId: 'deleteWebhook', ...failure });
		await until(() => {
			endPauses();
			return bench().endpointsOf(trigger).length === 0;
		});
		expect(log).toEqual([]);
	});

	it("doesn't ask a person to delete an endpoint that stays if its credential can't be read", async () => {
		const trigger = await bench().activeTrigger({ parameters: { options: { keepEndpoint: true } } });
		const { credentials } = bench().bench.engine;
		const reading = jest.spyOn(credentials, 'getDecrypted').mockRejectedValue(new Error('It is gone'));
		const log = logOf(trigger);
		await trigger.delete();
		reading.mockRestore();
		expect(log).toEqual([expect.stringMatching(/^debug: .* is kept, because its options say so$/)]);
	});

	it("finds the endpoint by its URL if it isn't in memory", async () => {
		const active = await bench().activeTrigger();
		const trigger = active.edited({ staticData: {} });
		await trigger.delete();
		expect(trigger.staticData).toEqual({});
		await bench().untilGone(trigger);
	});

	it('keeps the endpoint if the option says so, and the next activation takes it over', async () => {
		const { trigger, logged } = await bench().deactivated({
			parameters: { options: { keepEndpoint: true } },
		});
		expect(longPauses).toEqual([]);
		expect(logged).toEqual([
			expect.stringMatching(/^debug: .*: endpoint ep_\w+ is kept, because its options say so$/),
		]);
		await trigger.activate();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		expect(bench().writes()).toHaveLength(1);
	});
});

it("A failed test event shortly before doesn't keep the production endpoint", async () => {
	const active = await bench().activeTrigger();
	const test = active.edited({ isTest: true, parameters: { channels: '0123' } });
	await expect(test.checkExists()).rejects.toThrow('no plus sign');
	await test.delete();
	await active.delete();
	await bench().untilGone(active);
});

it('A trigger that was unpublished for long counts from its next publish, whether its endpoint was kept or not', async () => {
	for (const keepEndpoint of [true, false]) {
		// The registration uses Fax.Plus's clock. In this test, that's real time in whole seconds.
		setClocksRight();
		const { trigger } = await bench().deactivated({ parameters: { options: { keepEndpoint } } });
		const { registeredAt: before } = trigger.staticData as { registeredAt: number };
		await letTimePass(20 * 60_000);
		await trigger.activate();
		setClocksRight();
		expect(trigger.staticData['registeredAt']).not.toBe(before);
	}
});

describe('A copy of a workflow', () => {
	it('that takes over its webhook URL and endpoint counts from its own publish', async () => {
		const { trigger } = await bench().deactivated({ parameters: { options: { keepEndpoint: true } } });
		const [endpoint] = bench().endpointsOf(trigger);
		const { registeredAt = 0 } = trigger.staticData as { registeredAt?: number };
		for (const staticData of [{}, trigger.staticData]) {
			const copy = trigger.edited({ workflowId: `copy with ${JSON.stringify(staticData)}`, staticData });
			const log = logOf(copy);
			await copy.activate();
			expect(copy.staticData).toMatchObject({ endpointId: endpoint?.id });
			expect((copy.staticData as { registeredAt: number }).registeredAt).toBeGreaterThan(registeredAt);
			expect(log.filter((line) => line.startsWith('warn'))).toEqual([]);
		}
	});

	it("with its own URL doesn't ask a person to delete the original's endpoint", async () => {
		const trigger = await bench().activeTrigger();
		const copy = await bench().trigger({ staticData: { ...trigger.staticData } });
		const log = logOf(copy);
		await copy.activate();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		expect(log.filter((line) => line.startsWith('warn'))).toEqual([]);
	});
});

describe('A publish', () => {
	it('with another credential of the same account keeps the endpoint and its secret', async () => {
		const { trigger, log } = await bench().deactivated();
		const before = structuredClone(bench().endpointsOf(trigger));
		const published = trigger.edited({
			credentials: await bench().bench.oAuth2(),
			parameters: { authentication: 'oAuth2' },
		});
		await published.activate();
		bench().server.register(trigger.url, published);
		endPauses();
		await untilLogged(log, /because a trigger is using its webhook URL again$/);

		expect(bench().endpointsOf(trigger)).toEqual(before);
	});

	it('with another credential that fails without an answer keeps the endpoint for the next attempt', async () => {
		const { trigger, log } = await bench().deactivated();
		const before = structuredClone(bench().endpointsOf(trigger));
		const published = trigger.edited({
			credentials: await bench().bench.oAuth2(),
			parameters: { authentication: 'oAuth2' },
		});
		bench().simulator.fail({ times: 1000, with: 503 });
		await expect(published.activate()).rejects.toThrow('HTTP 503');
		await published.delete();
		bench().simulator.recover();
		await published.activate();
		await bench().afterAnotherLeft();

		expect(bench().endpointsOf(trigger)).toEqual(before);
		expect(log).not.toContainEqual(expect.stringContaining('removed'));
	});

	it("with another account's credential deletes only the endpoint at the old one", async () => {
		const { trigger } = await bench().deactivated();
		const published = trigger.edited({ credentials: await bench().bench.accessToken(seed.otherToken) });
		await published.activate();
		bench().server.register(trigger.url, published);
		await bench().untilGone(trigger);
		expect(bench().endpointsOf(published, seed.otherAccountId)).toHaveLength(1);
	});
});

describe('An activation that fails and is repeated', () => {
	it.each([
		['the answer to the creation was lost', { with: 'hang-up', afterEffect: true }],
		['Fax.Plus failed after the creation', { with: 500, afterEffect: true }],
	] as const)('succeeds with one endpoint when %s', async (_what, failure) => {
		const trigger = await bench().trigger();
		bench().simulator.fail({ times: 1, operationId: 'createWebhook', ...failure });
		await trigger.activate();
		const [endpoint, ...more] = bench().endpointsOf(trigger);
		expect(more).toEqual([]);
		expect(trigger.staticData).toEqual(memoryOf(endpoint?.id, trigger));
	});
});

describe('Deactivating never fails', () => {
	it.each<[string, (trigger: Trigger) => Partial<TriggerSettings>]>([
		['the credential was deleted', () => ({ credentials: { faxPlusApi: { id: 'gone', name: 'gone' } } })],
		['no credential is selected', () => ({ credentials: {} })],
		['OAuth2 is selected but not connected', () => ({ parameters: { authentication: 'oAuth2' } })],
		['an expression is broken', () => ({ parameters: { authentication: '={{ $json.missing.field }}' } })],
	])('when %s: the log says what to do', async (_what, changes) => {
		const active = await bench().activeTrigger();
		const trigger = active.edited(changes(active));
		const log = logOf(trigger);
		expect(await trigger.delete()).toBe(true);
		expect(log).toEqual([
			expect.stringMatching(
				/^error: .*: endpoint ep_\w+ couldn't be marked for removal \(.+\)\. If you don't publish the workflow again, delete the endpoint with the Fax\.Plus node, "Webhook Endpoint: Delete"\.$/,
			),
		]);
		expect(longPauses).toEqual([]);
	});

	it('when the credential was deleted while later work was due, and that work ends too', async () => {
		const active = await bench().activeTrigger({ parameters: { events: ['fax_received'] } });
		const before = structuredClone(bench().endpointsOf(active));
		const published = active.edited({ parameters: { events: ['fax_sent'] } });
		bench().simulator.fail({ times: 1000, with: 503 });
		expect(await published.checkExists()).toBe(true);
		bench().simulator.recover();
		const trigger = published.edited({ credentials: { faxPlusApi: { id: 'gone', name: 'gone' } } });
		// After a rename, only this process knows the endpoint.
		const renamed = trigger.edited({ staticData: {} });
		const log = logOf(renamed);

		expect(await renamed.delete()).toBe(true);
		expect(log).toEqual([expect.stringContaining(`: endpoint ${before[0]?.id ?? ''} couldn't be marked`)]);
		await bench().afterAnotherLeft();

		expect(bench().endpointsOf(active)).toEqual(before);
		expect(log.filter((line) => line.includes(`(${active.workflow.id})`))).toHaveLength(1);
	});

	it("when Fax.Plus doesn't answer, and without waiting for it", async () => {
		const trigger = await bench().activeTrigger();
		bench().simulator.fail({ times: 1000, with: 'silence' });
		expect(await trigger.delete()).toBe(true);
		expect(bench().writes()).toHaveLength(1);
	});
});
