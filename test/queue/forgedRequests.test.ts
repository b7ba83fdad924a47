import { setTimeout as pause } from 'node:timers/promises';

import { seed, startSimulator, type Simulator } from '../../simulator';
import { n8nVersionsOf } from '../../bench/figures/versions';
import { residentMegabytes } from '../support/memory';
import {
	flood,
	listen,
	note,
	report,
	Scenarios,
	startRegularMode,
	type FloodResult,
	type Listener,
	type RegularMode,
} from './support';

const FORGED = Number(process.env['FORGED'] ?? 3_000);
/** With n8n's default, `false`, each request takes an expression isolate: a fifth of the speed, and much memory. */
const LAZY = process.env['LAZY'] ?? 'true';
const GENUINE = 60;
const GENUINE_RATE = 2;
/** Of the service, in a minute, for requests that nobody vouches for. */
const MOST_READS = 30;
const MINUTE = 60_000;
const ON_THE_WAY = 3_000;
const MEMORY_TOLERANCE = 1.25;
const SCENARIO = 'beside forged requests';

jest.setTimeout(1_800_000);

let simulator: Simulator;
let n8n: RegularMode;
let scenarios: Scenarios;
let listener: Listener;

beforeAll(async () => {
	n8n = await startRegularMode({ env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: LAZY } });
	simulator = await startSimulator({ ca: n8n.main.front.certificate });
	scenarios = new Scenarios(n8n, simulator);
	listener = await listen(n8n.main, simulator);
});

afterAll(async () => {
	report(LAZY === 'true' ? 'forgedRequests' : 'forgedRequestsByDefault', {
		options: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: LAZY },
		versions: await n8nVersionsOf(n8n.main.version),
	});
	await listener.stop();
	await n8n.stop();
	await simulator.stop();
});

it('refuses what is no delivery, and starts nothing for it', async () => {
	const before = await executionCount();
	// Also brings n8n and V8 to the size that they keep after a first load.
	const { answers, unanswered } = await flood(target(), listener.endpoint.secret, Math.ceil(FORGED / 5));

	expect(unanswered).toBe(0);
	expect(Object.keys(answers).filter((status) => !status.startsWith('4'))).toEqual([]);
	expect(await executionCount()).toBe(before);
});

it('takes genuine deliveries beside it, and gives the memory back', async () => {
	const { pid } = n8n.main;
	const before = await residentMegabytes(pid);
	let forged: FloodResult | undefined;
	const { ledger } = await scenarios.run(SCENARIO, listener, {
		count: GENUINE,
		rate: GENUINE_RATE,
		midway: {
			after: 10,
			run: async () => {
				simulator.clearRequests();
				const delivered = [...(simulator.state.accounts.get(seed.accountId)?.faxes.keys() ?? [])];
				forged = await flood(target(), listener.endpoint.secret, FORGED, delivered);
			},
		},
	});
	const atOnce = await residentMegabytes(pid);
	const after = await untilBelow(pid, before * MEMORY_TOLERANCE);
	note(SCENARIO, {
		'forged requests': FORGED,
		'forged requests a second': forged?.perSecond ?? 0,
		'their answers, by status': JSON.stringify(forged?.answers),
		'reads of the service for them in a minute, at most': mostInAMinute(),
		'MB of memory before, at the end, when at rest': `${before}, ${atOnce}, ${after}`,
	});

	expect(forged?.unanswered).toBe(0);
	expect(Object.keys(forged?.answers ?? {}).filter((status) => !status.startsWith('4'))).toEqual([]);
	expect(ledger).toMatchObject({ accepted: GENUINE, passedOnce: GENUINE, lost: [], twice: [] });
	expect(ledger).toMatchObject({ crashed: [], givenUp: [], failed: [], unfinished: [] });
	expect(mostInAMinute()).toBeLessThanOrEqual(MOST_READS);
	// Only genuine attempts start executions, and copies within a minute do not even do that.
	expect(ledger.executions).toBeLessThanOrEqual(ledger.attempts);
	expect(after).toBeLessThanOrEqual(before * MEMORY_TOLERANCE);
});

/** The most requests to the service within a minute, less what two of them may differ on their way. */
function mostInAMinute(): number {
	const times = simulator.requests.map(({ startedAt }) => startedAt);
	return Math.max(
		0,
		...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE - ON_THE_WAY).length),
	);
}

async function executionCount(): Promise<number> {
	return (await n8n.main.api.listExecutions(listener.workflowId)).length;
}

/** Where the deliveries of the endpoint really go, behind the proxy. */
function target(): string {
	return n8n.main.url.replace('localhost', '127.0.0.1') + new URL(listener.endpoint.url).pathname;
}

/** Waits until a process needs no more than this memory, a minute at most; returns what it needs then. */
async function untilBelow(pid: number, megabytes: number): Promise<number> {
	for (let i = 0; i < 60 && (await residentMegabytes(pid)) > megabytes; i++) await pause(1_000);
	return await residentMegabytes(pid);
}
