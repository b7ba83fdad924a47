import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';

import type { Simulator } from '../../../tools/simulator';
import type { Failure } from '../../../tools/simulator/failures';
import type { RequestLogEntry } from '../../../tools/simulator/apiServer';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import type { Account, Fax, Token } from '../../../tools/simulator/state';
import {
	statusesUnderWay,
	type ExecutionSummary,
	type N8n,
	type StoredCredential,
} from '../../../tools/harness/n8n';
import { accessTokenDraft } from '../../../tools/harness/n8n/credentials';
import { EVERY_TEN_SECONDS, node, workflow, type NodeExtras } from '../../../tools/harness/n8n/workflows';
import { until } from '../../../tools/harness/until';
import { addAccount } from '../../../tools/simulator/addAccount';
import { useStarted } from '../../support/startedBench';
import { leaveN8n, takeN8nAndSimulator } from './sharedN8n';

export { until };

export const TRIGGER = 'Fax';
export const DONE = 'Done';

/** Time for a pause of a minute between polls, and for a poll that gets no response from Fax.Plus. */
const POLL_LIMIT_MS = 120_000;

/** Time after a poll until n8n has stored and run the execution. */
const AFTERMATH_MS = 2_000;

const done = node(DONE, 'n8n-nodes-base.noOp');

/** A finished execution. */
export interface EndedExecution {
	id: string;
	status: string;
	/** Items that have started the workflow. */
	items: INodeExecutionData[];
	message: string | undefined;
	description: string | undefined;
}

/** A Fax.Plus account that only one workflow uses. */
export class Customer {
	/** How the account's requests fail, if they do. */
	outage: Failure['with'] | undefined;

	constructor(
		private readonly simulator: Simulator,
		readonly account: Account,
		readonly token: Token,
		readonly credential: StoredCredential,
	) {}

	/**
	 * Adds a fax.
	 *
	 * @param secondsAgo when the fax began
	 * @returns the id of the fax
	 */
	add(values: Partial<Fax> = {}, secondsAgo = 0): string {
		const startTime = serviceTime(Date.now() - secondsAgo * 1000);
		return this.simulator.addFax({ startTime, ...values }, undefined, this.account.id);
	}

	/** Adds faxes that began one second apart. */
	addMany(count: number, values: Partial<Fax> = {}): string[] {
		return Array.from({ length: count }, (_, index) => this.add(values, count - index));
	}

	/** All requests with the account's token, oldest first. */
	get requests(): RequestLogEntry[] {
		return this.simulator.requests.filter((request) => this.isOf(request));
	}

	isOf({ headers }: Pick<RequestLogEntry, 'headers'>): boolean {
		return headers['authorization'] === `Bearer ${this.token.value}`;
	}

	/** Waits for a moment between two polls of a trigger with both events. Each poll reads the received faxes first. */
	async betweenPolls(): Promise<void> {
		const isBetween = (): boolean => this.requests.at(-1)?.query['category'] === 'sent';
		await until(async () => {
			if (!isBetween()) return undefined;
			await pause(AFTERMATH_MS);
			return isBetween() || undefined;
		}, POLL_LIMIT_MS);
	}

	/** Waits until this many more polls have started and the last one has finished, for a trigger with one event. */
	async polled(times = 1): Promise<void> {
		const polls = (): number => this.requests.filter(({ query }) => !('before' in query)).length;
		const enough = polls() + times;
		await until(() => polls() >= enough || undefined, times * POLL_LIMIT_MS);
		await pause(AFTERMATH_MS);
	}
}

/** A real n8n instance and the simulator, with workflows that start with the polling trigger. */
export class PollingBench {
	private readonly customers: Customer[] = [];

	private accounts = 0;

	/** Executions that succeeded. They never change, and reading one takes n8n a long time. */
	private readonly succeeded = new Map<string, EndedExecution>();

	private constructor(
		readonly n8n: N8n,
		readonly simulator: Simulator,
	) {
		simulator.latency = (request) => {
			const outage = this.customers.find((customer) => customer.isOf(request))?.outage;
			if (outage !== undefined) simulator.fail({ times: 1, with: outage });
			return 0;
		};
	}

	static async start(): Promise<PollingBench> {
		return await takeN8nAndSimulator((n8n, simulator) => new PollingBench(n8n, simulator));
	}

	async stop(): Promise<void> {
		await leaveN8n(this.n8n);
		await this.simulator.stop();
	}

	/** Creates an account, with a credential of its owner. */
	async customer(): Promise<Customer> {
		const index = ++this.accounts;
		const number = `+1555020${String(index).padStart(4, '0')}`;
		const { account, token } = addAccount(this.simulator, `acc_${index}`, number);
		const credential = await this.n8n.api.createCredential(
			accessTokenDraft(this.simulator, token.value, account.id),
		);
		const customer = new Customer(this.simulator, account, token, credential);
		this.customers.push(customer);
		return customer;
	}

