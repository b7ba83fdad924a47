import { seed, startSimulator, type Simulator } from '../../tools/simulator';
import { lazyExpressions } from '../../tools/harness/n8n';
import { EVERY_MINUTE } from '../../tools/harness/n8n/workflows';
import { Postgres } from '../../tools/harness/queue/postgres';
import { until } from '../../tools/harness/until';
import {
	expectNoFaxLost,
	listen,
	queueEnvironment,
	QueueMode,
	RETRIES,
	startRegularMode,
	watchFaxes,
	type RegularMode,
} from './support';
import { balance, FAX_ID, untilEnded } from './support/ledger';
import { figuresOf, retryBroken } from './support/outcome';
import type { PassCounter } from './support/passes';
import { PATIENCE_MS } from './support/scenario';
import { DeliveryStreams } from './support/stream';

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

let rig: RegularMode;
let simulator: Simulator;

afterEach(async () => {
	await rig.stop();
	await simulator.stop();
});

async function startOneProcess(): Promise<RegularMode> {
	const postgres = await Postgres.start();
	const started = await startRegularMode({ version: '3.0', env: { ...lazyExpressions, ...postgres.env } });
	const stop = async () => {
		await started.stop();
		await postgres.stop();
	};
	return { ...started, stop };
}

async function startQueueMode(): Promise<RegularMode> {
	return await QueueMode.start({ version: '3.0', env: queueEnvironment });
}

/** Expects that each fax has started the workflow in one execution, or does so when a crashed execution is retried. */
async function expectEachPassed(trigger: string, workflowId: string, passes: PassCounter, ids: string[]) {
	const { api } = rig.main;
	const account = async () => await balance(api, { workflowId, passes }, { ids, pattern: FAX_ID });
	await until(async () => (await account()).lost.length === 0, CHECKED_MS);
	await untilEnded(api, workflowId, PATIENCE_MS);
	const ledger = await account();
	const stillMissing = await retryBroken(api, passes, ledger);
	const outcome = { ledger, stillMissing, neverFound: ledger.lost, inFlight: [] };
	console.log(`${trigger}, ${ids.length} faxes, ${KILLS} kills:`, figuresOf(outcome));

	expectNoFaxLost(outcome);
	expect(ledger.passedOnce + ledger.lostWithExecution.length).toBe(ids.length);
}

it.each([
	['the only process', startOneProcess],
	['the main process of queue mode', startQueueMode],
])(
	'With durable polls in PostgreSQL, %s is killed and another takes its place: each fax starts both workflows once, and no second endpoint is created',
	async (_which, start) => {
		rig = await start();
		const { main, supervisor, addresses } = rig;
		simulator = await startSimulator({ ca: main.front.certificate, retrySchedule: RETRIES });
		simulator.deliverySettings.timeout = ANSWER_MS;
		const listener = await listen(main, simulator, {
			parameters: { events: ['fax_received', 'fax_sent'], pollTimes: EVERY_MINUTE },
			counted: "$('Trigger').item.json.data.id",
		});
		const watched = await watchFaxes(main.api, simulator);
		const account = simulator.state.accounts.get(seed.accountId);
		const all = () => [...(account?.faxes.values() ?? [])];
		// Deliveries have the id of the fax's session, and lists have the id of the fax itself.
		listener.passes.nameOf = (id) => all().find(({ sessionId }) => sessionId === id)?.id ?? id;
		const before = all();

		for (let fax = 0; fax < MISSED; fax++) simulator.addFax({ category: 'inbox' });
		const streams = new DeliveryStreams(simulator, addresses);
		const count = (FAXES - MISSED) / KILLS;
		const killed = async (): Promise<void> => {
			await main.kill();
			await supervisor.untilAllRun();
		};
		const hasPassed = (webhookId: string): boolean => {
			const { body = '' } = simulator.deliveries.find((one) => one.webhookId === webhookId) ?? {};
			const faxId = listener.passes.nameOf((JSON.parse(body) as { data: { id: string } }).data.id);
			return listener.passes.passes.some(({ id }) => id === faxId);
		};
		for (let kill = 0; kill < KILLS; kill++)
			await streams.run({
				...{ count, rate: RATE, hasPassed },
				midway: { after: Math.floor(count / 2), run: killed },
			});

		const ids = all().flatMap((fax) => (before.includes(fax) ? [] : fax.id));
		expect(ids).toHaveLength(FAXES);
		await expectEachPassed('webhook trigger', listener.workflowId, listener.passes, ids);
		await expectEachPassed('polling trigger', watched.id, watched.passes, ids);
		expect(supervisor.restarts.length).toBeGreaterThanOrEqual(KILLS);
		expect(simulator.endpointsOf()).toEqual([listener.endpoint]);
		await listener.stop();
		await watched.passes.stop();
	},
);
