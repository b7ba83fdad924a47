import { setTimeout as pause } from 'node:timers/promises';
import type { IConnections, INode, ITaskData } from 'n8n-workflow';

import type { Execution, N8n } from '../../harness/n8n';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';
import type { HeldMemory } from '../../harness/n8n/heldMemory';
import { inTurn, median, medianRatio, rounded } from './measure';
import { cpuTime, memory, resetPeak } from './processUse';

/** The cost of running a job. */
export interface NodeRun {
	/** Time from the start of the job's first node to the end of its last one, as n8n reports it. */
	milliseconds: number;
	/** Processor time that n8n used during the execution. On a busy machine, this is more reliable than the elapsed time. */
	cpuMilliseconds: number;
	/** Peak growth of n8n's resident memory during the execution. */
	peakMegabytes: number;
	/** Peak growth of n8n's resident memory since the start of the job, without the nodes before it. */
	jobMegabytes: number;
	execution: Execution;
}

type Figure = Exclude<keyof NodeRun, 'execution'>;

/** The nodes that produce a job's input. `warmUp` produces a smaller one. */
interface Items {
	all: INode[];
	warmUp: INode[];
}

/** n8n's resident memory at a Unix time in milliseconds. */
interface Sample {
	at: number;
	kilobytes: number;
}

const SAMPLING_MS = 10;
const CHECK_MS = 250;
const COLLECT_EVERY_MS = 2_500;
const CHECKS_AT_REST = 4;

/** Nodes that are measured together. Each one connects to the next, unless `connections` overrides that. */
export interface Job {
	name: string;
	nodes: INode[];
	connections?: IConnections;
}

/** One of several jobs to compare, with the workflow to measure and a smaller one for the warm-up. */
interface Side extends Job {
	workflowId: string;
	warmUpId: string;
	runs: NodeRun[];
}

/** A job that consists of one node, and is named after it. */
export function jobOf(measured: INode): Job {
	return { name: measured.name, nodes: [measured] };
}

