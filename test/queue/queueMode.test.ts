import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';

import { startSimulator, type Simulator } from '../../simulator';
import { signedHeaders } from '../../simulator/signature';
import type { N8n } from '../../harness/n8n';
import { until } from '../../harness/until';
import { n8nVersionsOf, serverVersionsOf } from '../../bench/figures/versions';
import {
	listen,
	PATIENCE_MS,
	QueueMode,
	report,
	RETRIES,
	Scenarios,
	untilEnded,
	type Listener,
} from './support';

const DELIVERIES = Number(process.env['DELIVERIES'] ?? 150);
const RATE = Number(process.env['RATE'] ?? 10);
const DOWN_MS = 3_000;
/** What was answered is in n8n's list of executions by then. */
const SETTLED_MS = 5_000;
const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';
/** Of each process: what docs/operating.md advises. With n8n's default, 2, a restart of PostgreSQL costs it deliveries. */
const DB_POSTGRESDB_POOL_SIZE = process.env['DB_POSTGRESDB_POOL_SIZE'] ?? '10';

jest.setTimeout(1_200_000);

let simulator: Simulator;
let queueMode: QueueMode;
let scenarios: Scenarios;
let listener: Listener;

beforeAll(async () => {
	queueMode = await QueueMode.start({ env: { DB_POSTGRESDB_POOL_SIZE } });
	simulator = await startSimulator({
		ca: queueMode.front.certificate,
		retrySchedule: RETRIES,
	});
	scenarios = new Scenarios(queueMode, simulator);
	listener = await listen(queueMode.main, simulator);
});

afterAll(async () => {
	const n8n = await n8nVersionsOf(queueMode.main.version);
	report('queueMode', {
		options: { 'offered a second': RATE, 'connections a process': DB_POSTGRESDB_POOL_SIZE },
		versions: { ...n8n, ...(await serverVersionsOf(queueMode)) },
	});
	await listener.stop();
	await queueMode.stop();
	await simulator.stop();
});

it('passes each delivery in exactly one execution, although a third comes again to the other process', async () => {
	const { ledger } = await scenarios.run('undisturbed', listener, { count: DELIVERIES, rate: RATE });

	expect(ledger).toMatchObject({ accepted: DELIVERIES, passedOnce: DELIVERIES, lost: [], twice: [] });
	expect(ledger).toMatchObject({ crashed: [], givenUp: [], failed: [], unfinished: [] });
});

it('passes a fax once that no secret vouches for, although both webhook processes ask Fax.Plus about it', async () => {
	const { api } = queueMode.main;
	const path = new URL(listener.endpoint.url).pathname;
	const [known] = simulator.faxReceived({ clockOffset: 600 });
	const { body = '' } = known ?? {};
	const post = async (url: string, text: string): Promise<number> => {
		const headers = {
			...signedHeaders(WRONG_SECRET, 'msg_of_a_stranger', text),
			'content-type': 'application/json',
		};
		return (await axios.post(url + path, text, { headers, validateStatus: () => true })).status;
	};

	// As the service, again until n8n takes it: a machine that is busy may ask too late.
	const untilTaken = async (url: string) =>
		await until(async () => (await post(url, body)) === 200 || undefined);
	await Promise.all(queueMode.webhooks.map(async ({ url }) => await untilTaken(url)));
	for (const { url } of queueMode.webhooks)
		expect(await post(url, body.replaceAll('fax_', 'fax_of_'))).toBe(401);

	await known?.settled;
	await pause(SETTLED_MS);
	expect(await untilEnded(api, listener.workflowId, PATIENCE_MS)).toBe(true);
	const { data } = JSON.parse(body) as { data: { id: string } };
	expect(listener.passes.passes.filter(({ id }) => id === data.id)).toHaveLength(1);
});

describe('During a stream of deliveries', () => {
	const count = Math.min(200, Math.ceil(DELIVERIES / 3));
	const faults: Array<[string, () => Promise<void>]> = [
		['webhook process killed', () => kill(queueMode.webhooks[0])],
		['worker killed', () => kill(queueMode.workers[0])],
		['main process killed', () => kill(queueMode.main)],
		['Redis restarted', () => queueMode.redis.restart(DOWN_MS)],
		['PostgreSQL restarted', () => queueMode.postgres.restart(DOWN_MS)],
	];

	it.each(faults)(
		'%s: nothing is lost but in executions that n8n lists as broken, and they can be retried',
		async (fault, run) => {
			const midway = { after: Math.ceil(count / 3), run };
			const { ledger, inFlight, stillMissing } = await scenarios.run(fault, listener, {
				count,
				rate: RATE,
				midway,
			});

			expect(ledger).toMatchObject({ accepted: count, failed: [], unfinished: [] });
			expect(ledger.lost.length).toBeLessThanOrEqual(ledger.givenUp.length);
			expect(ledger.lostWithExecution.length).toBeLessThanOrEqual(ledger.crashed.length);
			expect(stillMissing).toEqual([]);
			expect(inFlight).toEqual(expect.arrayContaining(ledger.twice));
			const others = [...ledger.lost, ...ledger.lostWithExecution, ...ledger.twice];
			expect(ledger.passedOnce).toBe(count - others.length);
		},
	);
});

/** Ends a process at once; the supervisor starts it again. */
async function kill(n8n: N8n | undefined): Promise<void> {
	if (n8n === undefined) throw new Error('There is no such process');
	await n8n.kill();
}
