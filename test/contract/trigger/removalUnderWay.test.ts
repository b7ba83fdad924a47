import { logOf, until, useTriggerBench } from './support/bench';
import type * as pauses from './support/pauses';
import { endPauses, longPauses } from './support/pauses';

jest.mock('n8n-workflow', () => jest.requireActual<typeof pauses>('./support/pauses').withHeldPauses());

const bench = useTriggerBench();

/** Requests of one operation that have arrived, answered or not. */
const arrived = (operationId: string) =>
	bench().simulator.requests.filter((request) => request.operationId === operationId);

describe('An activation while a removal is under way', () => {
	it('does not wait for what the removal asks first, and keeps the endpoint', async () => {
		const { trigger } = await bench().deactivated();
		const before = bench().endpointsOf(trigger);
		bench().simulator.clearRequests();
		bench().simulator.fail({ times: 1, with: 'silence', operationId: 'listWebhooks' });
		endPauses();
		await until(() => arrived('listWebhooks').length === 1);

		expect(await trigger.checkExists()).toBe(true);

		expect(arrived('listWebhooks').map(({ status }) => status)).toEqual([undefined, 200]);
		expect(bench().endpointsOf(trigger)).toEqual(before);
		expect(bench().writes()).toEqual([]);
	});

	it('waits for its deletion, and creates what is gone then', async () => {
		const { trigger } = await bench().deactivated();
		const [before] = bench().endpointsOf(trigger);
		bench().simulator.clearRequests();
		bench().simulator.fail({
			times: 1,
			with: 'silence',
			operationId: 'deleteWebhook',
			afterEffect: true,
		});
		const patient = trigger.edited({ timeout: 200 });
		await patient.delete();
		endPauses();
		await until(() => arrived('deleteWebhook').length === 1);
		const published = trigger.edited({});
		const log = logOf(published);
		bench().server.register(trigger.url, published);

		expect(await published.checkExists()).toBe(true);
		// Of a service that has left one request unanswered nothing more is asked for the time being.
		expect(arrived('listWebhooks')).toHaveLength(1);
		expect(log).toContainEqual(expect.stringContaining(`cannot be asked about endpoint ${before?.id ?? ''}`));

		await until(() => longPauses.length === 3);
		endPauses();
		await until(() => bench().endpointsOf(trigger).length === 1);
		expect(bench().endpointsOf(trigger)[0]?.id).not.toBe(before?.id);
		await until(() => log.some((line) => /Copy its signing secret/.test(line)));
	});

	it('has to wait for ten seconds at most: no request of a removal may last longer', async () => {
		const { trigger } = await bench().deactivated();
		trigger.timeouts.length = 0;
		endPauses();
		await bench().untilGone(trigger);
		expect(trigger.timeouts).toEqual([10_000, 10_000]);
	});
});

describe('A deactivation while an activation is under way', () => {
	afterEach(() => {
		bench().simulator.latency = 0;
	});

	it.each([
		{ what: 'changes nothing any more', before: true },
		{ what: 'creates nothing any more', before: false },
	])('counts: the activation $what, and does not fail', async ({ before }) => {
		const trigger = await bench().trigger({ parameters: { events: ['fax_sent'] } });
		if (before) bench().addEndpoint({ id: `ep_of_${trigger.settings.webhookId}`, url: trigger.url });
		bench().simulator.clearRequests();
		bench().simulator.latency = 100;
		const activation = trigger.activate();
		await until(() => arrived('listWebhooks').length === 1);
		await trigger.delete();
		await activation;
		expect(bench().writes()).toEqual([]);
		endPauses();
		await bench().untilGone(trigger);
	});
});
