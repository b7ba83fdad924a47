import { setTimeout as pause } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';

import { itemsOf, lazyExpressions } from '../../harness/n8n';
import { querySqlite } from '../../harness/n8n/database';
import { node, workflow } from '../../harness/n8n/workflows';
import { seed } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { median, medianRatio, rounded, timed, type Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { everySeconds, httpRequest, removeDuplicates } from './nodes';
import { cpuTime } from './processUse';

const FAXES = 500;
/** Number of faxes that exist from the start. They fit on one page, so that a poll that finds nothing takes one request. */
const OLD_FAXES = 20;
const POLLS = 15;
const EVERY_SECONDS = 2;
const ROUNDS = 5;
const CHECK_MS = 200;
const HOUR = 3_600_000;
const LAST = 'Done';

/** A workflow that checks for new faxes every two seconds. */
interface Side {
	name: string;
	workflowId: string;
	rounds: Round[];
}

/** Processor time that n8n uses for polls, in milliseconds, on top of what it uses without an active workflow. */
interface Round {
	/** Cost of one poll that finds nothing. */
	nothing: number;
	/** Cost of one poll that finds all new faxes, including its execution. */
	all: number;
	/** Number of executions that n8n stores for a poll that finds nothing. */
	stored: number;
}

/** Polls that find nothing and polls that find 500 faxes, compared with what users would build from n8n's own nodes. */
export async function polls(rounds = ROUNDS): Promise<Measurement> {
	return await compare(rounds, 'lazy expression engine', lazyExpressions);
}

/** Polls that find nothing and polls that find 500 faxes, with n8n's defaults. */
export async function pollsByDefault(rounds = ROUNDS): Promise<Measurement> {
	return await compare(rounds, "n8n's defaults", {});
}

async function compare(rounds: number, mode: string, env: Record<string, string>): Promise<Measurement> {
	return await withBench(async (bench) => {
		const own = await sideOf(bench, 'Fax.Plus Polling Trigger', [pollingTrigger(bench)]);
		const rival = await sideOf(bench, 'Schedule, HTTP Request, Remove Duplicates', byHand(bench));
		for (let round = 0; round <= rounds; round++) {
			const quiet = await restingShare(bench);
			for (const side of round % 2 === 0 ? [own, rival] : [rival, own]) {
				const measured = await roundOf(bench, side.workflowId, quiet);
				// The first round is a warm-up.
				if (round > 0) side.rounds.push(measured);
			}
		}
		const ratioOf = (side: Side, name: keyof Round): number =>
			rounded(medianRatio(valuesOf(own, name), valuesOf(side, name)));
		return {
			title: `Processor time of n8n for a poll that finds nothing, and for one that finds ${FAXES} faxes, ${mode} (at most 1.0)`,
			options: { rounds, 'polls that find nothing': POLLS },
			rows: [own, rival].map((side) => ({
				side: side.name,
				'nothing: first / this': ratioOf(side, 'nothing'),
				'nothing: ms': rounded(median(valuesOf(side, 'nothing'))),
				'nothing: executions stored': rounded(median(valuesOf(side, 'stored'))),
				[`${FAXES} faxes: first / this`]: ratioOf(side, 'all'),
				[`${FAXES} faxes: ms`]: rounded(median(valuesOf(side, 'all'))),
			})),
		};
	}, env);
}

function valuesOf({ rounds }: Side, name: keyof Round): number[] {
	return rounds.map((round) => round[name]);
}

async function sideOf({ n8n }: Bench, name: string, nodes: INode[]): Promise<Side> {
	const draft = workflow(name, [...nodes, node(LAST, 'n8n-nodes-base.noOp')]);
	const { id } = await n8n.api.createWorkflow(draft);
	return { name, workflowId: id, rounds: [] };
}

function pollingTrigger({ account }: Bench): INode {
	const pollTimes = everySeconds(EVERY_SECONDS);
	return node(
		'Faxes',
		'n8n-nodes-faxplus.faxPlusPollingTrigger',
		{ authentication: 'accessToken', events: ['fax_received'], pollTimes },
		{ credentials: [account] },
	);
}

/** Nodes that list all pages of the last four hours, as the polling trigger does, and output each fax once. */
function byHand(bench: Bench): INode[] {
	const query = {
		category: 'inbox',
		after: "={{ $now.toUTC().minus({ hours: 4 }).toFormat('yyyy-MM-dd HH:mm:ss') }}",
		limit: '50',
	};
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'offset', value: '={{ $pageCount * 50 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $response.body.data.records.length < 50 }}',
	};
	return [
		node(
			'Schedule',
			'n8n-nodes-base.scheduleTrigger',
			{ rule: { interval: [{ field: 'seconds', secondsInterval: EVERY_SECONDS }] } },
			{ typeVersion: 1.2 },
		),
		httpRequest(bench, 'List', 'faxes', {
			sendQuery: true,
			queryParameters: { parameters: Object.entries(query).map(([name, value]) => ({ name, value })) },
			options: { pagination: { pagination } },
		}),
		node('Split Out', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'data.records' }),
		removeDuplicates(),
	];
}

