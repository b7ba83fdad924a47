import { seed } from '../../simulator';
import { itemsOf } from '../../harness/n8n';
import { node } from '../../harness/n8n/workflows';
import type { Measurement } from './measure';
import { median, rounded } from './measure';
import { startBench } from './n8nUnderLoad';
import type { NodeRun } from './nodeRuns';
import { freshRunOf, itemsNode, jobOf, workflowFor } from './nodeRuns';

const ROUNDS = 3;

/** Return All of 1,000 and 10,000 faxes: time and memory should grow in proportion. */
export async function lists(rounds = ROUNDS): Promise<Measurement> {
	const bench = await startBench();
	try {
		const { n8n, simulator, account } = bench;
		const list = (fields: object) =>
			jobOf(
				node(
					'List',
					'n8n-nodes-faxplus.faxPlus',
					{ resource: 'fax', operation: 'getAll', ...fields },
					{ credentials: [account] },
				),
			);
		const all = list({ returnAll: true });
		const workflowId = await workflowFor(n8n, [itemsNode(1)], all);
		const warmUpId = await workflowFor(n8n, [itemsNode(1)], list({ limit: 100 }));
		const rows = [];
		for (const count of [1000, 10_000]) {
			simulator.state.accounts.get(seed.accountId)?.faxes.clear();
			for (let at = 0; at < count; at++) {
				const startTime = new Date(Date.UTC(2026, 0, 1) + at * 20_000).toISOString();
				simulator.addFax({ startTime: startTime.slice(0, 19).replace('T', ' ') });
			}
			const runs: NodeRun[] = [];
			for (let round = 0; round < rounds; round++) {
				runs.push(await freshRunOf(n8n, workflowId, all, warmUpId));
			}
			for (const { execution } of runs) {
				const ids = new Set(itemsOf(execution, 'List').map(({ json }) => json['id']));
				if (ids.size !== count) throw new Error(`${ids.size} faxes were listed instead of ${count}`);
			}
			const milliseconds = median(runs.map((run) => run.milliseconds));
			rows.push({
				faxes: count,
				'ms per fax': rounded(milliseconds / count),
				ms: rounded(milliseconds),
				'peak MB': rounded(median(runs.map((run) => run.peakMegabytes))),
			});
		}
		return {
			title: `Return All (median of ${rounds} runs, each in an n8n just started)`,
			options: { rounds },
			versions: bench.versions,
			rows,
		};
	} finally {
		await bench.stop();
	}
}
