import { setTimeout as pause } from 'node:timers/promises';

import { statusesUnderWay } from '../../../tools/harness/n8n';
import type { ExecutionStatus, ExecutionSummary, N8nApi } from '../../../tools/harness/n8n';
import type { Listener } from './listener';

const PAGE = 100;
const POLL_MS = 250;
/** Matches n8n's error for an execution whose worker died, or that couldn't reach the database before its first node. */
export const GIVEN_UP =
	/failed to be processed too many times|exceeded when trying to connect|Driver not Connected|[Cc]onnection|database system|ECONN|pool after calling end|without run data/;
/** Matches the ids of the simulator's deliveries. */
export const DELIVERY_ID = /\bmsg_\w+/g;
/** Matches the ids of the simulator's faxes. */
export const FAX_ID = /\bfax_\w+/g;
/** Matches the message of a poll that reports an outage of Fax.Plus. Its execution contains no fax. */
export const OUTAGE = /start the workflow once you've fixed this/;
const UNFINISHED: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

export interface FailedExecution {
	id: string;
	message: string;
	/** The error's advice, if it has any. */
	advice: string;
	/** Whether at least one node of the execution has run. */
	hasRun: boolean;
}

/** What happened to deliveries or listed faxes. */
export interface Ledger {
	/** How many started the workflow in exactly one execution. */
	passedOnce: number;
	/** Ids that should have started the workflow but didn't, and aren't in a crashed or failed execution either. */
	lost: string[];
	/** Ids that should have started the workflow but didn't, and are in a crashed or failed execution. */
	lostWithExecution: string[];
	/** Ids that started the workflow in several executions. */
	twice: string[];
	/** Ids of executions that n8n has marked as crashed. */
	crashed: string[];
	/**
	 * Executions that n8n itself ended, because their process died or couldn't reach the database. n8n has replaced their
	 * data with an error, so it's unknown which faxes they contained.
	 */
	givenUp: FailedExecution[];
	/** Failed executions that only report an outage of Fax.Plus and contain no fax. */
	outages: FailedExecution[];
	/** Executions that failed in any other way, for example with a node's error. */
	failed: FailedExecution[];
	/** Ids of executions that haven't finished. */
	unfinished: string[];
}

/** The deliveries or faxes to check, by their ids. */
interface Expected {
	ids: readonly string[];
	/** Ids that must start the workflow. By default, all of them must. */
	due?: readonly string[];
	/** Matches the ids in the data of executions. */
	pattern: RegExp;
	/** Matches the advice of an execution that only reports an outage. Without a pattern, none does. */
	outage?: RegExp;
	/** Id of the last execution before the scenario. It and all earlier ones are ignored. */
	lastId?: number;
}

/** Compares deliveries or listed faxes with those that started the workflow, and with n8n's list of executions. */
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

/** Returns how many executions of a workflow have succeeded. */
export async function successes(api: N8nApi, workflowId: string): Promise<number> {
	return (await listPage(api, workflowId, ['success'])).count;
}

/**
 * Waits until every execution of a workflow has finished.
 *
 * @returns false if nothing changes for `patience` milliseconds, and otherwise true
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
		// While n8n or its database restarts, the count is unknown.
		return undefined;
	}
}

interface Page {
	results: ExecutionSummary[];
	/** Number of executions on all pages. */
	count: number;
	/** Cursor of the next page from n8n 2.41 on. Earlier versions use the id of the page's last execution. */
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

/** Returns the ids of a workflow's executions with one of these statuses, newest first. */
export async function idsOfExecutions(
	api: N8nApi,
	workflowId: string,
	status: readonly ExecutionStatus[],
): Promise<string[]> {
	return (await listAll(api, workflowId, status)).map(({ id }) => id);
}

/** Returns the errors of executions that have failed. */
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

/**
 * Returns everything that looks like an id in the data of executions. That also finds the ids if n8n has kept only the
 * beginning of an execution.
 */
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
