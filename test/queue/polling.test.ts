import { startSimulator, type Simulator } from '../../simulator';
import { selectedN8nVersion } from '../../harness/n8n';
import { n8nVersionsOf } from '../../bench/figures/versions';
import {
	note,
	QueueMode,
	report,
	runPolling,
	startRegularMode,
	type PollingOutcome,
	type RegularMode,
} from './support';

/** In its full size: 2,000 faxes in 8 minutes, and 6 kills. */
const FAXES = Number(process.env['FAXES'] ?? 40);
const MINUTES = Number(process.env['MINUTES'] ?? 0.5);
const KILLS = Number(process.env['KILLS'] ?? 2);

jest.setTimeout(2_400_000);

let simulator: Simulator;

beforeEach(async () => {
	simulator = await startSimulator();
});

afterEach(async () => {
	await simulator.stop();
});

afterAll(async () => {
	report('polling', {
		options: { kills: KILLS },
		versions: await n8nVersionsOf(selectedN8nVersion()),
	});
});

function expectAllPassed({ ledger, inFlight, stillMissing }: PollingOutcome): void {
	expect(ledger).toMatchObject({ failed: [], unfinished: [] });
	expect(ledger.lostWithExecution.length === 0 || ledger.crashed.length > 0).toBe(true);
	expect(stillMissing).toEqual([]);
	expect(inFlight).toEqual(expect.arrayContaining(ledger.twice));
}

it('regular mode: no fax is lost while the service fails and n8n is killed', async () => {
	const n8n: RegularMode = await startRegularMode();
	try {
		const kills = Array.from({ length: KILLS }, () => n8n.main);
		const outcome = await runPolling(n8n, simulator, { faxes: FAXES, duration: MINUTES * 60_000, kills });
		note('regular mode, SQLite', outcome.figures);

		expectAllPassed(outcome);
		expect(outcome.ledger.lost).toEqual([]);
	} finally {
		await n8n.stop();
	}
});

it('queue mode: no fax is lost while the service fails and the main process and workers are killed', async () => {
	const queueMode: QueueMode = await QueueMode.start({ env: { DB_POSTGRESDB_POOL_SIZE: '10' } });
	try {
		const victims = [queueMode.main, ...queueMode.workers.slice(0, 1)];
		const kills = Array.from(
			{ length: KILLS },
			(_, index) => victims[index % victims.length] ?? queueMode.main,
		);
		const outcome = await runPolling(queueMode, simulator, {
			faxes: FAXES,
			duration: MINUTES * 60_000,
			kills,
		});
		note('queue mode, PostgreSQL and Redis', outcome.figures);

		expectAllPassed(outcome);
		expect(outcome.ledger.givenUp.length > 0 || outcome.ledger.lost.length === 0).toBe(true);
	} finally {
		await queueMode.stop();
	}
});
