import { untilEnded, watchFaxes } from '../../tools/harness/endurance';
import { startSimulator } from '../../tools/simulator';
import { signedHeaders } from '../../tools/simulator/signature';
import { requestN8n } from '../../tools/harness/n8n';
import { until } from '../../tools/harness/until';
import { describeManualRuns } from '../support/manualRuns';
import {
	expectEachOnce,
	expectNoFaxLost,
	expectNoneLost,
	expectRefused,
	flood,
	note,
	PATIENCE_MS,
	runPolling,
	useQueueMode,
} from './support';

const DELIVERIES = Number(process.env['DELIVERIES'] ?? 60);
const RATE = Number(process.env['RATE'] ?? 10);
/** Number of forged requests, which is three of each kind. */
const FORGED = 60;
const FAXES = 20;
const FAXES_MS = 15_000;
const DOWN_MS = 3_000;
/**
 * Time limit for a response, in milliseconds. It's high, because a busy machine would otherwise miss it. Fax.Plus would
 * then repeat the delivery, and another worker might execute the copy.
 */
const ANSWER_MS = 120_000;
const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

const bench = useQueueMode('queueMode');

afterEach(() => {
	jest.restoreAllMocks();
});

describe('With manual settings, while workers execute', () => {
	describeManualRuns(
		() => bench().queueMode.main,
		async ({ id }) => {
			const { workers } = bench().queueMode;
			// The worker's log may appear only after the execution's result.
			await until(() => workers.some(({ log }) => log.includes(`Worker started execution ${id} `)));
		},
	);
});

it('each delivery starts exactly one execution, although a third arrives again at the other process', async () => {
	jest.replaceProperty(bench().simulator.deliverySettings, 'timeout', ANSWER_MS);
	const { scenarios, listener } = bench();
	const outcome = await scenarios.run('undisturbed', listener, { count: DELIVERIES, rate: RATE });

	expectEachOnce(outcome, DELIVERIES);
});

it('a fax that no secret verifies starts the workflow once, although both webhook processes request it from Fax.Plus', async () => {
	const { queueMode, simulator, listener } = bench();
	const addresses = queueMode.webhooks.map(listener.addressAt);
	const [delivered] = simulator.faxReceived({ clockOffset: 600 });
	const { body = '' } = delivered ?? {};
	const { data } = JSON.parse(body) as { data: { id: string } };
	const post = async (url: string, text: string): Promise<number> => {
		const headers = {
			...signedHeaders(WRONG_SECRET, 'msg_of_a_stranger', text),
			'content-type': 'application/json',
		};
		return (await requestN8n({ url, method: 'POST', data: text, headers })).status;
	};

	const starts = () => listener.passes.passes.filter(({ id }) => id === data.id);
	for (const url of addresses) {
		// A busy machine may check a delivery too late. So it's repeated until n8n accepts it, as Fax.Plus does.
		await until(async () => (await post(url, body)) === 200 || undefined);
		// Two workers that read n8n's store in the same tenth of a second may both start the workflow.
		await until(() => starts().length > 0);
	}
	for (const url of addresses) expect(await post(url, body.replaceAll('fax_', 'fax_of_'))).toBe(401);

	await delivered?.settled;
	expect(await untilEnded(queueMode.main.api, listener.workflowId, PATIENCE_MS)).toBe(true);
	expect(starts()).toHaveLength(1);
});

it('forged requests are refused, and start nothing', async () => {
	const { queueMode, listener } = bench();
	const executions = async () => await queueMode.main.api.listExecutions(listener.workflowId, 1);
	const before = await executions();
	const [url = ''] = queueMode.webhooks.map(listener.addressAt);
	expectRefused(await flood(url, listener.endpoint.secret, FORGED));
	expect(await executions()).toEqual(before);
});

it("worker killed, while a third of Fax.Plus's answers fail: a delivery or listed fax is only lost if n8n lists it as broken, which can be retried, or as given up, which a check finds (long tests)", async () => {
	const { queueMode, scenarios, listener } = bench();
	let killed: Promise<void> | undefined;
	const kill = async () => await (killed ??= queueMode.workers[0]?.kill());
	const count = Math.ceil(DELIVERIES / 2);
	const polled = await startSimulator();
	const watched = await watchFaxes(queueMode.main.api, polled);
	const [deliveries, faxes] = await Promise.all([
		scenarios.run('worker killed', listener, {
			count,
			rate: RATE / 2,
			midway: { after: Math.ceil(count / 3), run: kill },
		}),
		runPolling(queueMode, polled, watched, { faxes: FAXES, duration: FAXES_MS, faults: [kill] }),
	]);
	note('faxes, worker killed', faxes.figures);
	await polled.stop();

	expectNoneLost(deliveries, count);
	expectNoFaxLost(faxes);
});

it('PostgreSQL restarted: a delivery is only lost if n8n lists it as broken, which can be retried, or as given up, which a check finds (long tests)', async () => {
	const { queueMode, scenarios, listener } = bench();
	const count = Math.ceil(DELIVERIES / 2);
	const outcome = await scenarios.run('PostgreSQL restarted', listener, {
		count,
		rate: RATE,
		midway: { after: Math.ceil(count / 3), run: () => queueMode.postgres.restart(DOWN_MS) },
	});

	expectNoneLost(outcome, count);
});
