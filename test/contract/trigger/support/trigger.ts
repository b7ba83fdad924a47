import type { Request, Response } from 'express';
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	Logger,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { Engine, NodeCredentials } from '../../support/execution';
import { TriggerWorkflow } from '../../support/triggerWorkflow';

/** What a person sets in the editor, and where n8n runs. */
export interface TriggerSettings {
	/** Values of the node's fields; the rest have their defaults. */
	parameters?: INodeParameters;
	credentials: NodeCredentials;
	/** Address of n8n, without a slash at the end. */
	origin: string;
	/** The webhook URL's own part; the same one means the same URL. */
	webhookId: string;
	/** Another's, where it has several triggers; and what tells these apart. */
	workflowId?: string;
	nodeId?: string;
	name?: string;
	/** Whether the editor listens for a test event, instead of the workflow being active. */
	isTest?: boolean;
	/** What the workflow remembers from before. */
	staticData?: IDataObject;
}

const NAME = 'Fax';

/** Of the polls, in milliseconds. */
const INTERVAL = 900_000;

/** A workflow that begins with the built trigger. */
export class Trigger extends TriggerWorkflow {
	private polls = 0;

	constructor(
		engine: Engine,
		readonly settings: TriggerSettings,
	) {
		const { parameters = {}, credentials, webhookId, origin, staticData, name = NAME } = settings;
		const { nodeId = `node of ${webhookId}` } = settings;
		const node = { id: nodeId, name, type: 'faxPlusTrigger', typeVersion: 2 };
		const remembered = { global: { [`faxPlus endpoint ${node.id}`]: { ...staticData } } };
		const id = settings.workflowId ?? `workflow of ${webhookId}`;
		super(engine, { ...node, parameters, credentials, webhookId }, origin, id, remembered);
	}

	/** The same node after it was edited; the workflow keeps its static data. */
	edited(changes: Partial<TriggerSettings>): Trigger {
		return new Trigger(this.engine, { ...this.settings, staticData: this.staticData, ...changes });
	}

	get url(): string {
		const { origin, webhookId, isTest } = this.settings;
		return `${origin}/${isTest ? 'webhook-test' : 'webhook'}/${webhookId}/webhook`;
	}

	/** What the workflow remembers for the node. */
	get staticData(): IDataObject {
		const { [`faxPlus endpoint ${this.node.id}`]: endpoint } = this.workflow.getStaticData('global');
		return { ...(endpoint as IDataObject) };
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
		this.context ??= this.newPollContext('activate');
		return await this.callPoll();
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
		// Not by the clock that nobody sets: tests of deadlines hold it.
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + this.polls * INTERVAL);
		try {
			return await this.callPoll();
		} finally {
			clock.mockRestore();
		}
	}

	/** Polls as n8n's durable scheduler does: with a context of its own and a limit, in milliseconds. */
	async pollWithin(budget: number): Promise<INodeExecutionData[][] | null | undefined> {
		this.context = this.newPollContext('activate', budget);
		return await this.poll();
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
			node: this.node.name,
			path: `${this.settings.webhookId}/webhook`,
			webhookDescription,
			workflowId: this.workflow.id,
			workflowExecuteAdditionalData: this.additionalData(),
			isTest: this.settings.isTest ?? false,
		};
	}
}
