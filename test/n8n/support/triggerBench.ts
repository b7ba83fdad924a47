import type { AxiosResponse } from 'axios';
import { createHash } from 'node:crypto';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import { confirmationEntry } from '../../../nodes/shared/passing/fax';
import { seed, startSimulator, type Delivery, type FaxEvent, type Simulator } from '../../../tools/simulator';
import type { Endpoint } from '../../../tools/simulator/state';
import {
	requestN8n,
	statusesUnderWay,
	type N8n,
	type N8nOptions,
	type StoredCredential,
} from '../../../tools/harness/n8n';
import { querySqlite } from '../../../tools/harness/n8n/database';
import { node, workflow, type NodeExtras } from '../../../tools/harness/n8n/workflows';
import { accessTokenDraft, enterSecrets, secretsDraft } from '../../../tools/harness/n8n/credentials';
import { until } from '../../../tools/harness/until';
import { useStarted } from '../../support/startedBench';
import { leaveN8n, takeN8n } from './sharedN8n';

export { until };

export const TRIGGER = 'Fax';
export const DONE = 'Done';

/** Seconds until a deactivated trigger's endpoint is removed in these tests. In production, it's two minutes. */
export const REMOVAL_SECONDS = 3;

/** Environment that gives n8n these shorter pauses. */
export const fastPauses = { NODE_OPTIONS: `--require=${join(__dirname, 'fastPauses.js')}` };

/** Half a minute of retries, because n8n needs some seconds to register a webhook on a busy machine. */
export const RETRIES = [200, 500, 1000, 2000, 4000, 8000, 8000, 8000];

/** A real n8n instance with workflows that start with the trigger, and the simulator, which reaches n8n over HTTPS. */
export class TriggerBench {
	private workflows = 0;

	private constructor(
		readonly n8n: N8n,
		readonly simulator: Simulator,
		readonly account: StoredCredential,
		readonly secret: StoredCredential,
	) {}

