import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';

import { itemsOf, lazyExpressions } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { seed, Upload } from '../../simulator';
import { trigger } from './deliveries';
import { median, quantile, rounded, timed, type Measurement } from './measure';
import { untilIdle, withBench, type Bench, type Contestant } from './n8nUnderLoad';
import { until } from '../../harness/until';
import { cpuTime, memory, resetPeak } from './processUse';

const COUNT = 300;
const PER_SECOND = 8;
const LATENCY = 50;
const WARM_UP = 30;
const ROUNDS = 3;

/** What a round of events at a steady rate costs. */
interface Round {
	/** Response time of each event, in milliseconds. */
	answers: number[];
	/** Peak growth of n8n's resident memory, until the last execution finished. */
	peakMegabytes: number;
	/** Processor time that n8n used until the last execution finished. */
	cpuMilliseconds: number;
}

interface Side {
	name: string;
	workflow: Contestant;
	rounds: Round[];
}

/** 300 events about a fax of 1 MB, with and without its file: n8n's response time and memory. */
export async function eventFiles(rounds = ROUNDS): Promise<Measurement> {
	return await withBench(
		async (bench) => {
			const { simulator } = bench;
			const bytes = Buffer.alloc(1_000_000, '%PDF-1.4 a page of a fax\n');
			simulator.addFax({
				id: seed.largeFaxId,
				documents: [new Upload('large.pdf', 'application/pdf', bytes)],
			});
			const sideOf = async (name: string, downloadFax: boolean): Promise<Side> => ({
				name,
				workflow: await trigger(bench, { downloadFax }, seed.largeFaxId),
				rounds: [],
			});
			const without = await sideOf('without', false);
			const withFiles = await sideOf('Download Fax', true);
			simulator.latency = LATENCY;
			for (let round = 0; round < rounds; round++) {
				for (const { workflow, rounds } of [without, withFiles])
					rounds.push(await freshRound(bench, workflow));
			}
			await checkFiles(bench, withFiles.workflow, bytes);
			return {
				title: `${COUNT} events, ${PER_SECOND} a second, each about a fax of 1 MB, ${LATENCY} ms latency (95th percentile of the answers: at most 1.1)`,
				options: { events: COUNT, 'a second': PER_SECOND, 'latency ms': LATENCY, rounds },
				rows: [withFiles, without].map((side) => ({
					side: side.name,
					'95th / without': rounded(percentile(side, 0.95) / percentile(without, 0.95)),
					'95th ms': rounded(percentile(side, 0.95)),
					'of each round': percentiles(side, 0.95).map(rounded).join(', '),
					'median ms': rounded(percentile(side, 0.5)),
					'cpu ms': rounded(median(side.rounds.map(({ cpuMilliseconds }) => cpuMilliseconds))),
					'peak MB': rounded(median(side.rounds.map(({ peakMegabytes }) => peakMegabytes))),
				})),
			};
		},
		{ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', ...lazyExpressions },
	);
}

function percentile(side: Side, part: number): number {
	return median(percentiles(side, part));
}

/** The given percentile of each round's response times. */
function percentiles({ rounds }: Side, part: number): number[] {
	return rounds.map(({ answers }) => quantile(answers, part));
}

/**
 * Sends the events to an n8n instance that has just started and warmed up. An instance that has run before has already
 * allocated the memory.
 */
async function freshRound(bench: Bench, workflow: Contestant): Promise<Round> {
	const { n8n, webhooks } = bench;
	await n8n.shutDown();
	await n8n.restart();
	const url = webhooks + workflow.path;
	await until(async () => (await post(url, '{}', {})) === 401 || undefined);
	await send(bench, workflow, WARM_UP);
	const before = { kilobytes: resetPeak(n8n.pid), cpu: cpuTime(n8n.pid) };
	const answers = await send(bench, workflow, COUNT);
	return {
		answers,
		peakMegabytes: (memory(n8n.pid, 'VmHWM') - before.kilobytes) / 1024,
		cpuMilliseconds: cpuTime(n8n.pid) - before.cpu,
	};
}

/**
 * Sends events at a steady rate, no matter how long the responses take. Returns the response times once n8n has executed all of
 * them.
 */
async function send(
	{ n8n, webhooks }: Bench,
	{ workflowId, path, next }: Contestant,
	count: number,
): Promise<number[]> {
	const begun = performance.now();
	const answers = Array.from({ length: count }, async (_, at) => {
		await pause(begun + (at * 1000) / PER_SECOND - performance.now());
		const { body, headers } = next();
		return await timed(async () => {
			const status = await post(webhooks + path, body, headers);
			if (status !== 200) throw new Error(`n8n answered ${status}`);
		});
	});
	const times = await Promise.all(answers);
	await untilIdle(n8n, workflowId);
	return times;
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
	const { status } = await axios.post(url, body, { headers, validateStatus: () => true });
	return status;
}

/** @throws Error unless each execution of the last round has the file, byte for byte */
async function checkFiles({ n8n }: Bench, { workflowId }: Contestant, bytes: Buffer): Promise<void> {
	const executions = await querySqlite<{ id: number }>(
		n8n,
		'SELECT id FROM execution_entity WHERE "workflowId" = ? ORDER BY id DESC LIMIT ?',
		[workflowId, COUNT],
	);
	if (executions.length !== COUNT) throw new Error(`${executions.length} executions instead of ${COUNT}`);
	for (const { id } of executions) {
		const [item] = itemsOf(await n8n.api.getExecution(String(id)), 'Fax');
		const stored = await n8n.api.getBinary(item?.binary?.['data']?.id ?? '');
		if (!stored.equals(bytes)) throw new Error(`Execution ${id}: the file is not what the service sent`);
	}
}
