import { startSimulator } from '../../simulator';
import { Random } from '../../bench/soak/random';
import { KilledBatches } from '../support/killedBatches';
import { QueueMode } from '../queue/support';

/** Batches that are killed, each at a moment of its own; 40 for the figure in docs/reliability.md. */
const BATCHES = Number(process.env['KILLED_BATCHES'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 1);
/** Under way at one kill, on two workers. */
const AT_ONCE = 6;

jest.setTimeout(1_800_000);

it('batches of killed processes that are retried reach nobody twice, and leave nobody out without a word', async () => {
	// n8n notices sooner that a worker is gone.
	const env = {
		DB_POSTGRESDB_POOL_SIZE: '10',
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '3000',
	};
	const queueMode = await QueueMode.start({ env });
	const simulator = await startSimulator();
	try {
		const seeded = new Random(`batches ${SEED}`);
		const random = () => seeded.next();
		const batches = await KilledBatches.start(queueMode.main, simulator, random);
		await batches.kill(BATCHES, AT_ONCE, async () => {
			const { main, webhooks, workers } = queueMode;
			// The process that has put an execution on the queue empties it when its worker is gone.
			const ended = random() < 0.3 ? workers : [...webhooks, main, ...workers];
			await Promise.all(ended.map(async (each) => each.kill()));
			await queueMode.supervisor.untilAllRun();
		});
		const tally = await batches.retryAll(async () => {
			await queueMode.main.kill();
			await queueMode.supervisor.untilAllRun();
		});
		console.log(`n8n ${queueMode.main.version} in queue mode, seed ${SEED}: ${JSON.stringify(tally)}`);
		expect(tally).toMatchObject({ twice: [], leftOut: [] });
		// docs/operations.md tells of these, by the words that n8n has for them.
		for (const { error, retry } of tally.emptied) {
			expect(error).toMatch(/failed to be processed too many times/);
			expect(retry).not.toMatch(/^success/);
		}
	} finally {
		await queueMode.stop();
		await simulator.stop();
	}
});