/** A node that outputs a given number of items, each with an `index`. */
export function itemsNode(count: number): INode {
	return node(
		'Items',
		'n8n-nodes-base.code',
		{ jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { index } }));` },
		{ typeVersion: 2 },
	);
}

/** A workflow that passes items to a job. */
export async function workflowFor(n8n: N8n, items: INode[], job: Job): Promise<string> {
	const draft = workflow(job.name, [manualTrigger, ...items, ...job.nodes]);
	const { id } = await n8n.api.createWorkflow({
		...draft,
		connections: { ...draft.connections, ...job.connections },
	});
	return id;
}

/** Runs jobs in turn. Before each one, n8n restarts and runs the job's warm-up. */
export async function compare(n8n: N8n, rounds: number, jobs: Job[], items: Items): Promise<Side[]> {
	const sides = await sidesOf(n8n, jobs, items);
	const works = sides.map((side) => {
		const work = async () => {
			const run = await freshRunOf(n8n, side.workflowId, side, side.warmUpId);
			const { milliseconds, cpuMilliseconds: cpu, peakMegabytes } = run;
			console.log(`${side.name}: ${milliseconds} ms, cpu ${cpu} ms, ${Math.round(peakMegabytes)} MB`);
			return run;
		};
		return [side.name, work] as const;
	});
	const runs = await inTurn<string, NodeRun>(rounds, Object.fromEntries(works), 1);
	return sides.map((side) => ({ ...side, runs: runs[side.name] ?? [] }));
}

/** Creates the workflows of the jobs to compare. */
export async function sidesOf(n8n: N8n, jobs: Job[], items: Items): Promise<Side[]> {
	const sides: Side[] = [];
	for (const job of jobs) {
		const workflowId = await workflowFor(n8n, items.all, job);
		const warmUpId = await workflowFor(n8n, items.warmUp, job);
		sides.push({ ...job, workflowId, warmUpId, runs: [] });
	}
	return sides;
}

/**
 * A row for each job with the medians of its time, processor time and memory. Each is also shown as a ratio: the first
 * job's figure divided by this one.
 */
export function rowsOf(sides: Side[]): Array<Record<string, string | number>> {
	const [first] = sides;
	const of = (side: Side | undefined, figure: Figure) => (side?.runs ?? []).map((run) => run[figure]);
	return sides.map((side) => {
		const ratio = (figure: Figure) => rounded(medianRatio(of(first, figure), of(side, figure)));
		const middle = (figure: Figure) => rounded(median(of(side, figure)));
		return {
			side: side.name,
			[`time, ${first?.name} / this`]: ratio('milliseconds'),
			[`cpu, ${first?.name} / this`]: ratio('cpuMilliseconds'),
			[`memory, ${first?.name} / this`]: ratio('peakMegabytes'),
			ms: middle('milliseconds'),
			'cpu ms': middle('cpuMilliseconds'),
			'peak MB': middle('peakMegabytes'),
			'job MB': middle('jobMegabytes'),
		};
	});
}

/**
 * Runs a workflow once, in an n8n instance that has just started and warmed up with a smaller one. An instance that has run
 * before has already allocated the memory.
 */
export async function freshRunOf(n8n: N8n, workflowId: string, job: Job, warmUpId: string): Promise<NodeRun> {
	await startWarm(n8n, warmUpId, job);
	return await runOf(n8n, workflowId, job);
}

async function startWarm(n8n: N8n, warmUpId: string, job: Job): Promise<void> {
	await n8n.restart();
	await runOf(n8n, warmUpId, job);
}

/**
 * Runs a side in an n8n instance that has just started, and keeps measuring n8n's memory after garbage collections. On a
 * machine with enough memory, Node.js would collect garbage late.
 *
 * @returns the highest memory use, in megabytes above the use before the run
 */
export async function mostHeld(n8n: N8n, side: Side, held: HeldMemory): Promise<number> {
	await startWarm(n8n, side.warmUpId, side);
	const before = await restOf(n8n, held);
	const run = new AbortController();
	const [most] = await Promise.all([
		mostUntil(run.signal, async () => await heldBy(n8n, held)),
		runOf(n8n, side.workflowId, side).finally(() => {
			run.abort();
		}),
	]);
	return most - before;
}

/**
 * Memory that an idle n8n instance uses. This is the lowest of several figures, because n8n still frees memory from its
 * start.
 */
async function restOf(n8n: N8n, held: HeldMemory): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let check = 0; check < CHECKS_AT_REST; check++) {
		await pause(COLLECT_EVERY_MS);
		least = Math.min(least, await heldBy(n8n, held));
	}
	return least;
}

async function heldBy(n8n: N8n, held: HeldMemory): Promise<number> {
	const { heap, external } = await held.of(n8n);
	return heap + external;
}

async function mostUntil(end: AbortSignal, current: () => Promise<number>): Promise<number> {
	let most = 0;
	while (!end.aborted) {
		most = Math.max(most, await current());
		await pause(COLLECT_EVERY_MS, undefined, { signal: end }).catch(() => undefined);
	}
	return most;
}

/** Runs a workflow once, in an n8n instance that may have run it before. */
export async function runOf(n8n: N8n, workflowId: string, { name, nodes }: Job): Promise<NodeRun> {
	const before = resetPeak(n8n.pid);
	const cpuBefore = cpuTime(n8n.pid);
	const samples: Sample[] = [];
	const sampling = setInterval(() => {
		samples.push({ at: Date.now(), kilobytes: memory(n8n.pid, 'VmRSS') });
	}, SAMPLING_MS);
	const execution = await execute(n8n, workflowId).finally(() => {
		clearInterval(sampling);
	});
	const peak = memory(n8n.pid, 'VmHWM');
	const { runData, error } = execution.data.resultData;
	if (execution.status !== 'success') throw new Error(`${name}: ${String(error?.message)}`);
	const { start, end } = spanOf(nodes.flatMap((measured) => runData[measured.name] ?? []));
	return {
		milliseconds: end - start,
		cpuMilliseconds: cpuTime(n8n.pid) - cpuBefore,
		peakMegabytes: (peak - before) / 1024,
		jobMegabytes: growthWithin(samples, start, end) / 1024,
		execution,
	};
}

/** Runs a workflow, however long it takes. It rarely checks for the end, so that the checks cost n8n little. */
async function execute({ api }: N8n, workflowId: string): Promise<Execution> {
	const id = await api.startManually(workflowId, manualTrigger.name);
	if (id === undefined) throw new Error('n8n listens instead of running');
	for (;;) {
		// While n8n sends thousands of requests, it may not respond to others for a minute.
		const [newest] = await api.listExecutions(workflowId, 1).catch(() => [undefined]);
		if (newest?.stoppedAt) return await api.getExecution(id);
		await pause(CHECK_MS);
	}
}

function spanOf(runs: ITaskData[]): { start: number; end: number } {
	return {
		start: Math.min(...runs.map(({ startTime }) => startTime)),
		end: Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)),
	};
}

/** Memory growth in kB, from the last sample before the start to the highest one before the end. */
function growthWithin(samples: Sample[], from: number, end: number): number {
	const start = samples.filter(({ at }) => at <= from).at(-1);
	const within = samples.filter(({ at }) => at > from && at <= end).map(({ kilobytes }) => kilobytes);
	return start ? Math.max(start.kilobytes, ...within) - start.kilobytes : NaN;
}
