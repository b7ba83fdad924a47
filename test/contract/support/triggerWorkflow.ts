import './environment';

import { randomUUID } from 'node:crypto';
import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

/** A published workflow of nothing but a trigger. */
export function workflowOf(node: INode, type: INodeType, id: string, staticData: IDataObject = {}): Workflow {
	return new Workflow({
		id,
		name: 'Referrals',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
		staticData,
	});
}

/**
 * Runs a trigger as the first step of an execution with these items; returns what comes of it.
 *
 * @param cancel stops the execution, as a person does
 */
export async function firstStep(
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	items: INodeExecutionData[],
	mode: WorkflowExecuteMode,
	cancel?: Promise<unknown>,
): Promise<ITaskData | undefined> {
	const [node] = Object.values(workflow.nodes);
	if (!node) throw new Error('The workflow has no node');
	const execution = new WorkflowExecute(
		{ ...additionalData, executionId: randomUUID() },
		mode,
		createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
		}),
	).processRunExecutionData(workflow);
	void cancel?.then(() => {
		execution.cancel();
	});
	const { data, status } = await execution;
	if (status === 'canceled') throw new Error('The execution was canceled');
	if (data.resultData.error) throw data.resultData.error;
	return data.resultData.runData[node.name]?.[0];
}
