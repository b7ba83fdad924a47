import { setTimeout as pause } from 'node:timers/promises';

import { statusesUnderWay } from '../../../tools/harness/n8n';
import type { ExecutionStatus, ExecutionSummary, N8nApi } from '../../../tools/harness/n8n';
import type { Listener } from './listener';

const PAGE = 100;
const POLL_MS = 250;
/** With what n8n ends an execution whose worker died, or could not reach the database before the first node ran. */
export const GIVEN_UP =
	/failed to be processed too many times|exceeded when trying to connect|Driver not Connected|[Cc]onnection|database system|ECONN|pool after calling end|without run data/;
/** How the simulator's deliveries are named. */
export const DELIVERY_ID = /\bmsg_\w+/g;
/** How the simulator's faxes are named. */
export const FAX_ID = /\bfax_\w+/g;
/** What a poll says that shows an outage of the service: no fax was in that execution. */
export const OUTAGE = /start the workflow once you've fixed this/;
const UNFINISHED: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

export interface FailedExecution {
	id: string;
	message: string;
	/** What to do about it, if n8n was told. */
	advice: string;
	/** Whether any node of it has run. */
	hasRun: boolean;
}

/** What became of deliveries, or of faxes that were listed. */
export interface Ledger {
	/** What passed the trigger in exactly one execution. */
	passedOnce: number;
	/** What was due, passed in no execution, and n8n lists no crashed or failed execution that had it. */
	lost: string[];
	/** What was due, passed in no execution, but n8n lists a crashed or failed one that had it. */
	lostWithExecution: string[];
	/** What passed in several executions. */
	twice: string[];
	/** Ids of executions that n8n has marked crashed. */
	crashed: string[];
	/**
	 * Executions that n8n itself ended, because their process died or could not reach the database. Their data were replaced
	 * by n8n's error, so that nobody can tell what they were about.
	 */
	givenUp: FailedExecution[];
	/** Failed executions that show that the service was out of order: nothing was in them. */
	outages: FailedExecution[];
	/** Executions that ended in any other way, such as by a node that failed. */
	failed: FailedExecution[];
	/** Ids of executions that have not ended. */
	unfinished: string[];
}

/** What is to be accounted for: ids of deliveries or of faxes. */
interface Expected {
	ids: readonly string[];
	/** Of these, the ones that have to pass; all when left out. */
	due?: readonly string[];
	/** How they are named. */
	pattern: RegExp;
	/** What an execution says that only shows an outage; none does when left out. */
	outage?: RegExp;
	/** The last execution before, which does not count. */
	lastId?: number;
}

/** Compares what was delivered or listed with what passed the trigger and with n8n's list of executions. */
export async function balance(
	api: N8nApi,
	{ workflowId, passes }: Pick<Listener, 'passes' | 'workflowId'>,
	{ ids, due = ids, pattern, outage, lastId = 0 }: Expected,
): Promise<Ledger> {
	const executions = async (...statuses: ExecutionStatus[]) =>
		(await idsOfExecutions(api, workflowId, statuses)).filter((id) => Number(id) > lastId);
	const ended = await failedExecutions(api, await executions('error', 'canceled'));
	const outages = ended.filter(({ advice }) => outage?.test(advice));
	const givenUp = ended.filter((one) => !outages.includes(one) && !one.hasRun && GIVEN_UP.test(one.message));
	const failed = ended.filter((one) => !outages.includes(one) && !givenUp.includes(one));
	const crashed = await executions('crashed');
	const broken = await namedIn(api, [...crashed, ...failed.map(({ id }) => id)], pattern);

	const passed = passes.executionsById();
	const timesPassed = (id: string) => passed.get(id)?.size ?? 0;
	const missing = due.filter((id) => timesPassed(id) === 0);
	return {
		passedOnce: ids.filter((id) => timesPassed(id) === 1).length,
		lost: missing.filter((id) => !broken.has(id)),
		lostWithExecution: missing.filter((id) => broken.has(id)),
		twice: ids.filter((id) => timesPassed(id) > 1),
		crashed,
		givenUp,
		outages,
		failed,
		unfinished: await executions(...UNFINISHED),
	};
}

/** How many executions of a workflow have ended well. */
export async function successes(api: N8nApi, workflowId: string): Promise<number> {
	return (await listPage(api, workflowId, ['success'])).count;
}

/**
 * Waits until every execution of a workflow has ended.
 *
 * @returns whether they have, before nothing has changed for `patience` milliseconds
 */
export async function untilEnded(api: N8nApi, workflowId: string, patience: number): Promise<boolean> {
	let remaining = Number.POSITIVE_INFINITY;
	let changedAt = Date.now();
	while (Date.now() - changedAt < patience) {
		const count = await countUnfinished(api, workflowId);
		if (count === 0) return true;
		if (count !== remaining) changedAt = Date.now();
		remaining = count ?? remaining;
		await pause(POLL_MS);
	}
	return false;
}

async function countUnfinished(api: N8nApi, workflowId: string): Promise<number | undefined> {
	try {
		return (await listPage(api, workflowId, statusesUnderWay)).results.length;
	} catch {
		// While n8n or its database restarts, nobody can say.
		return undefined;
	}
}

interface Page {
	results: ExecutionSummary[];
	/** Of all pages. */
	count: number;
	/** From 2.41 on; before, the id of the last one leads to the next page. */
	nextCursor?: string | null;
}

async function listPage(
	api: N8nApi,
	workflowId: string,
	status: readonly ExecutionStatus[],
	next = '',
): Promise<Page> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	return await api.call('GET', `/rest/executions?filter=${filter}&limit=${PAGE}${next}`);
}

async function listAll(
	api: N8nApi,
	workflowId: string,
	status: readonly ExecutionStatus[],
): Promise<ExecutionSummary[]> {
	const all: ExecutionSummary[] = [];
	for (let next = ''; ;) {
		const { results, nextCursor } = await listPage(api, workflowId, status, next);
		all.push(...results);
		if (results.length < PAGE) return all;
		next = nextCursor === undefined ? `&lastId=${all.at(-1)?.id ?? ''}` : `&cursor=${nextCursor ?? ''}`;
	}
}

/** Ids of the executions of a workflow that have one of these statuses, newest first. */
export async function idsOfExecutions(
	api: N8nApi,
	workflowId: string,
	status: readonly ExecutionStatus[],
): Promise<string[]> {
	return (await listAll(api, workflowId, status)).map(({ id }) => id);
}

/** What n8n says about executions that have ended badly. */
export async function failedExecutions(api: N8nApi, ids: readonly string[]): Promise<FailedExecution[]> {
	const found: FailedExecution[] = [];
	for (const id of ids) {
		const { resultData } = (await api.getExecution(id)).data;
		const message = resultData.error?.message ?? 'without a message';
		const advice = resultData.error?.description ?? '';
		found.push({ id, message, advice, hasRun: Object.keys(resultData.runData).length > 0 });
	}
	return found;
}

/** What executions were about, also those of which n8n has kept only the beginning: all that looks like an id. */
export async function namedIn(
	api: N8nApi,
	executionIds: readonly string[],
	pattern: RegExp,
): Promise<Set<string>> {
	const found = new Set<string>();
	for (const id of executionIds) {
		const { data } = await api.call<{ data: string }>('GET', `/rest/executions/${id}`);
		for (const [named] of data.matchAll(pattern)) found.add(named);
	}
	return found;
}
