import '../../support/environment';

import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataFor } from '../../support/additionalData';
import type { Engine, NodeCredentials } from '../../support/execution';
import { manifest } from '../../support/package';
import { firstStep, workflowOf } from '../../support/triggerWorkflow';

const NAME = 'Faxes';
const ORIGIN = 'https://n8n.example.com';

/** A workflow that begins with the built polling trigger, and n8n's contexts around it. */
export class PollingTrigger {
	readonly workflow: Workflow;

	private readonly type: INodeType;

	private context: PollContext | undefined;

	/** @param parameters values of the node's fields; the rest have their defaults */
	constructor(
		private readonly engine: Engine,
		private readonly credentials: NodeCredentials,
		private readonly parameters: INodeParameters = {},
	) {
		this.type = engine.nodeType('faxPlusPollingTrigger');
		this.workflow = workflowOf(this.savedNode(), this.type, randomUUID());
	}

	/** What the workflow remembers. */
	get staticData(): IDataObject {
		return { ...this.workflow.getStaticData('global') };
	}

	/** Activates as n8n does; one context then serves all polls. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<INodeExecutionData[]> {
		this.context = new PollContext(this.workflow, this.node, this.additionalData(), 'trigger', activation);
		return await this.poll();
	}

	/** Polls as n8n's durable scheduler does: with a context of its own and a limit, in milliseconds. */
	async pollWithin(budget: number): Promise<INodeExecutionData[]> {
		this.context = new PollContext(this.workflow, this.node, this.additionalData(), 'trigger', 'update');
		Object.defineProperty(this.context, 'getPollBudgetMs', { value: () => budget });
		return await this.poll();
	}

	/** Polls as n8n's schedule does; returns the items that an execution is started with, none when there is none. */
	async poll(): Promise<INodeExecutionData[]> {
		const output = await this.type.poll?.call(this.context as unknown as IPollFunctions);
		return output?.[0] ?? [];
	}

	/** Runs the trigger as the first step of an execution with these items; returns what comes out. */
	async execute(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<INodeExecutionData[]> {
		const step = await firstStep(this.workflow, this.additionalData(), items, mode);
		return step?.data?.['main']?.[0] ?? [];
	}

	/** "Execute step" in the editor. */
	async test(): Promise<INodeExecutionData[]> {
		return await this.execute([{ json: {} }], 'manual');
	}

	private get node(): INode {
		return this.workflow.getNode(NAME) as INode;
	}

	private additionalData() {
		return additionalDataFor(this.workflow, this.engine.credentials, ORIGIN);
	}

	private savedNode(): INode {
		return {
			id: 'the polling trigger',
			name: NAME,
			type: `${manifest.name}.faxPlusPollingTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters,
			credentials: this.credentials,
		};
	}
}
