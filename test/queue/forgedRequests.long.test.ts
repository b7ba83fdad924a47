import { listen, startRegularMode, type Listener, type Rig } from '../../tools/harness/endurance';
import { seed, startSimulator, type Simulator } from '../../tools/simulator';
import { n8nVersionsOf } from '../../tools/bench/figures/versions';
import { HeldMemory } from '../../tools/harness/n8n/heldMemory';
import { expectEachOnce, expectRefused, flood, note, report, Scenarios, type FloodResult } from './support';

const FORGED = Number(process.env['FORGED'] ?? 3_000);
/**
 * With n8n's default, `false`, each request needs an expression isolate. That costs four fifths of the speed, and a lot of
 * memory.
 */
const LAZY = process.env['LAZY'] ?? 'true';
const GENUINE = 60;
const GENUINE_RATE = 2;
/** Maximum number of requests to Fax.Plus that unsigned deliveries may cause within a minute. */
const MOST_READS = 30;
const MINUTE = 60_000;
const MEMORY_TOLERANCE = 1.25;
const SCENARIO = 'beside forged requests';

let memory: HeldMemory;
let simulator: Simulator;
let n8n: Rig;
let scenarios: Scenarios;
let listener: Listener;

beforeAll(async () => {
	memory = await HeldMemory.start();
	n8n = await startRegularMode({ env: { ...memory.env, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: LAZY } });
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
	await memory.stop();
});

it('refuses forged requests, and starts nothing for them', async () => {
	const before = await executionCount();
	// Under this load, n8n and V8 also reach the memory size that they keep.
	expectRefused(await flood(target(), listener.endpoint.secret, Math.ceil(FORGED / 5)));
	expect(await executionCount()).toBe(before);
});

it('accepts genuine deliveries in between, and frees its memory', async () => {
	const before = await memory.of(n8n.main);
	let forged: FloodResult | undefined;
	let begun = 0;
	const outcome = await scenarios.run(SCENARIO, listener, {
		count: GENUINE,
		rate: GENUINE_RATE,
		midway: {
			after: 10,
			run: async () => {
				simulator.clearRequests();
				begun = Date.now();
				const delivered = [...(simulator.state.accounts.get(seed.accountId)?.faxes.keys() ?? [])];
				forged = await flood(target(), listener.endpoint.secret, FORGED, delivered);
			},
		},
	});
	const minutes = Math.floor((Date.now() - begun) / MINUTE) + 1;
	const reads = simulator.requests.length;
	const after = await memory.of(n8n.main);
	note(SCENARIO, {
		'forged requests': FORGED,
		'forged requests a second': forged?.perSecond ?? 0,
		'their answers, by status': JSON.stringify(forged?.answers),
		'requests to Fax.Plus for them, and in how many minutes': `${reads}, ${minutes}`,
		'MB of heap before and after, of memory before and after': [before, after]
			.flatMap(({ heap, resident }) => [heap, resident])
			.map(Math.round)
			.join(', '),
	});

	expectRefused(forged ?? { answers: {}, unanswered: FORGED, perSecond: 0 });
	expectEachOnce(outcome, GENUINE);
	expect(reads).toBeLessThanOrEqual(MOST_READS * minutes);
	// Only genuine delivery attempts start executions, and copies within a minute start none.
	expect(outcome.executions).toBeLessThanOrEqual(outcome.attempts);
	expect(after.heap).toBeLessThanOrEqual(before.heap * MEMORY_TOLERANCE);
});

async function executionCount(): Promise<number> {
	return (await n8n.main.api.listExecutions(listener.workflowId)).length;
}

function target(): string {
	return listener.addressAt(n8n.main);
}
