import { node } from '../../harness/n8n/workflows';
import type { Measurement } from './measure';
import { inTurn, median, medianRatio, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import { itemsNode, jobOf, runOf, workflowFor } from './nodeRuns';

const ITEMS = 50;
const LATENCY = 100;
const ROUNDS = 3;

/** A read on 50 items with 100 ms latency at the service: several at once against one after the other. */
export async function reads(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startBench();
	try {
		const { n8n, simulator, account } = bench;
		simulator.latency = LATENCY;
		const run = async (readsInFlight: number) => {
			const balance = node(
				`Balance ${readsInFlight}`,
				'n8n-nodes-faxplus.faxPlus',
				{ resource: 'shop', operation: 'getBalance', options: { readsInFlight } },
				{ credentials: [account] },
			);
			const workflowId = await workflowFor(n8n, [itemsNode(ITEMS)], jobOf(balance));
			return async () => (await runOf(n8n, workflowId, jobOf(balance))).milliseconds;
		};
		simulator.maxInFlight = 0;
		const { ten, one } = await inTurn(rounds, { ten: await run(10), one: await run(1) });
		return {
			title: `A read on ${ITEMS} items, ${LATENCY} ms latency (time ratio; at most 0.2)`,
			options: { items: ITEMS, 'latency ms': LATENCY, rounds },
			versions: bench.versions,
			rows: [
				{
					ratio: rounded(medianRatio(ten, one)),
					'10 at once ms': rounded(median(ten)),
					'1 at once ms': rounded(median(one)),
					'most in flight': simulator.maxInFlight,
				},
			],
		};
	} finally {
		await bench.stop();
	}
}
