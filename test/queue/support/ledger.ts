import { setTimeout as pause } from 'node:timers/promises';

import type { Delivery } from '../../../simulator';
import { statusesUnderWay } from '../../../harness/n8n';
import type { ExecutionStatus, ExecutionSummary, N8nApi } from '../../../harness/n8n';
import type { Listener } from './listener';

const PAGE = 100;
const POLL_MS = 250;
/** With what n8n ends an execution whose worker died, or could not reach the database before the first node ran. */
export const GIVEN_UP =
	/failed to be processed too many times|exceeded when trying to connect|Driver not Connected|[Cc]onnection|database system|ECONN|pool after calling end|without run data/;
/** How the simulator's deliveries are named. */
export const DELIVERY_ID = /\bmsg_\w+/g;
export const UNFINISHED: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

export interface FailedExecution {
	id: string;
	message: string;
	/** What to do about it, if n8n was told. */
	advice: string;
	/** Whether any node of it has run. */
	hasRun: boolean;
}

/** What became of a stream of deliveries. */
export interface Ledger {
	deliveries: number;
	/** Answered with 2xx at least once. */
	accepted: number;
	attempts: number;
	executions: number;
	/** Deliveries that passed the trigger in exactly one execution. */
	passedOnce: number;
	/** Accepted, passed in no execution, and n8n lists no crashed or failed execution of theirs. */
	lost: string[];
	/** Accepted, passed in no execution, but n8n lists a crashed or failed execution of theirs. */
	lostWithExecution: string[];
	/** Passed in several executions. */
	twice: string[];
	/** Ids of executions that n8n has marked crashed. */
	crashed: string[];
	/**
	 * Executions that n8n itself ended, because their worker died or could not reach the database. Their data were
	 * replaced by n8n's error, so that nobody can tell which delivery they were about.
	 */
	givenUp: FailedExecution[];
	/** Executions that ended in any other way, such as by a node that failed. */
	failed: FailedExecution[];
	/** Ids of executions that have not ended. */
	unfinished: string[];
}

/** The state of n8n's list of executions before a stream. */
export interface Mark {
	lastId: number;
	successes: number;
}

/** Notes where n8n's list of executions stands; none may be running. */
export async function mark(api: N8nApi, workflowId: string): Promise<Mark> {
	const [newest] = await api.listExecutions(workflowId, 1);
	const { count } = await listPage(api, workflowId, ['success']);
	return { lastId: Number(newest?.id ?? 0), successes: count };
}

/** Compares what the service delivered since `before` with what passed the trigger and with n8n's list of executions. */
export async function balance(
	api: N8nApi,
	{ workflowId, passes }: Pick<Listener, 'passes' | 'workflowId'>,
	before: Mark,
	deliveries: readonly Delivery[],
): Promise<Ledger> {
	const ids = async (statuses: readonly ExecutionStatus[]) =>
		(await idsOfExecutions(api, workflowId, statuses)).filter((id) => Number(id) > before.lastId);
	const successes = (await listPage(api, workflowId, ['success'])).count - before.successes;
	const ended = await failedExecutions(api, await ids(['error', 'canceled']));
	const givenUp = ended.filter(({ hasRun, message }) => !hasRun && GIVEN_UP.test(message));
	const failed = ended.filter((execution) => !givenUp.includes(execution));
	const crashed = await ids(['crashed']);
	const unfinished = await ids(UNFINISHED);
	const broken = await namedIn(api, [...crashed, ...failed.map(({ id }) => id)], DELIVERY_ID);

	const passed = passes.executionsById();
	const timesPassed = ({ webhookId }: Delivery) => passed.get(webhookId)?.size ?? 0;
	const accepted = deliveries.filter(({ attempts }) => attempts.some(({ status = 0 }) => isSuccess(status)));
	const missing = accepted
		.filter((delivery) => timesPassed(delivery) === 0)
		.map(({ webhookId }) => webhookId);
	return {
		deliveries: deliveries.length,
		accepted: accepted.length,
		attempts: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
		executions: successes + crashed.length + ended.length + unfinished.length,
		passedOnce: deliveries.filter((delivery) => timesPassed(delivery) === 1).length,
		lost: missing.filter((id) => !broken.has(id)),
		lostWithExecution: missing.filter((id) => broken.has(id)),
		twice: deliveries.filter((delivery) => timesPassed(delivery) > 1).map(({ webhookId }) => webhookId),
		crashed,
		givenUp,
		failed,
		unfinished,
	};
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

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}
