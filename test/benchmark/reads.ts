import { node } from '../../harness/n8n/workflows';
import { inTurn, printTable, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import { itemsNode, jobOf, runOf, workflowFor } from './nodeRuns';

const ITEMS = 50;
const LATENCY = 100;

/** A read on 50 items with 100 ms latency at the service: several at once against one after the other. */
export async function reads(): Promise<void> {
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
		const { ten, one } = await inTurn(3, { ten: await run(10), one: await run(1) });
		printTable(`A read on ${ITEMS} items, ${LATENCY} ms latency (time ratio; at most 0.2)`, [
			{
				ratio: rounded(ten / one),
				'10 at once ms': rounded(ten),
				'1 at once ms': rounded(one),
				'most in flight': simulator.maxInFlight,
			},
		]);
	} finally {
		await bench.stop();
	}
}
