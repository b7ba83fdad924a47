import '../../support/environment';

import type { Request, Response } from 'express';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	Logger,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Engine, NodeCredentials } from '../../support/execution';
import { manifest } from '../../support/package';
import { additionalDataFor } from '../../support/additionalData';
import { firstStep, workflowOf } from '../../support/triggerWorkflow';

/** What a person sets in the editor, and where n8n runs. */
export interface TriggerSettings {
	/** Values of the node's fields; the rest have their defaults. */
	parameters?: INodeParameters;
	credentials: NodeCredentials;
	/** Address of n8n, without a slash at the end. */
	origin: string;
	/** The webhook URL's own part; the same one means the same URL. */
	webhookId: string;
	/** Whether the editor listens for a test event, instead of the workflow being active. */
	isTest?: boolean;
	/** What the workflow remembers from before. */
	staticData?: IDataObject;
}

const NAME = 'Fax';

/** Of the polls, in milliseconds. */
const INTERVAL = 900_000;

/** A workflow that begins with the built trigger, and n8n's contexts around it. */
export class Trigger {
	readonly workflow: Workflow;

	private readonly type: INodeType;

	private polls = 0;

	private context: PollContext | undefined;

	constructor(
		private readonly engine: Engine,
		readonly settings: TriggerSettings,
	) {
		this.type = engine.nodeType('faxPlusTrigger');
		const { webhookId, staticData } = settings;
		const remembered = { [`node:${NAME}`]: { ...staticData } };
		this.workflow = workflowOf(this.savedNode(), this.type, `workflow of ${webhookId}`, remembered);
	}

	/** The same node after it was edited; the workflow keeps its static data. */
	edited(changes: Partial<TriggerSettings>): Trigger {
		return new Trigger(this.engine, { ...this.settings, staticData: this.staticData, ...changes });
	}

	get url(): string {
		const { origin, webhookId, isTest } = this.settings;
		return `${origin}/${isTest ? 'webhook-test' : 'webhook'}/${webhookId}/webhook`;
	}

	get node(): INode {
		return this.workflow.getNode(NAME) as INode;
	}

	/** What the workflow remembers for the node. */
	get staticData(): IDataObject {
		return { ...this.workflow.getStaticData('node', this.node) };
	}

	/** The one that all contexts log to. */
	get logger(): Logger {
		return this.hookContext('activate').logger;
	}

	/** Activates as n8n does. */
	async activate(): Promise<void> {
		if (!(await this.checkExists())) await this.create();
		await this.activatePolls();
	}

	/** The first poll, which n8n waits for in an activation. */
	async activatePolls(): Promise<INodeExecutionData[][] | null | undefined> {
		return await this.type.poll?.call(this.pollContext);
	}

	/** The first step of an activation; by a person, unless said otherwise. */
	async checkExists(activation: WorkflowActivateMode = 'activate'): Promise<boolean> {
		return await this.hook('checkExists', activation);
	}

	async create(): Promise<boolean> {
		return await this.hook('create', 'activate');
	}

	async delete(): Promise<boolean> {
		return await this.hook('delete', 'update');
	}

	/** Polls as n8n's schedule does, an interval after all that was done before. */
	async poll(): Promise<INodeExecutionData[][] | null | undefined> {
		if (!this.context) await this.activatePolls();
		this.polls += 1;
		const elapsed = performance.timeOrigin + this.polls * INTERVAL;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => Math.round(elapsed + performance.now()));
		try {
			return await this.type.poll?.call(this.pollContext);
		} finally {
			clock.mockRestore();
		}
	}

	/** Polls as n8n's durable scheduler does: with a context of its own and a limit, in milliseconds. */
	async pollWithin(budget: number): Promise<INodeExecutionData[][] | null | undefined> {
		this.context = this.newPollContext();
		Object.defineProperty(this.context, 'getPollBudgetMs', { value: () => budget });
		return await this.poll();
	}

	/** The one that serves all polls until the next activation. */
	private get pollContext(): IPollFunctions {
		this.context ??= this.newPollContext();
		return this.context as unknown as IPollFunctions;
	}

	private newPollContext(): PollContext {
		return new PollContext(this.workflow, this.node, this.additionalData(), 'trigger', 'activate');
	}

	/** Takes a request to the webhook URL; request and response are as Express makes them. */
	async webhook(httpRequest: Request, httpResponse: Response): Promise<IWebhookResponseData> {
		const data = { ...this.additionalData(), httpRequest, httpResponse };
		const mode = this.settings.isTest ? 'manual' : 'webhook';
		const context = new WebhookContext(this.workflow, this.node, data, mode, this.webhookData(), [], null);
		const answer = await this.type.webhook?.call(context as unknown as IWebhookFunctions);
		if (!answer) throw new Error('The node takes no requests');
		return answer;
	}

	/**
	 * Runs the trigger as the first step of an execution with these items; returns what comes out.
	 *
	 * @param cancel stops the execution, as a person does
	 */
	async execute(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		cancel?: Promise<unknown>,
	): Promise<INodeExecutionData[]> {
		const { workflow } = this;
		return (await firstStep(workflow, this.additionalData(), items, mode, cancel))?.data?.['main']?.[0] ?? [];
	}

	/** What n8n shows beside the output of such an execution. */
	async hintsOf(items: INodeExecutionData[], mode: WorkflowExecuteMode = 'webhook'): Promise<string[]> {
		const step = await firstStep(this.workflow, this.additionalData(), items, mode);
		return step?.hints?.map(({ message }) => message) ?? [];
	}

	private async hook(
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode,
	): Promise<boolean> {
		const run = this.type.webhookMethods?.['default']?.[method];
		if (!run) throw new Error(`The node has no ${method}`);
		return await run.call(this.hookContext(activation, method === 'delete') as unknown as IHookFunctions);
	}

	private hookContext(activation: WorkflowActivateMode, isRemoval = false): HookContext {
		const isTest = this.settings.isTest && !isRemoval;
		const [mode, when] = isTest ? (['manual', 'manual'] as const) : (['trigger', activation] as const);
		const data = this.webhookData();
		return new HookContext(this.workflow, this.node, this.additionalData(), mode, when, data);
	}

	private webhookData(): IWebhookData {
		const webhookDescription = this.type.description.webhooks?.[0];
		if (!webhookDescription) throw new Error('The node has no webhook');
		return {
			httpMethod: 'POST',
			node: NAME,
			path: `${this.settings.webhookId}/webhook`,
			webhookDescription,
			workflowId: this.workflow.id,
			workflowExecuteAdditionalData: this.additionalData(),
			isTest: this.settings.isTest ?? false,
		};
	}

	private additionalData() {
		return additionalDataFor(this.workflow, this.engine.credentials, this.settings.origin);
	}

	private savedNode(): INode {
		const { parameters = {}, credentials, webhookId } = this.settings;
		return {
			id: `node of ${webhookId}`,
			name: NAME,
			type: `${manifest.name}.faxPlusTrigger`,
			typeVersion: 2,
			position: [0, 0],
			parameters,
			credentials,
			webhookId,
		};
	}
}
