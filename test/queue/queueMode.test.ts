import { startSimulator, type Simulator } from '../simulator';
import type { N8n } from '../support/n8n';
import {
	balance,
	DeliveryStreams,
	figuresOf,
	listen,
	mark,
	note,
	printReport,
	startQueueMode,
	untilEnded,
	type Ledger,
	type Listener,
	type QueueMode,
	type StreamOptions,
} from '../support/queue';

const DELIVERIES = Number(process.env['DELIVERIES'] ?? 600);
const RATE = Number(process.env['RATE'] ?? 10);
const PATIENCE_MS = 30_000;
const DOWN_MS = 3_000;

jest.setTimeout(1_200_000);

let queueMode: QueueMode;
let simulator: Simulator;
let listener: Listener;
let streams: DeliveryStreams;

beforeAll(async () => {
	simulator = await startSimulator({ retrySchedule: [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] });
	queueMode = await startQueueMode();
	streams = new DeliveryStreams(simulator, queueMode.addresses);
	listener = await listen(queueMode.main, simulator);
});

afterAll(async () => {
	const servers = [await queueMode.postgres.version(), queueMode.redis.version()].join(', ');
	printReport(`Queue mode: n8n ${queueMode.main.version}, ${servers}, 2 webhook processes, 2 workers`);
	await listener.stop();
	await queueMode.stop();
	await simulator.stop();
});

/** Runs a stream, lets n8n recover what its faults have left behind, and notes the figures. */
async function stream(scenario: string, options: StreamOptions): Promise<Ledger> {
	const { api } = queueMode.main;
	const before = await mark(api, listener.workflowId);
	const result = await streams.run(options);
	await queueMode.untilAllRun();
	if (!(await untilEnded(api, listener.workflowId, PATIENCE_MS))) {
		// n8n looks for executions without a job at its start, and then once an hour.
		await queueMode.main.kill();
		await queueMode.untilAllRun();
		await untilEnded(api, listener.workflowId, PATIENCE_MS);
	}
	const ledger = await balance(api, listener, before, result.deliveries);
	note(scenario, figuresOf(result, ledger));
	console.log(scenario, JSON.stringify(ledger), queueMode.supervisor.restarts.join());
	return ledger;
}

it('passes each delivery in exactly one execution, although a third comes again to the other process', async () => {
	const ledger = await stream('undisturbed', { count: DELIVERIES, rate: RATE });

	expect(ledger).toMatchObject({
		accepted: DELIVERIES,
		passedOnce: DELIVERIES,
		lost: [],
		lostInCrash: [],
		twice: [],
		crashed: [],
		failed: [],
		unfinished: [],
	});
});

describe('Faults', () => {
	const count = Math.ceil(DELIVERIES / 3);
	const faults: Array<[string, () => Promise<void>]> = [
		['webhook process killed', () => kill(queueMode.webhooks[0])],
		['worker killed', () => kill(queueMode.workers[0])],
		['main process killed', () => kill(queueMode.main)],
		['Redis restarted', () => queueMode.redis.restart(DOWN_MS)],
		['PostgreSQL restarted', () => queueMode.postgres.restart(DOWN_MS)],
	];

	it.each(faults)('%s', async (fault, run) => {
		const ledger = await stream(fault, { count, rate: RATE, midway: { after: Math.ceil(count / 3), run } });

		expect(ledger).toMatchObject({ accepted: count, lost: [], unfinished: [] });
	});
});

/** Ends a process at once; the supervisor starts it again. */
async function kill(n8n: N8n | undefined): Promise<void> {
	if (n8n === undefined) throw new Error('There is no such process');
	await n8n.kill();
}
