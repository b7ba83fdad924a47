import {
	DeliveredFaxes,
	killMain,
	Ledger,
	publishSends,
	Random,
	sentFaxes,
	untilEnded,
	watchFaxes,
} from '../../tools/harness/endurance';
import { startSimulator } from '../../tools/simulator';
import { requestN8n } from '../../tools/harness/n8n';
import { node } from '../../tools/harness/n8n/workflows';
import { until } from '../../tools/harness/until';
import {
	expectNoFaxLost,
	expectNoneLost,
	foundByLaterCheck,
	KilledBatches,
	LIMIT_WITH_CHECKS_MS,
	note,
	PATIENCE_MS,
	runPolling,
	useQueueMode,
} from './support';

const DELIVERIES = Math.min(200, Number(process.env['DELIVERIES'] ?? 50));
const RATE = Number(process.env['RATE'] ?? 10);
/** A full run has 2,000 faxes in 8 minutes, and 6 kills. */
const FAXES = Number(process.env['FAXES'] ?? 40);
const MINUTES = Number(process.env['MINUTES'] ?? 0.5);
const KILLS = Number(process.env['KILLS'] ?? 2);
/** Number of batches of sends. Each is killed at a different moment. The figure in docs/reliability.md uses 40. */
const BATCHES = Number(process.env['KILLED_BATCHES'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 1);
/** Number of batches that run on two workers during one kill. */
const AT_ONCE = 6;
const DOWN_MS = 3_000;
/** Number of executions that n8n is made to lose. */
const LOST = 3;
/** Number of executions that send one fax each at the same time, and how many of these faxes are allowed. */
const SENDS = 50;
const ALLOWED = 10;

const STATIC_DATA_CODE = `
const data = $getWorkflowStaticData('global');
data.count = (data.count ?? 0) + 1;
data.last = $('Trigger').first().json.webhookId;
return $input.all();
`;

/** A node that writes static data in each execution. Each execution then saves an old copy of the trigger's static data. */
const writeStaticData = node(
	'Static data',
	'n8n-nodes-base.code',
	{ jsCode: STATIC_DATA_CODE },
	{ typeVersion: 2 },
);

const bench = useQueueMode('queueModeFaults', { between: () => [writeStaticData] });

describe('During a stream of deliveries', () => {
	const faults: Array<[string, () => Promise<void>]> = [
		['webhook process killed', async () => await bench().queueMode.webhooks[0]?.kill()],
		['main process killed', () => bench().queueMode.main.kill()],
		['Redis restarted', () => bench().queueMode.redis.restart(DOWN_MS)],
	];

	it.each(faults)(
		'%s: only executions that n8n lists as broken lose faxes, and these can be retried',
		async (fault, run) => {
			const midway = { after: Math.ceil(DELIVERIES / 3), run };
			const { scenarios, listener } = bench();
			const outcome = await scenarios.run(fault, listener, {
				count: DELIVERIES,
				rate: RATE,
				midway,
				waitsForCheck: true,
			});

			expectNoneLost(outcome, DELIVERIES);
		},
		LIMIT_WITH_CHECKS_MS,
	);
});

it(
	'polls lose no fax while Fax.Plus fails and the main process and workers are killed',
	async () => {
		const { queueMode } = bench();
		const kills = [queueMode.main, ...queueMode.workers.slice(0, 1)].map((n8n) => () => n8n.kill());
		const polled = await startSimulator();
		const outcome = await runPolling(queueMode, polled, await watchFaxes(queueMode.main.api, polled), {
			faxes: FAXES,
			duration: MINUTES * 60_000,
			faults: Array.from({ length: KILLS }, (_, at) => kills[at % kills.length]).filter(
				(kill) => kill !== undefined,
			),
			waitsForCheck: true,
		});
		note('polls, main process and workers killed', outcome.figures);
		await polled.stop();

		expectNoFaxLost(outcome);
	},
	LIMIT_WITH_CHECKS_MS,
);

it(
	'faxes whose executions n8n lost, before a worker took them, start the workflow with a later check, once each',
	async () => {
		const { queueMode, simulator, listener } = bench();
		const { main, postgres, workers } = queueMode;
		const faxes = new DeliveredFaxes(simulator, listener.passes);
		const untaken = "select id from execution_entity where status = 'new'";
		for (const { pid } of workers) process.kill(pid, 'SIGSTOP');
		const ids = Array.from({ length: LOST }, () => faxes.add().id);
		await faxes.settled();
		await until(async () => (await postgres.rows(untaken)).length === LOST || undefined);
		await postgres.run(`delete from execution_data where "executionId" in (${untaken})`);
		for (const { pid } of workers) process.kill(pid, 'SIGCONT');

		expect(await foundByLaterCheck(new Ledger(main.api, listener, faxes), ids)).toEqual(ids);
		expect(listener.passes.passes.filter(({ id }) => ids.includes(id))).toHaveLength(LOST);
	},
	LIMIT_WITH_CHECKS_MS,
);

it('batches of sends whose processes are killed and that are retried reach nobody twice, and omit nobody without saying so', async () => {
	const { queueMode } = bench();
	const { main, webhooks, workers, supervisor } = queueMode;
	const faxing = await startSimulator();
	const seeded = new Random(`batches ${SEED}`);
	const random = () => seeded.next();
	const batches = await KilledBatches.start(main, faxing, random);
	await batches.kill(BATCHES, AT_ONCE, async () => {
		// The process that queued an execution removes its data when the execution's worker is gone.
		const ended = random() < 0.3 ? workers : [...webhooks, main, ...workers];
		await Promise.all(ended.map(async (each) => each.kill()));
		await supervisor.untilAllRun();
	});
	const tally = await batches.retryAll(() => killMain(queueMode));
	await faxing.stop();
	console.log(`n8n ${main.version} in queue mode, seed ${SEED}: ${JSON.stringify(tally)}`);

	expect(tally).toMatchObject({ twice: [], leftOut: [] });
	// docs/send.md quotes n8n's words for these executions.
	for (const { error, retry } of tally.emptied) {
		expect(error).toMatch(/failed to be processed too many times/);
		expect(retry).not.toMatch(/^success/);
	}
});

it('Max Faxes per Day holds for all workers, but for the faxes that others have in flight, and after their restart', async () => {
	const { queueMode, simulator } = bench();
	const { main, workers, supervisor } = queueMode;
	const { account, workflowId, url, agent } = await publishSends(main, simulator, {
		name: 'limited',
		number: '+15550100132',
		to: '$json.body.number',
		guards: { maxPerDay: ALLOWED },
	});
	const sent = () => sentFaxes(account).length;
	let numbers = 0;
	const post = async () => {
		const number = `+1555${4_000_000 + numbers++}`;
		const { status } = await requestN8n({ url, method: 'POST', data: { number }, httpsAgent: agent });
		return status;
	};
	const expectEnded = async (count: number) => {
		expect(await untilEnded(main.api, workflowId, PATIENCE_MS)).toBe(true);
		const executions = await main.api.listExecutions(workflowId);
		expect(executions).toHaveLength(count);
		expect(executions.filter(({ status }) => status === 'success')).toHaveLength(sent());
	};
	// n8n registers a webhook only after it has responded to the publish.
	while ((await post()) !== 200);

	await Promise.all(Array.from({ length: SENDS - 1 }, post));
	await expectEnded(SENDS);
	expect(sent()).toBeGreaterThanOrEqual(ALLOWED);
	expect(sent()).toBeLessThan(ALLOWED + workers.length);

	const before = sent();
	await Promise.all(workers.map(async (worker) => worker.kill()));
	await supervisor.untilAllRun();
	await Promise.all(Array.from({ length: 5 }, post));
	await expectEnded(SENDS + 5);
	expect(sent()).toBe(before);
});
