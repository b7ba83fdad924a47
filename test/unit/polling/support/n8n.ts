import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type * as executeModule from '../../../../nodes/FaxPlusPollingTrigger/execute';
import type * as pollModule from '../../../../nodes/FaxPlusPollingTrigger/poll';
import { inTime, MINUTE, wait } from '../../support/clock';
import { STEP, WatchingN8n, type Fields, type Trigger } from '../../support/n8n';
import { reloaded } from '../../support/process';
import { Service, type Behavior } from './service';

/** The moment at which n8n is killed after a poll has returned its items. */
export type Kill =
	'before it saves' | 'before the execution is stored' | 'before the execution begins' | undefined;

/** What the user has configured, and how n8n runs. */
export interface Settings {
	fields?: Fields;
	credentialId?: string;
	hasWorkers?: boolean;
	isScheduled?: boolean;
	/** Time that the durable scheduler gives a poll, in milliseconds. */
	budget?: number;
}

/**
 * A simulated n8n instance that runs one workflow with the polling trigger. It has a database, and its processes can be
 * killed.
 */
export class N8n extends WatchingN8n<Settings> {
	/** Ids of the faxes in each execution that a poll has started. */
	readonly executions: string[][] = [];

	/** Executions that wait for a worker. */
	private readonly waiting: INodeExecutionData[][] = [];

	private main = newProcess();

	private worker = this.settings.hasWorkers ? newProcess() : undefined;

	/** The process's copy of the static data. */
	private loaded: IDataObject = {};

	private context = {} as IPollFunctions;

	/** Activates the workflow, as a publish or a start of n8n does. An activation includes a poll. */
	async activate(mode: 'activate' | 'update' | 'init' = 'activate'): Promise<void> {
		this.load(mode);
		await this.poll(undefined, true);
		this.staticData = structuredClone(this.loaded);
	}

	/** Publishes the workflow with a user's changes. */
	async publish(changes: Settings = {}): Promise<void> {
		Object.assign(this.settings, changes);
		await this.activate('update');
	}

	/** Publishes the workflow with a user's changes during a poll. */
	async publishDuringPoll(changes: Settings): Promise<void> {
		const poll = this.beginPoll();
		await this.publish(changes);
		await poll;
	}

	/** Replaces the process. With n8n's durable scheduler, the new process starts without the poll of an activation. */
	async restart(): Promise<void> {
		this.main = newProcess();
		if (!this.settings.isScheduled) await this.activate('init');
	}

	/** Replaces the process. The new process continues a publish that the old one had started. */
	async killedDuringPublish(): Promise<void> {
		this.main = newProcess();
		await this.publish();
	}

	/** Replaces the process, and publishes the workflow with a renamed node before the new process has activated it. */
	async restartWithRename(name: string): Promise<void> {
		this.main = newProcess();
		await this.rename(name);
	}

	/** Publishes the workflow with a renamed node. */
	async rename(name: string): Promise<void> {
		this.nodeName = name;
		await this.publish();
	}

	/** Starts a poll, even during another one. */
	async beginPoll(): Promise<INodeExecutionData[][] | null> {
		return await this.main.poll(this.context);
	}

	/**
	 * Polls as n8n's schedule does.
	 *
	 * @throws what the poll of an activation throws
	 */
	async poll(kill?: Kill, isActivation = false): Promise<void> {
		// n8n's durable scheduler loads the workflow for each poll, and saves nothing if the poll returns no items.
		if (this.settings.isScheduled && !isActivation) this.load('update', this.settings.budget ?? 36_000);
		const executions = isActivation
			? ((await inTime(this.beginPoll(), STEP)) ?? [])
			: await this.started(this.beginPoll());
		if (executions.length === 0 || kill === 'before it saves') return;
		this.staticData = structuredClone(this.loaded);
		if (kill === 'before the execution is stored') return;
		this.executions.push(...executions.map((items) => items.map((item) => this.idOf(item))));
		if (kill === 'before the execution begins') return;
		if (this.worker) this.waiting.push(...executions);
		else for (const items of executions) await this.execute(this.main, 'trigger', items);
	}

	/** Polls the given number of times, with a pause in milliseconds after each, and runs the waiting executions. */
	async polls(count: number, pause = MINUTE): Promise<void> {
		for (let poll = 0; poll < count; poll++) {
			await this.poll();
			await this.work();
			wait(pause);
		}
	}

	/** Polls for a number of milliseconds, every five minutes by default. */
	async pollsFor(time: number, pause = 5 * MINUTE): Promise<void> {
		const end = Date.now() + time;
		while (Date.now() < end) await this.polls(1, pause);
	}

	/** Kills the worker before the first node of any waiting execution has finished. */
	loseWork(): void {
		this.waiting.length = 0;
		this.worker = newProcess();
	}

	/** Lets the worker run the waiting executions. */
	async work(): Promise<void> {
		for (const items of this.waiting.splice(0))
			if (this.worker) await this.execute(this.worker, 'trigger', items);
	}

	/** Retries an execution with these items, as a user does. */
	async retry(items: INodeExecutionData[]): Promise<void> {
		await this.execute(this.worker ?? this.main, 'retry', items);
	}

	/** An execution gets no static data here, because n8n may have loaded its workflow before the poll that started it. */
	protected override get ofWorkflow(): IDataObject {
		return {};
	}

	/** Loads the workflow into the process. */
	private load(activationMode: string, budget = 300_000): void {
		const [data, name] = [structuredClone(this.staticData), this.nodeName];
		this.loaded = data;
		this.context = this.pollContext({
			getActivationMode: () => activationMode,
			getPollBudgetMs: () => budget,
			getWorkflowStaticData: (type: string) => (data[type === 'node' ? `node:${name}` : type] ??= {}),
		});
	}
}

/** How Fax.Plus behaves where its documentation says nothing, and what happens before the workflow is active. */
export interface Before {
	readings?: Partial<Behavior>;
	prepare?: (service: Service) => unknown;
}

/** Returns an n8n instance in which the workflow has been active for a minute. */
export async function active({ readings, prepare, ...settings }: Settings & Before = {}): Promise<{
	service: Service;
	n8n: N8n;
}> {
	const service = new Service(readings);
	prepare?.(service);
	const n8n = new N8n(service, settings);
	await n8n.activate();
	wait(MINUTE);
	return { service, n8n };
}

function newProcess(): Trigger {
	return reloaded(() => ({
		...jest.requireActual<typeof pollModule>('../../../../nodes/FaxPlusPollingTrigger/poll'),
		...jest.requireActual<typeof executeModule>('../../../../nodes/FaxPlusPollingTrigger/execute'),
	}));
}
