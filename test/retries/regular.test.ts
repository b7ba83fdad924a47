import { Random } from '../../bench/soak/random';
import { KilledBatches } from '../support/killedBatches';
import { useN8nBench } from '../n8n/support/bench';

/** Batches that are killed, each at a moment of its own; 40 for the figure in docs/reliability.md. */
const BATCHES = Number(process.env['KILLED_BATCHES'] ?? 5);
const SEED = Number(process.env['SEED'] ?? 1);
/** Under way at one kill. */
const AT_ONCE = 10;

const bench = useN8nBench();

jest.setTimeout(1_200_000);

it('batches that are killed at random moments, or refused amid, and retried reach nobody twice and leave nobody out without a word', async () => {
	const { n8n, simulator } = bench();
	const seeded = new Random(`batches ${SEED}`);
	const random = () => seeded.next();
	const batches = await KilledBatches.start(n8n, simulator, random);
	await batches.kill(BATCHES, AT_ONCE, async () => {
		await n8n.kill();
		await n8n.restart();
	});
	const tally = await batches.retryAll(async () => {
		await n8n.restart();
	});
	console.log(`n8n ${n8n.version}, seed ${SEED}: ${JSON.stringify(tally)}`);
	expect(tally).toMatchObject({ twice: [], leftOut: [], emptied: [] });
	expect(tally.crashed).toBeGreaterThan(0);
});
