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

/** What a user configures in the editor, and the address of n8n. */
export interface TriggerSettings {
	/** Values of the node's fields. Other fields have their defaults. */
	parameters?: INodeParameters;
	credentials: NodeCredentials;
	/** Address of n8n, without a slash at the end. */
	origin: string;
	/** The part of the webhook URL that belongs to the trigger. Triggers with the same part share their URL. */
	webhookId: string;
	/** Id of the workflow, if several triggers share one. `nodeId` then distinguishes the triggers. */
	workflowId?: string;
	nodeId?: string;
	name?: string;
	/** Whether the editor listens for a test event. The workflow isn't active then. */
	isTest?: boolean;
	/** Static data that the workflow already has. */
	staticData?: IDataObject;
}

const NAME = 'Fax';

/** Interval of the polls, in milliseconds. */
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

	/** Returns the same node after an edit. The workflow keeps its static data. */
	edited(changes: Partial<TriggerSettings>): Trigger {
		return new Trigger(this.engine, { ...this.settings, staticData: this.staticData, ...changes });
	}

	get url(): string {
		const { origin, webhookId, isTest } = this.settings;
		return `${origin}/${isTest ? 'webhook-test' : 'webhook'}/${webhookId}/webhook`;
	}

	/** The part of the workflow's static data that belongs to the node. */
	get staticData(): IDataObject {
		const { [`faxPlus endpoint ${this.node.id}`]: endpoint } = this.workflow.getStaticData('global');
		return { ...(endpoint as IDataObject) };
	}

	/** The logger that all contexts share. */
	get logger(): Logger {
		return this.hookContext('activate').logger;
	}

	/** Activates the workflow as n8n does. */
	async activate(): Promise<void> {
		if (!(await this.checkExists())) await this.create();
		await this.activatePolls();
	}

	/** Runs the first poll, which n8n waits for during an activation. */
	async activatePolls(): Promise<INodeExecutionData[][] | null | undefined> {
		this.context ??= this.newPollContext('activate');
		return await this.callPoll();
	}

	/** Runs the first call of an activation. By default, a user has activated the workflow. */
	async checkExists(activation: WorkflowActivateMode = 'activate'): Promise<boolean> {
		return await this.hook('checkExists', activation);
	}

	async create(): Promise<boolean> {
		return await this.hook('create', 'activate');
	}

	async delete(): Promise<boolean> {
		return await this.hook('delete', 'update');
	}

	/** Polls as n8n's schedule does, one interval after the previous poll. */
	async poll(): Promise<INodeExecutionData[][] | null | undefined> {
		if (!this.context) await this.activatePolls();
		this.polls += 1;
		// The poll must not depend on the monotonic clock, because tests of deadlines stop it.
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + this.polls * INTERVAL);
		try {
			return await this.callPoll();
		} finally {
			clock.mockRestore();
		}
	}

	/** Polls as n8n's durable scheduler does, with a new context and a limit in milliseconds. */
	async pollWithin(budget: number): Promise<INodeExecutionData[][] | null | undefined> {
		this.context = this.newPollContext('activate', budget);
		return await this.poll();
	}

	/** Handles a request to the webhook URL. Request and response are like Express's. */
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
