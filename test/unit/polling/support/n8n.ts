import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type * as firstStepModule from '../../../../nodes/FaxPlusPollingTrigger/firstStep';
import type * as pollModule from '../../../../nodes/FaxPlusPollingTrigger/poll';
import { inTime, MINUTE, wait } from '../../support/clock';
import { STEP, WatchingN8n, type Fields, type Trigger } from '../../support/n8n';
import { loadedAnew } from '../../support/process';
import { Service, type Readings } from './service';

/** Where n8n is killed: a poll's items are with n8n, but not what the poll has remembered, or not the execution. */
export type Kill =
	'before it saves' | 'before the execution is stored' | 'before the execution begins' | undefined;

/** What a person has set, and how n8n runs. */
export interface Settings {
	fields?: Fields;
	credentialId?: string;
	hasWorkers?: boolean;
	isScheduled?: boolean;
	/** What the durable scheduler gives a poll, in milliseconds. */
	budget?: number;
}

/** One workflow with the polling trigger in n8n: its database, and processes that come and go. */
export class N8n extends WatchingN8n<Settings> {
	/** Executions that a poll has started, with the ids that they got. */
	readonly executions: string[][] = [];

	/** Executions that wait for a worker. */
	private readonly waiting: INodeExecutionData[][] = [];

	private main = newProcess();

	private worker = this.settings.hasWorkers ? newProcess() : undefined;

	/** The copy of static data that the process has. */
	private loaded: IDataObject = {};

	private context = {} as IPollFunctions;

	/** Activates the workflow, in a publish or at the start of n8n; a poll is part of it. */
	async activate(mode: 'activate' | 'update' | 'init' = 'activate'): Promise<void> {
		this.load(mode);
		await this.poll(undefined, true);
		this.staticData = structuredClone(this.loaded);
	}

	/** Publishes the workflow with what a person has changed. */
	async publish(changes: Settings = {}): Promise<void> {
		Object.assign(this.settings, changes);
		await this.activate('update');
	}

	/** Publishes the workflow with what a person has changed while a poll is under way. */
	async publishAmidPoll(changes: Settings): Promise<void> {
		const poll = this.beginPoll();
		await this.publish(changes);
		await poll;
	}

	/** Ends the process; another one begins, in which n8n's durable scheduler goes on without an activation's poll. */
	async restart(): Promise<void> {
		this.main = newProcess();
		if (!this.settings.isScheduled) await this.activate('init');
	}

	/** Ends the process; another one takes up the publish that was under way. */
	async killedAmidPublish(): Promise<void> {
		this.main = newProcess();
		await this.publish();
	}

	/** Ends the process; before another one has activated the workflow, it is published with another name of the node. */
	async restartWithRename(name: string): Promise<void> {
		this.main = newProcess();
		await this.rename(name);
	}

	/** Publishes the workflow with another name of the node. */
	async rename(name: string): Promise<void> {
		this.nodeName = name;
		await this.publish();
	}

	/** Begins a poll while others may be under way. */
	async beginPoll(): Promise<INodeExecutionData[][] | null> {
		return await this.main.poll(this.context);
	}

	/** Lets n8n's schedule poll. What an activation throws is the caller's. */
	async poll(kill?: Kill, isActivation = false): Promise<void> {
		// n8n's durable scheduler loads the workflow for each poll, and saves nothing after one that brings nothing.
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

	/** Polls so often, with a pause in milliseconds after each, and lets the worker work. */
	async polls(count: number, pause = MINUTE): Promise<void> {
		for (let poll = 0; poll < count; poll++) {
			await this.poll();
			await this.work();
			wait(pause);
		}
	}

	/** Polls for so many milliseconds, every five minutes unless told otherwise. */
	async pollsFor(time: number, pause = 5 * MINUTE): Promise<void> {
		const end = Date.now() + time;
		while (Date.now() < end) await this.polls(1, pause);
	}

	/** Lets the worker end amid its work, before the first step of any execution has ended. */
	loseWork(): void {
		this.waiting.length = 0;
		this.worker = newProcess();
	}

	/** Lets the worker work. */
	async work(): Promise<void> {
		for (const items of this.waiting.splice(0))
			if (this.worker) await this.execute(this.worker, 'trigger', items);
	}

	/** Lets a person retry an execution with these items. */
	async retry(items: INodeExecutionData[]): Promise<void> {
		await this.execute(this.worker ?? this.main, 'retry', items);
	}

	/** What an execution gets n8n may have read before the poll that started it. */
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

/** What the service does where its documentation is silent, and what happens there before the workflow is active. */
export interface Before {
	readings?: Partial<Readings>;
	prepare?: (service: Service) => unknown;
}

/** An n8n in which the workflow has been active for a minute. */
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
	return loadedAnew(() => ({
		...jest.requireActual<typeof pollModule>('../../../../nodes/FaxPlusPollingTrigger/poll'),
		...jest.requireActual<typeof firstStepModule>('../../../../nodes/FaxPlusPollingTrigger/firstStep'),
	}));
}