/** Publishes a workflow whose polls find nothing for a while and then all new faxes at once. Unpublishes it at the end. */
async function roundOf(bench: Bench, workflowId: string, quiet: number): Promise<Round> {
	const { n8n, simulator } = bench;
	simulator.state.accounts.get(seed.accountId)?.faxes.clear();
	addFaxes(bench, OLD_FAXES, Date.now() - HOUR);
	await n8n.api.publish(workflowId);
	await untilPolled(bench, 3);

	const before = await newestExecution(bench, workflowId);
	const nothing = await cpuBeyond(quiet, bench, async () => {
		await untilPolled(bench, POLLS);
	});
	const stored = (await newestExecution(bench, workflowId)) - before;

	const newestBefore = await newestExecution(bench, workflowId);
	const addedAt = new Date();
	addFaxes(bench, FAXES, addedAt.getTime() - FAXES * 1000);
	const all = await cpuBeyond(quiet, bench, async () => {
		while (!(await hasEndedSince(bench, workflowId, addedAt))) await pause(CHECK_MS);
	});
	await n8n.api.deactivate(workflowId);
	const passed = await passedSince(bench, workflowId, newestBefore);
	if (passed !== FAXES) throw new Error(`${passed} faxes passed instead of ${FAXES}`);
	return { nothing: nothing / POLLS, all, stored: stored / POLLS };
}

/** Adds faxes whose start times are one second apart. */
function addFaxes({ simulator }: Bench, count: number, from: number): void {
	for (let at = 0; at < count; at++) {
		const time = serviceTime(from + at * 1000);
		simulator.addFax({ category: 'inbox', startTime: time, lastUpdate: time });
	}
}

/** Waits for a number of polls, each of which takes one request. */
async function untilPolled({ simulator }: Bench, count: number): Promise<void> {
	simulator.clearRequests();
	while (simulator.requests.length < count) await pause(CHECK_MS);
}

/** Share of a processor that n8n uses while no workflow is active. */
async function restingShare({ n8n }: Bench): Promise<number> {
	const milliseconds = POLLS * EVERY_SECONDS * 1000;
	const before = cpuTime(n8n.pid);
	await pause(milliseconds);
	return (cpuTime(n8n.pid) - before) / milliseconds;
}

/** Processor time that n8n uses during some work, in milliseconds, on top of what it uses when idle. */
async function cpuBeyond(share: number, { n8n }: Bench, work: () => Promise<void>): Promise<number> {
	const before = cpuTime(n8n.pid);
	const milliseconds = await timed(work);
	return cpuTime(n8n.pid) - before - share * milliseconds;
}

// Reads the database, because requests to n8n would add to what is measured.

async function newestExecution({ n8n }: Bench, workflowId: string): Promise<number> {
	const [row] = await querySqlite<{ id: number | null }>(
		n8n,
		'SELECT max(id) AS id FROM execution_entity WHERE "workflowId" = ?',
		[workflowId],
	);
	return row?.id ?? 0;
}

/** Whether an execution that started after a given time has finished. */
async function hasEndedSince({ n8n }: Bench, workflowId: string, startedAfter: Date): Promise<boolean> {
	const rows = await querySqlite(
		n8n,
		'SELECT id FROM execution_entity WHERE "workflowId" = ? AND "startedAt" > ? AND "stoppedAt" IS NOT NULL',
		[workflowId, startedAfter.toISOString().replace('T', ' ').replace('Z', '')],
	);
	return rows.length > 0;
}

/** How many faxes reached the last node in executions after the given one. */
async function passedSince(bench: Bench, workflowId: string, newestBefore: number): Promise<number> {
	const listed = await bench.n8n.api.waitForExecutions(workflowId, 1);
	const later = listed.filter(({ id }) => Number(id) > newestBefore);
	const executions = await Promise.all(later.map(async ({ id }) => await bench.n8n.api.getExecution(id)));
	const passed = executions.filter(({ data }) => LAST in data.resultData.runData);
	return passed.reduce((sum, execution) => sum + itemsOf(execution, LAST).length, 0);
}
