import { startSimulator, type Simulator } from '../simulator';
import {
	flood,
	listen,
	note,
	printReport,
	residentMegabytes,
	Scenarios,
	startRegularMode,
	type FloodResult,
	type Listener,
	type RegularMode,
} from '../support/queue';

const FORGED = Number(process.env['FORGED'] ?? 3_000);
const GENUINE = 60;
const GENUINE_RATE = 2;
const SCENARIO = 'beside forged requests';

jest.setTimeout(1_800_000);

let simulator: Simulator;
let n8n: RegularMode;
let scenarios: Scenarios;
let listener: Listener;

beforeAll(async () => {
	simulator = await startSimulator();
	n8n = await startRegularMode();
	scenarios = new Scenarios(n8n, simulator);
	listener = await listen(n8n.main, simulator);
});

afterAll(async () => {
	printReport(`Forged requests: n8n ${n8n.main.version} in regular mode, SQLite, one process`);
	await listener.stop();
	await n8n.stop();
	await simulator.stop();
});

it('refuses what is no delivery, starts nothing for it, and takes genuine deliveries beside it', async () => {
	const { url, secret } = listener.endpoint;
	const target = `${n8n.addresses[0] ?? ''}${new URL(url).pathname}`;
	// What n8n and V8 take for their first load they keep.
	await flood(target, secret, Math.ceil(FORGED / 5));
	const { pid } = n8n.main;
	const before = await residentMegabytes(pid);

	let forged: FloodResult | undefined;
	const { ledger } = await scenarios.run(SCENARIO, listener, {
		count: GENUINE,
		rate: GENUINE_RATE,
		midway: {
			after: 1,
			run: async () => {
				forged = await flood(target, secret, FORGED);
			},
		},
	});
	const after = await residentMegabytes(pid);
	note(SCENARIO, {
		'forged requests': FORGED,
		'forged requests a second': forged?.perSecond ?? 0,
		'their answers, by status': JSON.stringify(forged?.answers),
		'MB of memory before and after': `${before}, ${after}`,
	});

	expect(forged?.unanswered).toBe(0);
	expect(Object.keys(forged?.answers ?? {}).filter((status) => !status.startsWith('4'))).toEqual([]);
	expect(ledger).toMatchObject({ accepted: GENUINE, passedOnce: GENUINE, lost: [], twice: [] });
	// Copies that came within a minute start nothing, so there is one execution for each genuine delivery.
	expect(ledger).toMatchObject({ executions: GENUINE, crashed: [], failed: [], unfinished: [] });
	expect(after).toBeLessThan(before * 1.25);
});
