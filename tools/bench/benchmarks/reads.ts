import { inTurn, median, medianRatio, rounded, type Measurement } from './measure';
import { withBench } from './n8nUnderLoad';
import { itemsNode, jobOf, runOf, workflowFor } from './nodeRuns';
import { faxPlus } from './nodes';

const ITEMS = 50;
const LATENCY = 100;
const ROUNDS = 3;

/** A read on 50 items with a latency of 100 ms, with ten items at once compared with one at a time. */
export async function reads(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n, simulator } = bench;
		simulator.latency = LATENCY;
		const run = async (itemsAtOnce: number) => {
			const options = { itemsAtOnce };
			const balance = jobOf(faxPlus(bench, `Balance ${itemsAtOnce}`, 'shop:getBalance', { options }));
			const workflowId = await workflowFor(n8n, [itemsNode(ITEMS)], balance);
			return async () => (await runOf(n8n, workflowId, balance)).milliseconds;
		};
		simulator.maxInFlight = 0;
		const { ten, one } = await inTurn(rounds, { ten: await run(10), one: await run(1) });
		return {
			title: `A read on ${ITEMS} items, ${LATENCY} ms latency (time ratio; at most 0.2)`,
			options: { items: ITEMS, 'latency ms': LATENCY, rounds },
			rows: [
				{
					ratio: rounded(medianRatio(ten, one)),
					'10 at once ms': rounded(median(ten)),
					'1 at once ms': rounded(median(one)),
					'most in flight': simulator.maxInFlight,
				},
			],
		};
	});
}
