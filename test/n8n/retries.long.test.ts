import { killMain, Random, startRegularMode, type Rig } from '../../tools/harness/endurance';
import { startSimulator, type Simulator } from '../../tools/simulator';
import { KilledBatches } from '../queue/support/killedBatches';

/** Number of batches of sends. Each is killed at a different moment. */
const BATCHES = Number(process.env['KILLED_BATCHES'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 1);
/** Number of batches that run during one kill. */
const AT_ONCE = 10;

let faxing: Simulator;
let n8n: Rig;

beforeAll(async () => {
	n8n = await startRegularMode();
	faxing = await startSimulator();
});

afterAll(async () => {
	await n8n.stop();
	await faxing.stop();
});

it('batches of sends that are killed or refused at random moments and then retried reach nobody twice, and omit nobody without saying so', async () => {
	const seeded = new Random(`batches ${SEED}`);
	const batches = await KilledBatches.start(n8n.main, faxing, () => seeded.next());
	await batches.kill(BATCHES, AT_ONCE, () => killMain(n8n));
	const tally = await batches.retryAll(() => killMain(n8n));
	console.log(`n8n ${n8n.main.version}, seed ${SEED}: ${JSON.stringify(tally)}`);

	expect(tally).toMatchObject({ twice: [], leftOut: [], emptied: [] });
	expect(tally.crashed).toBeGreaterThan(0);
});
