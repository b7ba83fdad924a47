import { useHeldDeadlines } from '../../../support/deadlines';
import { until, useTriggerBench } from '../support/bench';
import { endPauses } from '../../support/time';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();
const pass = useHeldDeadlines();

/** Longest time that a request may delay other work, in milliseconds. */
const SHORT_TIMEOUT = 10_000;

/** Returns the requests of one operation that have arrived, answered or not. */
const arrived = (operationId: string) =>
	bench().simulator.requests.filter((request) => request.operationId === operationId);

/** Begins an activation, and runs it until it needs a response from Fax.Plus or another task. */
async function beginActivation(trigger: Trigger) {
	const reading = jest.spyOn(bench().bench.engine.credentials, 'getDecrypted');
	const activation = trigger.checkExists();
	await until(() => reading.mock.results.length > 0);
	await Promise.all(reading.mock.results.map(({ value }) => value as unknown));
	await new Promise(setImmediate);
	reading.mockRestore();
	return { activation };
}

describe('An activation during a removal', () => {
	it("doesn't wait for the removal's first requests, and keeps the endpoint", async () => {
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

	it('waits at most ten seconds for its deletion, and then creates what is missing', async () => {
		const { trigger } = await bench().deactivated();
		const [before] = bench().endpointsOf(trigger);
		bench().simulator.clearRequests();
		bench().simulator.fail({
			times: 1,
			with: 'silence',
			operationId: 'deleteWebhook',
			afterEffect: true,
		});
		endPauses();
		await until(() => arrived('deleteWebhook').length === 1);

		const { activation } = await beginActivation(trigger.edited({}));
		pass(SHORT_TIMEOUT);
		expect(await activation).toBe(true);
		expect(bench().endpointsOf(trigger)).toEqual([expect.not.objectContaining({ id: before?.id })]);
	});
});

it("An activation during another one of its trigger waits at most ten seconds for the other's requests", async () => {
	const trigger = await bench().trigger();
	bench().simulator.clearRequests();
	bench().simulator.fail({ times: 1, with: 'silence', operationId: 'listWebhooks' });
	const first = trigger.create().catch(String);
	await until(() => arrived('listWebhooks').length === 1);

	const { activation } = await beginActivation(trigger.edited({}));
	pass(SHORT_TIMEOUT);
	expect(await activation).toBe(true);
	await first;
	expect(bench().endpointsOf(trigger)).toHaveLength(1);
});
