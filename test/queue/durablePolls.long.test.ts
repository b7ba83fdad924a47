import {
	DeliveredFaxes,
	killMain,
	Ledger,
	listen,
	RETRIES,
	startRegularMode,
	untilEnded,
	watchFaxes,
	type Rig,
} from '../../tools/harness/endurance';
import { lazyExpressions } from '../../tools/harness/n8n';
import { EVERY_MINUTE } from '../../tools/harness/n8n/workflows';
import { Postgres } from '../../tools/harness/queue/postgres';
import { QueueMode } from '../../tools/harness/queue/queueMode';
import { until } from '../../tools/harness/until';
import { startSimulator, type Simulator } from '../../tools/simulator';
import {
	concluded,
	DeliveryStreams,
	expectNoFaxLost,
	figuresOf,
	PATIENCE_MS,
	queueEnvironment,
} from './support';

const FAXES = Number(process.env['FAXES'] ?? 500);
const KILLS = Number(process.env['KILLS'] ?? 5);
const RATE = Number(process.env['RATE'] ?? 10);

/** Number of faxes that are listed but never delivered. */
const MISSED = 25;

/** Time until checks have found all missed faxes, in milliseconds. For five minutes, a check leaves a fax to its delivery. */
const CHECKED_MS = 1_200_000;

/**
 * Time limit for a response, in milliseconds. It's high, because a busy machine would otherwise miss it. Fax.Plus would
 * then repeat the delivery, and two workers might execute both copies.
 */
const ANSWER_MS = 120_000;

let rig: Rig;
let simulator: Simulator;

afterEach(async () => {
	await rig.stop();
	await simulator.stop();
});

async function startOneProcess(): Promise<Rig> {
	const postgres = await Postgres.start();
	const started = await startRegularMode({ version: '3.0', env: { ...lazyExpressions, ...postgres.env } });
	const stop = async () => {
		await started.stop();
		await postgres.stop();
	};
	return { ...started, stop };
}

async function startQueueMode(): Promise<Rig> {
	return await QueueMode.start({ version: '3.0', env: queueEnvironment });
}

/** Expects that each fax has started the workflow in one execution, or does so when a crashed execution is retried. */
async function expectEachPassed(trigger: string, workflowId: string, ledger: Ledger) {
	const inFlight = { kills: [] };
	const isNoneLost = async (): Promise<boolean> => {
		await ledger.broken.look();
		return ledger.tally(inFlight).lost.length === 0;
	};
	await until(isNoneLost, CHECKED_MS);
	await untilEnded(rig.main.api, workflowId, PATIENCE_MS);
	const outcome = await concluded(ledger, inFlight);
	console.log(`${trigger}, ${FAXES} faxes, ${KILLS} kills:`, figuresOf(outcome));

	expectNoFaxLost(outcome);
	expect(outcome).toMatchObject({ lost: [], outage: [] });
	// Each second start comes from a Retry, because no kill is given as an excuse.
	expect(outcome.passedOnce + outcome.twice.length).toBe(FAXES);
}

it.each([
	['the only process', startOneProcess],
	['the main process of queue mode', startQueueMode],
])(
	'With durable polls in PostgreSQL, %s is killed and another takes its place: each fax starts both workflows once, and no second endpoint is created',
	async (_which, start) => {
		rig = await start();
		const { main, supervisor } = rig;
		simulator = await startSimulator({ ca: main.front.certificate, retrySchedule: RETRIES });
		simulator.deliverySettings.timeout = ANSWER_MS;
		const listener = await listen(main, simulator, {
			parameters: { events: ['fax_received', 'fax_sent'], pollTimes: EVERY_MINUTE },
		});
		const watched = await watchFaxes(main.api, simulator);
		const faxes = new DeliveredFaxes(simulator, listener.passes, true);
		for (let fax = 0; fax < MISSED; fax++) faxes.add({ isLost: true });
		const streams = new DeliveryStreams(simulator, rig);
		const count = (FAXES - MISSED) / KILLS;
		const midway = { after: Math.floor(count / 2), run: () => killMain(rig) };
		for (let kill = 0; kill < KILLS; kill++) await streams.run(faxes, { count, rate: RATE, midway });

		expect(faxes.all).toHaveLength(FAXES);
		const { api } = main;
		await expectEachPassed('webhook trigger', listener.workflowId, new Ledger(api, listener, faxes));
		await expectEachPassed('polling trigger', watched.workflowId, new Ledger(api, watched, faxes));
		expect(supervisor.restarts.length).toBeGreaterThanOrEqual(KILLS);
		expect(simulator.endpointsOf()).toEqual([listener.endpoint]);
		await listener.stop();
		await watched.passes.stop();
	},
);
