import { node } from '../../harness/n8n/workflows';
import type { Measurement } from './measure';
import { median, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import type { NodeRun } from './nodeRuns';
import { freshRunOf, itemsNode, jobOf, workflowFor } from './nodeRuns';

const ROUNDS = 3;
const WARM_UP = 100;

/** A cheap read on 100, 1,000 and 10,000 items: time and memory should grow in proportion. */
export async function items(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startBench();
	try {
		const { n8n, account } = bench;
		const rows = [];
		for (const count of [100, 1000, 10_000]) {
			const balance = jobOf(
				node(
					'Balance',
					'n8n-nodes-faxplus.faxPlus',
					{ resource: 'shop', operation: 'getBalance' },
					{ credentials: [account] },
				),
			);
			const workflowId = await workflowFor(n8n, [itemsNode(count)], balance);
			const warmUpId = await workflowFor(n8n, [itemsNode(WARM_UP)], balance);
			const runs: NodeRun[] = [];
			for (let round = 0; round < rounds; round++) {
				runs.push(await freshRunOf(n8n, workflowId, balance, warmUpId));
			}
			const milliseconds = median(runs.map((run) => run.milliseconds));
			rows.push({
				items: count,
				'ms per item': rounded(milliseconds / count),
				ms: rounded(milliseconds),
				'peak MB': rounded(median(runs.map((run) => run.peakMegabytes))),
			});
		}
		return {
			title: `Items through a cheap read (median of ${rounds} runs, each in an n8n just started)`,
			options: { rounds },
			versions: bench.versions,
			rows,
		};
	} finally {
		await bench.stop();
	}
}
