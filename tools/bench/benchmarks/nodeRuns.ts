import { setTimeout as pause } from 'node:timers/promises';
import type { IConnections, INode, ITaskData } from 'n8n-workflow';

import type { Execution, N8n } from '../../harness/n8n';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';
import type { HeldMemory } from '../../../test/support/heldMemory';
import { inTurn, median, medianRatio, rounded } from './measure';
import { cpuTime, memory, resetPeak } from './processUse';

/** What running a job cost. */
export interface NodeRun {
	/** Time from the beginning of its first node to the end of its last, as n8n reports it. */
	milliseconds: number;
	/** Processor time of n8n during the execution, which says more than the time where a machine is busy with other work. */
	cpuMilliseconds: number;
	/** Growth of n8n's resident memory at its highest point during the execution. */
	peakMegabytes: number;
	/** The same from the beginning of the job, without what went before it in the execution. */
	jobMegabytes: number;
	execution: Execution;
}

type Figure = Exclude<keyof NodeRun, 'execution'>;

/** What a job gets, and a few like it to warm up with. */
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
const LOOK_MS = 250;
const COLLECT_EVERY_MS = 2_500;
const LOOKS_AT_REST = 4;

/** Nodes that are measured together. Each leads to the next, unless `connections` says otherwise. */
export interface Job {
	name: string;
	nodes: INode[];
	connections?: IConnections;
}

/** One of several jobs that are compared: the workflow to measure, and a small one like it to warm up with. */
interface Side extends Job {
	workflowId: string;
	warmUpId: string;
	runs: NodeRun[];
}

/** A job of one node, called like it. */
export function jobOf(measured: INode): Job {
	return { name: measured.name, nodes: [measured] };
}

/** A node that makes so many items; each has an `index`. */
export function itemsNode(count: number): INode {
	return node(
		'Items',
		'n8n-nodes-base.code',
		{ jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { index } }));` },
		{ typeVersion: 2 },
	);
}

/** A workflow that hands items to a job. */
export async function workflowFor(n8n: N8n, items: INode[], job: Job): Promise<string> {
	const draft = workflow(job.name, [manualTrigger, ...items, ...job.nodes]);
	const { id } = await n8n.api.createWorkflow({
		...draft,
		connections: { ...draft.connections, ...job.connections },
	});
	return id;
}

/** Runs jobs in turn, each in an n8n just started. */
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

/** Makes the workflows of jobs that are compared. */
export async function sidesOf(n8n: N8n, jobs: Job[], items: Items): Promise<Side[]> {
	const sides: Side[] = [];
	for (const job of jobs) {
		const workflowId = await workflowFor(n8n, items.all, job);
		const warmUpId = await workflowFor(n8n, items.warmUp, job);
		sides.push({ ...job, workflowId, warmUpId, runs: [] });
	}
	return sides;
}

/** A row for each job: the ratio of the first one's time to its own (the median of the rounds), its processor time and its memory, and these themselves. */
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
 * Runs a workflow once, in an n8n that has just been started and warmed up with a small one. An n8n that has run it before
 * has the memory already.
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
 * Runs a side once more, with looks at what n8n holds after its garbage was collected: Node.js does that late where a machine
 * has room.
 *
 * @returns megabytes at the highest look, above those before the run
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

/** What n8n holds once it has nothing to do: it still frees what its start took. */
async function restOf(n8n: N8n, held: HeldMemory): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let look = 0; look < LOOKS_AT_REST; look++) {
		await pause(COLLECT_EVERY_MS);
		least = Math.min(least, await heldBy(n8n, held));
	}
	return least;
}

async function heldBy(n8n: N8n, held: HeldMemory): Promise<number> {
	const { heap, external } = await held.of(n8n);
	return heap + external;
}

async function mostUntil(end: AbortSignal, look: () => Promise<number>): Promise<number> {
	let most = 0;
	while (!end.aborted) {
		most = Math.max(most, await look());
		await pause(COLLECT_EVERY_MS, undefined, { signal: end }).catch(() => undefined);
	}
	return most;
}

/** Runs a workflow once, in an n8n that may have run it before. */
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

/** Runs a workflow, however long it takes, and asks for its execution so rarely that the answers cost n8n little. */
async function execute({ api }: N8n, workflowId: string): Promise<Execution> {
	const id = await api.startManually(workflowId, manualTrigger.name);
	if (id === undefined) throw new Error('n8n listens instead of running');
	for (;;) {
		// An n8n that has thousands of requests under way may leave others without an answer for a minute.
		const [newest] = await api.listExecutions(workflowId, 1).catch(() => [undefined]);
		if (newest?.stoppedAt) return await api.getExecution(id);
		await pause(LOOK_MS);
	}
}

function spanOf(runs: ITaskData[]): { start: number; end: number } {
	return {
		start: Math.min(...runs.map(({ startTime }) => startTime)),
		end: Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)),
	};
}

/** In kB, from the last sample before the beginning to the highest until the end. */
function growthWithin(samples: Sample[], from: number, end: number): number {
	const start = samples.filter(({ at }) => at <= from).at(-1);
	const within = samples.filter(({ at }) => at > from && at <= end).map(({ kilobytes }) => kilobytes);
	return start ? Math.max(start.kilobytes, ...within) - start.kilobytes : NaN;
}
