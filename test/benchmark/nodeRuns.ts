import { writeFileSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

import type { N8n } from '../../harness/n8n';
import { itemsOf } from '../../harness/n8n';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';

/** What running a node cost. */
export interface NodeRun {
	/** Time that n8n reports for the node. */
	milliseconds: number;
	/** Growth of n8n's resident memory at its highest point during the execution. */
	peakMegabytes: number;
	outputItems: number;
}

/** A workflow that hands `count` items to a node; each has an `index`. */
export async function workflowFor(n8n: N8n, count: number, measured: INode): Promise<string> {
	const items = node(
		'Items',
		'n8n-nodes-base.code',
		{ jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { index } }));` },
		{ typeVersion: 2 },
	);
	const { id } = await n8n.api.createWorkflow(
		workflow(`${measured.name} ${count}`, [manualTrigger, items, measured]),
	);
	return id;
}

/**
 * Runs such a workflow once, in an n8n that has just been started and warmed up with a small one. An n8n that has run it
 * before has the memory already.
 */
export async function freshRunOf(
	n8n: N8n,
	workflowId: string,
	measured: INode,
	warmUpId: string,
): Promise<NodeRun> {
	await n8n.shutDown();
	await n8n.restart();
	await runOf(n8n, warmUpId, measured);
	return await runOf(n8n, workflowId, measured);
}

/** Runs such a workflow once, in an n8n that may have run it before. */
export async function runOf(n8n: N8n, workflowId: string, measured: INode): Promise<NodeRun> {
	const before = resetPeak(n8n.pid);
	const execution = await n8n.api.runManually(workflowId, manualTrigger.name);
	const peak = memory(n8n.pid, 'VmHWM');
	if (execution.status !== 'success')
		throw new Error(`${measured.name}: ${String(execution.data.resultData.error?.message)}`);
	return {
		milliseconds: execution.data.resultData.runData[measured.name]?.[0]?.executionTime ?? NaN,
		peakMegabytes: (peak - before) / 1024,
		outputItems: itemsOf(execution, measured.name).length,
	};
}

/** Lets Linux count the peak from now on; returns the present use in kB. */
function resetPeak(pid: number): number {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return memory(pid, 'VmRSS');
}

function memory(pid: number, field: 'VmHWM' | 'VmRSS'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
}
