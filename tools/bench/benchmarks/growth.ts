import { itemsOf } from '../../harness/n8n';
import { seed } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { median, rounded, type Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { freshRunOf, itemsNode, jobOf, workflowFor, type Job, type NodeRun } from './nodeRuns';
import { faxPlus } from './nodes';

const ROUNDS = 3;
const WARM_UP = 100;

/** A cheap read on 100, 1,000 and 10,000 items. Time and memory should grow in proportion. */
export async function items(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n } = bench;
		const balance = jobOf(faxPlus(bench, 'Balance', 'shop:getBalance'));
		const warmUpId = await workflowFor(n8n, [itemsNode(WARM_UP)], balance);
		const rows = [];
		for (const count of [100, 1000, 10_000]) {
			const workflowId = await workflowFor(n8n, [itemsNode(count)], balance);
			const runs = await freshRuns(bench, rounds, workflowId, balance, warmUpId);
			rows.push({ items: count, ...costOf(runs, count, 'item') });
		}
		return { title: `Items through a cheap read (${howOften(rounds)})`, options: { rounds }, rows };
	});
}

/** Return All for 1,000 and 10,000 faxes. Time and memory should grow in proportion. */
export async function lists(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(async (bench) => {
		const { n8n, simulator } = bench;
		const list = (fields: object) => jobOf(faxPlus(bench, 'List', 'fax:getAll', { ...fields }));
		const all = list({ returnAll: true });
		const workflowId = await workflowFor(n8n, [itemsNode(1)], all);
		const warmUpId = await workflowFor(n8n, [itemsNode(1)], list({ limit: WARM_UP }));
		const rows = [];
		for (const count of [1000, 10_000]) {
			simulator.state.accounts.get(seed.accountId)?.faxes.clear();
			for (let at = 0; at < count; at++) {
				simulator.addFax({ startTime: serviceTime(Date.UTC(2026, 0, 1) + at * 20_000) });
			}
			const runs = await freshRuns(bench, rounds, workflowId, all, warmUpId);
			for (const { execution } of runs) {
				const ids = new Set(itemsOf(execution, 'List').map(({ json }) => json['id']));
				if (ids.size !== count) throw new Error(`${ids.size} faxes were listed instead of ${count}`);
			}
			rows.push({ faxes: count, ...costOf(runs, count, 'fax') });
		}
		return { title: `Return All (${howOften(rounds)})`, options: { rounds }, rows };
	});
}

async function freshRuns(
	{ n8n }: Bench,
	rounds: number,
	workflowId: string,
	job: Job,
	warmUpId: string,
): Promise<NodeRun[]> {
	const runs: NodeRun[] = [];
	while (runs.length < rounds) runs.push(await freshRunOf(n8n, workflowId, job, warmUpId));
	return runs;
}

function costOf(runs: NodeRun[], count: number, what: string): Record<string, number> {
	const milliseconds = median(runs.map((run) => run.milliseconds));
	return {
		[`ms per ${what}`]: rounded(milliseconds / count),
		ms: rounded(milliseconds),
		'peak MB': rounded(median(runs.map((run) => run.peakMegabytes))),
	};
}

const howOften = (rounds: number) => `median of ${rounds} runs, each in an n8n just started`;
