import { setTimeout as pause } from 'node:timers/promises';

import {
	listen,
	RETRIES,
	startRegularMode,
	watchFaxes,
	type Listener,
	type Rig,
} from '../../tools/harness/endurance';
import { seed, startSimulator, type Simulator } from '../../tools/simulator';
import { node } from '../../tools/harness/n8n/workflows';
import { n8nVersionsOf } from '../../tools/bench/figures/versions';
import {
	expectEachOnce,
	expectNoFaxLost,
	expectNoneLost,
	note,
	report,
	runPolling,
	Scenarios,
} from './support';

const DELIVERIES = Math.min(500, Number(process.env['DELIVERIES'] ?? 150));
const RATE = Number(process.env['RATE'] ?? 10);
/** A full run has 2,000 faxes in 8 minutes, and 6 kills. */
const FAXES = Number(process.env['FAXES'] ?? 40);
const MINUTES = Number(process.env['MINUTES'] ?? 0.5);
const KILLS = Number(process.env['KILLS'] ?? 2);
const BINARY_MODES = ['default', 'filesystem'];

let simulator: Simulator;
let n8n: Rig;
let scenarios: Scenarios;

beforeAll(async () => {
	n8n = await startRegularMode();
	simulator = await startSimulator({
		ca: n8n.main.front.certificate,
		retrySchedule: RETRIES,
	});
	scenarios = new Scenarios(n8n, simulator);
});

afterAll(async () => {
	report('regularMode', {
		options: { 'offered a second': RATE, kills: KILLS },
		versions: await n8nVersionsOf(n8n.main.version),
	});
	await n8n.stop();
	await simulator.stop();
});

/** Runs a test with a workflow that listens until the test ends. */
async function listening(
	run: (listener: Listener) => Promise<void>,
	options?: Parameters<typeof listen>[2],
): Promise<void> {
	const listener = await listen(n8n.main, simulator, options);
	try {
		await run(listener);
	} finally {
		await listener.stop();
	}
}

it('loses only crashed executions, which can be retried, when n8n is killed during deliveries', async () => {
	await listening(async (listener) => {
		const outcome = await scenarios.run('n8n killed', listener, {
			count: DELIVERIES,
			rate: RATE,
			midway: { after: Math.ceil(DELIVERIES / 3), run: () => n8n.main.kill() },
		});

		expectNoneLost(outcome, DELIVERIES);
		expect(outcome).toMatchObject({ lost: [], givenUp: [] });
	});
});

it.each(BINARY_MODES)(
	'starts the workflow once for each delivery while Fax.Plus fails, binary mode %s',
	async (mode) => {
		n8n.main.env = { ...n8n.main.env, N8N_DEFAULT_BINARY_DATA_MODE: mode };
		await n8n.main.shutDown();
		await n8n.supervisor.untilAllRun();
		const count = 60;
		const failingService = async () => {
			for (let i = 0; i < 5; i++) {
				for (const fault of [503, 500, 429, 'hang-up'] as const) {
					simulator.fail({ times: 3, with: fault, operationId: 'getThumbnail' });
				}
				await pause(500);
			}
		};
		await listening(
			async (listener) => {
				simulator.clearRequests();
				const scenario = `service fails, binary mode ${mode}`;
				const outcome = await scenarios.run(scenario, listener, {
					count,
					rate: RATE,
					midway: { after: 10, run: failingService },
				});
				simulator.recover();
				const failed = simulator.requests.filter(({ status = 500 }) => status >= 400).length;
				note(scenario, { "failed calls of the workflow's": failed });

				expect(failed).toBeGreaterThan(0);
				expectEachOnce(outcome, count);
			},
			{
				between: (account) => [
					node(
						'Thumbnail',
						'n8n-nodes-faxplus.faxPlus',
						{
							authentication: 'accessToken',
							resource: 'fax',
							operation: 'getThumbnail',
							faxId: seed.faxId,
						},
						{ credentials: [account], onError: 'continueRegularOutput' },
					),
				],
			},
		);
	},
);

it('polls lose no fax while Fax.Plus fails and n8n is killed', async () => {
	const polled = await startSimulator();
	const outcome = await runPolling(n8n, polled, await watchFaxes(n8n.main.api, polled), {
		faxes: FAXES,
		duration: MINUTES * 60_000,
		faults: Array.from({ length: KILLS }, () => () => n8n.main.kill()),
	});
	note('polls, n8n killed', outcome.figures);
	await polled.stop();

	expectNoFaxLost(outcome);
	expect(outcome.lost).toEqual([]);
});
