import { setTimeout as pause } from 'node:timers/promises';

import { statusesUnderWay } from '../n8n';
import type { ExecutionStatus, ExecutionSummary, N8nApi } from '../n8n';

const PAGE = 100;
const POLL_MS = 250;

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

/**
 * Waits for a while, and then restarts n8n up to a number of times. n8n looks for executions that no process runs when it
 * starts, and then once an hour.
 *
 * @returns whether every execution of the workflow has finished
 */
export async function untilEndedByRestart(
	api: N8nApi,
	workflowId: string,
	patience: number,
	restarts: ReadonlyArray<() => Promise<void>>,
): Promise<boolean> {
	for (const restart of restarts) {
		if (await untilEnded(api, workflowId, patience)) return true;
		await restart();
	}
	return await untilEnded(api, workflowId, patience);
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
	/** Cursor of the next page from n8n 2.41 on. Earlier versions use the id of the page's last execution. */
	nextCursor?: string | null;
}

async function listPage(
	api: N8nApi,
	workflowId: string,
	status?: readonly ExecutionStatus[],
	next = '',
): Promise<Page> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	return await api.call('GET', `/rest/executions?filter=${filter}&limit=${PAGE}${next}`);
}

/**
 * Returns the ids of a workflow's executions, newest first.
 *
 * @param statuses which executions to return. By default, all of them
 * @param after id of the last execution to ignore, with all earlier ones
 */
export async function idsOfExecutions(
	api: N8nApi,
	workflowId: string,
	statuses?: readonly ExecutionStatus[],
	after = 0,
): Promise<string[]> {
	const all: string[] = [];
	for (let next = ''; ;) {
		const { results, nextCursor } = await listPage(api, workflowId, statuses, next);
		all.push(...results.map(({ id }) => id));
		if (results.length < PAGE) return all.filter((id) => Number(id) > after);
		next = nextCursor === undefined ? `&lastId=${all.at(-1) ?? ''}` : `&cursor=${nextCursor ?? ''}`;
	}
}
