import type { IDataObject, INodeExecutionData, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import type { Engine, NodeCredentials } from '../../support/execution';
import { TriggerWorkflow } from '../../support/triggerWorkflow';

/** A workflow that begins with the built polling trigger. */
export class PollingTrigger extends TriggerWorkflow {
	/** @param parameters values of the node's fields. Other fields have their defaults */
	constructor(engine: Engine, credentials: NodeCredentials, parameters: INodeParameters = {}) {
		const node = { id: 'the polling trigger', name: 'Faxes', type: 'faxPlusPollingTrigger', typeVersion: 1 };
		super(engine, { ...node, parameters, credentials }, 'https://n8n.example.com');
	}

	/** The workflow's static data. */
	get staticData(): IDataObject {
		return { ...this.workflow.getStaticData('global') };
	}

	/** Activates the workflow as n8n does. All later polls share one context. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<INodeExecutionData[]> {
		this.context = this.newPollContext(activation);
		return await this.poll();
	}

	/** Polls as n8n's durable scheduler does, with a new context and a limit in milliseconds. */
	async pollWithin(budget: number): Promise<INodeExecutionData[]> {
		this.context = this.newPollContext('update', budget);
		return await this.poll();
	}

	/** Polls as n8n's schedule does. Returns the items of the execution that it starts, or none. */
	async poll(): Promise<INodeExecutionData[]> {
		return (await this.callPoll())?.[0] ?? [];
	}

	/** Runs "Execute step", as in the editor. */
	async test(): Promise<INodeExecutionData[]> {
		return await this.execute([{ json: {} }], 'manual');
	}
}