	/** Returns a trigger for received faxes. By default, it polls every ten seconds. */
	trigger({ credential }: Customer, parameters: INodeParameters = {}, extras: NodeExtras = {}): INode {
		const usual = { authentication: 'accessToken', pollTimes: EVERY_TEN_SECONDS };
		return node(
			TRIGGER,
			'n8n-nodes-faxplus.faxPlusPollingTrigger',
			{ ...usual, ...parameters },
			{ credentials: [credential], ...extras },
		);
	}

	/** Creates an inactive workflow. */
	async create(trigger: INode, ...nodes: INode[]): Promise<string> {
		return (await this.n8n.api.createWorkflow(workflow('Faxes', [trigger, ...nodes, done]))).id;
	}

	/** Creates and publishes a workflow, and waits until its first poll has finished. Later faxes are new. */
	async activate(customer: Customer, trigger = this.trigger(customer), ...nodes: INode[]): Promise<string> {
		const id = await this.create(trigger, ...nodes);
		await this.n8n.api.publish(id);
		await until(async () => (await this.n8n.api.getWorkflow(id)).staticData ?? undefined);
		return id;
	}

	/** Publishes a workflow with another trigger node. */
	async publish(id: string, trigger: INode): Promise<void> {
		const { nodes, connections } = workflow('', [trigger, done]);
		await this.n8n.api.updateWorkflow(id, { nodes, connections });
		await this.n8n.api.publish(id);
	}

	/** Returns the executions of a workflow, oldest first, once none is running. */
	async executions(workflowId: string): Promise<EndedExecution[]> {
		let listed: ExecutionSummary[] = [];
		const haveEnded = async (): Promise<true | undefined> => {
			listed = await this.n8n.api.listExecutions(workflowId);
			return !listed.some(isUnderWay) || undefined;
		};
		await until(haveEnded).catch((cause: unknown) => {
			const statuses = listed.map(({ id, status }) => `${id} ${status}`).join(', ');
			throw new Error(`Not all executions have ended: ${statuses}`, { cause });
		});
		return await this.outcomesOf(listed);
	}

	/** Returns the finished executions of a workflow, oldest first. */
	async endedExecutions(workflowId: string): Promise<EndedExecution[]> {
		const listed = await this.n8n.api.listExecutions(workflowId);
		return await this.outcomesOf(listed.filter((execution) => !isUnderWay(execution)));
	}

	private async outcomesOf(newestFirst: readonly ExecutionSummary[]): Promise<EndedExecution[]> {
		return await Promise.all(
			[...newestFirst].reverse().map(async (execution) => {
				const ended = this.succeeded.get(execution.id) ?? (await this.outcomeOf(execution));
				if (ended.status === 'success') this.succeeded.set(ended.id, ended);
				return ended;
			}),
		);
	}

	private async outcomeOf({ id, status }: ExecutionSummary): Promise<EndedExecution> {
		const { resultData } = (await this.n8n.api.getExecution(id)).data;
		const items = (resultData.runData[DONE] ?? []).flatMap((run) => run.data?.['main']?.[0] ?? []);
		const { message, description } = resultData.error ?? {};
		return { id, status, items, message, description: description ?? undefined };
	}

	/**
	 * Whether n8n uses durable polls. n8n then pauses for half an hour after a failed poll, unless the workflow is
	 * published again.
	 */
	get pausesAfterFailures(): boolean {
		return this.n8n.version === '3.0';
	}

	/** Publishes a workflow again if its polls pause. */
	async endPause(workflowId: string): Promise<void> {
		if (!this.pausesAfterFailures) return;
		await this.n8n.api.deactivate(workflowId);
		await this.n8n.api.publish(workflowId);
	}

	/** Returns the ids of the faxes that have started a workflow, in order. */
	async passedIds(workflowId: string): Promise<string[]> {
		return (await this.executions(workflowId)).flatMap(({ items }) => items).map(faxIdOf);
	}

	/** Waits until this many faxes have started the workflow, and returns their ids. */
	async untilPassed(workflowId: string, count: number, limitMs?: number): Promise<string[]> {
		return await until(async () => {
			const ids = await this.passedIds(workflowId);
			return ids.length >= count ? ids : undefined;
		}, limitMs);
	}
}

/** Starts a bench before the tests of a file and stops it after them. */
export function usePollingBench(): () => PollingBench {
	return useStarted(() => PollingBench.start());
}

function isUnderWay({ status }: ExecutionSummary): boolean {
	return statusesUnderWay.includes(status);
}

/** Returns the executions that have failed. */
export function failedOf(executions: readonly EndedExecution[]): EndedExecution[] {
	return executions.filter(({ status }) => status === 'error');
}

export function faxIdOf({ json }: INodeExecutionData): string {
	return (json['data'] as IDataObject)['id'] as string;
}
