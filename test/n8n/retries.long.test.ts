import { startSimulator, type Simulator } from '../../tools/simulator';
import { Random } from '../../tools/bench/soak/random';
import { KilledBatches } from '../queue/support/killedBatches';
import { startRegularMode, type RegularMode } from '../queue/support/regularMode';

/** Number of batches of sends. Each is killed at a different moment. */
const BATCHES = Number(process.env['KILLED_BATCHES'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 1);
/** Number of batches that run during one kill. */
const AT_ONCE = 10;

let faxing: Simulator;
let n8n: RegularMode;

beforeAll(async () => {
	n8n = await startRegularMode();
	faxing = await startSimulator();
});

afterAll(async () => {
	await n8n.stop();
	await faxing.stop();
});

async function killN8n(): Promise<void> {
	await n8n.main.kill();
	await n8n.supervisor.untilAllRun();
}

it('batches of sends that are killed or refused at random moments and then retried reach nobody twice, and omit nobody without saying so', async () => {
	const seeded = new Random(`batches ${SEED}`);
	const batches = await KilledBatches.start(n8n.main, faxing, () => seeded.next());
	await batches.kill(BATCHES, AT_ONCE, killN8n);
	const tally = await batches.retryAll(killN8n);
	console.log(`n8n ${n8n.main.version}, seed ${SEED}: ${JSON.stringify(tally)}`);

	expect(tally).toMatchObject({ twice: [], leftOut: [], emptied: [] });
	expect(tally.crashed).toBeGreaterThan(0);
});