	static async start(env: N8nOptions['env'] = {}): Promise<TriggerBench> {
		const n8n = await takeN8n({ ...fastPauses, ...env });
		const simulator = await startSimulator({ ca: n8n.front.certificate, retrySchedule: RETRIES });
		const account = await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken));
		const secret = await n8n.api.createCredential(secretsDraft('Signing secrets'));
		const clinic = simulator.state.accounts.get(seed.accountId);
		if (clinic) clinic.ownedNumbers = [seed.ownedNumber, '+41225550100'];
		return new TriggerBench(n8n, simulator, account, secret);
	}

	async stop(): Promise<void> {
		await leaveN8n(this.n8n);
		await this.simulator.stop();
	}

	/** Returns a trigger node. By default, it's for received faxes. Its webhook id is part of its URL. */
	trigger(webhookId: string, parameters: INodeParameters = {}, extras: Partial<NodeExtras> = {}): INode {
		return node(
			TRIGGER,
			'n8n-nodes-faxplus.faxPlusTrigger',
			{ authentication: 'accessToken', events: ['fax_received'], ...parameters },
			{ typeVersion: 2, webhookId, credentials: [this.account, this.secret], ...extras },
		);
	}

	/** Creates a workflow of the trigger and other nodes, publishes it and waits for its endpoint. */
	async activate(trigger: INode, ...nodes: INode[]): Promise<{ id: string; endpoint: Endpoint }> {
		const id = await this.create(trigger, ...nodes);
		await this.n8n.api.publish(id);
		const endpoint = await until(() => this.endpointOf(trigger));
		// After the trigger has created the endpoint, it reads it once more.
		await until(
			() => this.n8n.log.includes(`copy the signing secret of endpoint ${endpoint.id}`) || undefined,
		);
		await this.enterSecrets();
		await this.untilListening(endpoint.url);
		return { id, endpoint };
	}

	/** Creates an inactive workflow. */
	async create(trigger: INode, ...nodes: INode[]): Promise<string> {
		this.workflows += 1;
		const draft = workflow(`Workflow ${this.workflows}`, [trigger, ...nodes, done]);
		return (await this.n8n.api.createWorkflow(draft)).id;
	}

	/** Publishes a workflow with another trigger node as its first node. */
	async publish(id: string, trigger: INode, ...nodes: INode[]): Promise<void> {
		const { nodes: changed, connections } = workflow('', [trigger, ...nodes, done]);
		await this.n8n.api.updateWorkflow(id, { nodes: changed, connections });
		await this.n8n.api.publish(id);
	}

	/**
	 * Deactivates all workflows and deletes all endpoints. When their triggers later remove endpoints, there's nothing left
	 * to delete.
	 */
	async retire(): Promise<void> {
		const { api } = this.n8n;
		for (const { id, active } of await api.listWorkflows()) if (active) await api.deactivate(id);
		for (const { endpoints } of this.simulator.state.accounts.values()) endpoints.clear();
	}

	/** Receives a fax, and returns its delivery to one endpoint. Endpoints of other tests get a delivery, too. */
	faxReceived(endpoint: Endpoint, values?: FaxEvent): Delivery {
		const deliveries = this.simulator.faxReceived(values);
		const delivery = deliveries.find(({ endpointId }) => endpointId === endpoint.id);
		if (!delivery) throw new Error(`The service delivered nothing to ${endpoint.url}`);
		return delivery;
	}

	/** Returns all endpoints of a trigger, in all accounts. */
	endpointsOf({ webhookId }: INode): Endpoint[] {
		return [...this.simulator.state.accounts.values()]
			.flatMap(({ endpoints }) => [...endpoints.values()])
			.filter(({ url }) => url.includes(`/${String(webhookId)}/`));
	}

	endpointOf(trigger: INode): Endpoint | undefined {
		return this.endpointsOf(trigger)[0];
	}

	/** Reads the secrets of all endpoints and enters them into the credential, as a user does. */
	async enterSecrets(): Promise<void> {
		const endpoints = [...this.simulator.state.accounts.values()].flatMap((account) => [
			...account.endpoints.values(),
		]);
		await this.setSecrets(...endpoints.map(({ secret }) => secret));
	}

	async setSecrets(...secrets: string[]): Promise<void> {
		await enterSecrets(this.n8n.api, this.secret, ...secrets);
	}

	/** Returns the items that reached a node, in all finished executions of a workflow. */
	async passed(workflowId: string, nodeName = DONE): Promise<IDataObject[]> {
		await this.untilIdle(workflowId);
		const executions = await this.n8n.api.listExecutions(workflowId);
		const items = await Promise.all(
			executions.map(async ({ id }) => {
				const { data } = await this.n8n.api.getExecution(id);
				const runs = data.resultData.runData[nodeName] ?? [];
				return runs.flatMap((run) => run.data?.['main']?.[0] ?? []).map(({ json }) => json);
			}),
		);
		return items.flat();
	}

	/** Returns the ids of the deliveries that have started the workflow, in alphabetical order. */
	async passedIds(workflowId: string): Promise<unknown[]> {
		return (await this.passed(workflowId)).map(({ webhookId }) => webhookId).sort();
	}

	async executionCount(workflowId: string): Promise<number> {
		await this.untilIdle(workflowId);
		return (await this.n8n.api.listExecutions(workflowId)).length;
	}

	/** Sends a POST to a webhook URL, as anyone could. */
	async post(
		url: string,
		body: string | Buffer,
		headers: Record<string, string>,
		{ timeout = 120_000, signal }: { timeout?: number; signal?: AbortSignal } = {},
	): Promise<AxiosResponse<unknown>> {
		return await requestN8n({
			url,
			method: 'POST',
			data: body,
			headers: { 'content-type': 'application/json', ...headers },
			httpsAgent: new https.Agent({ ca: this.n8n.front.certificate }),
			transformRequest: (data: unknown) => data,
			maxBodyLength: Infinity,
			timeout,
			...(signal && { signal }),
		});
	}

	/**
	 * Returns the hashes that n8n's store keeps for a workflow, straight from the database. The entry that signed
	 * deliveries have existed is left out.
	 */
	async storedHashes(workflowId: string): Promise<string[]> {
		const rows = await querySqlite<{ value: string }>(
			this.n8n,
			'SELECT value FROM processed_data WHERE "workflowId" = ?',
			[workflowId],
		);
		const facts = [hashOf(confirmationEntry('signature', 'fax_received'))];
		const hashes = rows.flatMap(({ value }) => (JSON.parse(value) as { data: string[] }).data);
		return hashes.filter((hash) => !facts.includes(hash));
	}

	/** Waits until the webhook listens, because n8n reports a workflow as active before that. */
	private async untilListening(url: string): Promise<void> {
		await until(async () => (await this.post(url, '{}', {})).status === 401 || undefined);
	}

	private async untilIdle(workflowId: string): Promise<void> {
		await until(async () => {
			const executions = await this.n8n.api.listExecutions(workflowId);
			return executions.every(({ status }) => !statusesUnderWay.includes(status)) || undefined;
		});
	}
}

/** Starts a bench before the tests of a file and stops it after them. */
export function useTriggerBench(env?: N8nOptions['env']): () => TriggerBench {
	const bench = useStarted(() => TriggerBench.start(env));
	afterEach(async () => {
		bench().simulator.recover();
		await bench().retire();
	});
	return bench;
}

/** Waits for a time in which something must not happen. */
export async function forSeconds(seconds: number): Promise<void> {
	await pause(seconds * 1000);
}

/** Number of entries in n8n's store for a signed delivery: its id, its fax, and the mark that the fax was signed. */
export const NAMES_OF_A_DELIVERY = 3;

/** Returns the hash under which n8n's store keeps an id. */
export function hashOf(webhookId: string): string {
	return createHash('md5').update(webhookId).digest('base64');
}

/** Returns a delivery that's signed as Fax.Plus does. Its parts can be replaced to forge it. */
export function signed(
	secret: string,
	{ id = 'msg_by_test', at = Math.floor(Date.now() / 1000), body = deliveryBody('fax_by_test') } = {},
): { body: string; headers: Record<string, string> } {
	return {
		body,
		headers: {
			'webhook-id': id,
			'webhook-timestamp': String(at),
			'webhook-signature': new Webhook(secret).sign(id, new Date(at * 1000), body),
		},
	};
}

/** Returns the body of a delivery about a received fax. */
export function deliveryBody(faxId: string): string {
	return JSON.stringify({
		hook: { id: faxId, event: 'fax_received', event_time: '2026-11-21 06:00:00', target: '' },
		data: { id: faxId, from: '+15550100999', to: '+15550100000', pages: 1, status: 'success' },
	});
}

const done = node(DONE, 'n8n-nodes-base.noOp');
