import './environment';

import { randomUUID } from 'node:crypto';
import { PollContext, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IPollFunctions,
	ITaskData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import type { Engine } from './execution';
import { manifest } from './package';

/** A published workflow that has only one of the built triggers, in n8n's contexts. */
export class TriggerWorkflow {
	readonly workflow: Workflow;

	protected readonly type: INodeType;

	/** The context of all polls until the next activation. */
	protected context: PollContext | undefined;

	/**
	 * @param node the trigger, whose type is given by its name in the package
	 * @param origin address of n8n, without a slash at the end
	 */
	constructor(
		protected readonly engine: Engine,
		node: Omit<INode, 'position'>,
		private readonly origin: string,
		id: string = randomUUID(),
		staticData: IDataObject = {},
	) {
		const type = engine.nodeType(node.type);
		this.type = type;
		this.workflow = new Workflow({
			id,
			name: 'Referrals',
			nodes: [{ ...node, type: `${manifest.name}.${node.type}`, position: [0, 0] }],
			connections: {},
			active: true,
			nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
			settings: { executionOrder: 'v1' },
			staticData,
		});
	}

	get node(): INode {
		const [node] = Object.values(this.workflow.nodes);
		if (!node) throw new Error('The workflow has no node');
		return node;
	}

	/**
	 * Runs the trigger node in an execution with these items, and returns its output.
	 *
	 * @param cancel stops the execution, as a user does
	 */
	async execute(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		cancel?: Promise<unknown>,
	): Promise<INodeExecutionData[]> {
		return (await this.runExecution(items, mode, cancel)).task?.data?.['main']?.[0] ?? [];
	}

	/** Returns the hints that n8n shows next to the output of such an execution. */
	async hintsOf(items: INodeExecutionData[], mode: WorkflowExecuteMode = 'webhook'): Promise<string[]> {
		return (await this.runExecution(items, mode)).task?.hints?.map(({ message }) => message) ?? [];
	}

	/** Returns what the trigger saves in such an execution, so that people can search for it. */
	async customDataOf(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<object> {
		return (await this.runExecution(items, mode)).customData;
	}

	protected async callPoll(): Promise<INodeExecutionData[][] | null | undefined> {
		return await this.type.poll?.call(this.context as unknown as IPollFunctions);
	}

	/** @param budget time that n8n's durable scheduler gives a poll, in milliseconds */
	protected newPollContext(activation: WorkflowActivateMode, budget?: number): PollContext {
		const { workflow, node } = this;
		const context = new PollContext(workflow, node, this.additionalData(), 'trigger', activation);
		if (budget !== undefined) Object.defineProperty(context, 'getPollBudgetMs', { value: () => budget });
		return context;
	}

	protected additionalData() {
		return additionalDataFor(this.workflow, this.engine.credentials, this.origin);
	}

	private async runExecution(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		cancel?: Promise<unknown>,
	): Promise<{ task: ITaskData | undefined; customData: Record<string, string> }> {
		const { node, workflow } = this;
		const execution = new WorkflowExecute(
			{ ...this.additionalData(), executionId: randomUUID() },
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
		return { task: data.resultData.runData[node.name]?.[0], customData: data.resultData.metadata ?? {} };
	}
}
