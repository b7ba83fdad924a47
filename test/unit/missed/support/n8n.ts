import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { SavedRegistration } from '../../../../nodes/shared/registration/savedRegistration';
import type * as executeModule from '../../../../nodes/FaxPlusTrigger/execute';
import type * as pollModule from '../../../../nodes/FaxPlusTrigger/poll';
import type * as hereModule from '../../../../nodes/shared/passing/here';
import { inServiceForm } from '../../../../nodes/shared/values/times';
import { itemOfRecord } from '../../../../nodes/shared/faxes/faxEvents';
import { Service, type ServiceFax } from '../../polling/support/service';
import { HOUR, MINUTE, wait } from '../../support/clock';
import { NODE } from '../../support/context';
import { DEFAULTS, WatchingN8n, type Fields, type Trigger } from '../../support/n8n';
import { reloaded } from '../../support/process';

/** Key of what a process remembers about the trigger. */
const KEY = '["workflow 1","node 1"]';

/** URL of the trigger's endpoint. */
const URL = 'https://n8n.example/webhook/1';

type Process = Trigger & Pick<typeof hereModule, 'hereOf'>;

/** Which id of a delivery is also in the lists. */
export type Keys = 'id' | 'hook id' | 'none';

/** What the user has configured, and how n8n runs. */
export interface Settings {
	fields?: Fields;
	credentialId?: string;
	keys?: Keys;
	workers?: number;
	/** Whether the polling process also receives deliveries. It does, unless n8n has separate webhook processes. */
	isMainReceiving?: boolean;
	/** Whether deliveries contain the user whose faxes they are. */
	hasUid?: boolean;
	/** Whether n8n's durable scheduler polls. It loads the workflow for each poll, and there's no poll when n8n starts. */
	isScheduled?: boolean;
	/** The time zone of the workflow. */
	zone?: string;
}

/**
 * A simulated n8n instance that runs one workflow with the webhook trigger for both events. It has a database, and its
 * processes can be killed.
 */
export class N8n extends WatchingN8n<Settings> {
	/** Number of faxes in each execution that a check has started. */
	readonly checks: number[] = [];

	protected override readonly defaults = { ...DEFAULTS, events: ['fax_received', 'fax_sent'] };

	/** Executions that haven't begun. */
	private waiting: Array<{ mode: string; items: INodeExecutionData[] }> = [];

	private main = newProcess();

	private context = {} as IPollFunctions;

	/** The process's copy of the static data. */
	private loaded: IDataObject = {};

	private workers = this.newWorkers();

	private turns = 0;

	private lastCheck: INodeExecutionData[] = [];

	private readonly byDelivery = new Map<string, string>();

	/** Activates the workflow, which polls once by default. */
	async activate(isPolled = true): Promise<void> {
		const { saved } = this;
		saved.remember(URL, { id: 'endpoint 1' }, saved.registeredAt ?? Date.now());
		this.load('activate', 300_000);
		if (!isPolled) return;
		await this.runPoll();
		this.staticData = structuredClone(this.loaded);
	}

	/** Unpublishes the workflow. Each publish begins with this, too. */
	unpublish(): void {
		this.saved.forget(URL);
	}

	/** Publishes the workflow with a user's changes during a check. */
	async publishDuringCheck(changes: Settings): Promise<void> {
		const check = this.main.poll(this.context);
		Object.assign(this.settings, changes);
		await this.activate();
		await check;
	}

	/** Replaces the process that polls. If that process also runs the executions, those that haven't begun are lost. */
	async restart(): Promise<void> {
		if (!this.settings.workers) this.waiting = [];
		this.main = newProcess();
		await this.activate(!this.settings.isScheduled);
	}

	/** Stores the time of the registration by Fax.Plus's clock, which is `clockAhead` milliseconds behind. */
	register(clockAhead: number): void {
		this.main.hereOf(KEY).noteDate(new Date(Date.now() - clockAhead).toUTCString());
		for (const data of [this.loaded, this.staticData])
			data['faxPlus endpoint node 1'] = { registeredAt: Date.now() - clockAhead };
	}

	restartWorkers(): void {
		this.workers = this.newWorkers();
	}

	/** Receives a delivery and queues its execution. */
	deliver(fax: ServiceFax, confirmedBy: 'signature' | 'service' = 'signature'): void {
		const event = fax.category === 'sent' ? 'fax_sent' : 'fax_received';
		const { id, file, from, to, status, owner } = fax;
		const { keys = 'id' } = this.settings;
		const dataId = keys === 'id' ? id : `event ${id}`;
		this.byDelivery.set(dataId, id);
		if (confirmedBy === 'service') {
			// Fax.Plus can only confirm its own ids.
			if (keys === 'id') this.take('webhook', [confirmed(event, fax)]);
			return;
		}
		const data = {
			...{ id: dataId, file },
			...(this.settings.hasUid ? { uid: owner } : {}),
			...{ from, to, status },
			start_time: inServiceForm(new Date(fax.start)),
		};
		const extras = { confirmedBy, webhookId: `msg of ${id}` };
		const hook = { id: keys === 'none' ? dataId : id };
		const item = { json: { event, data, hook, ...extras } };
		if (this.settings.isMainReceiving) this.noteTaken(item);
		this.take('webhook', [item]);
	}

	/** Receives a delivery and runs its execution. */
	async receive(fax: ServiceFax, confirmedBy?: 'signature' | 'service'): Promise<void> {
		this.deliver(fax, confirmedBy);
		await this.work();
	}

	/** Polls as n8n's schedule does. With `isLost`, n8n ends before it has stored the execution. */
	async poll(isLost = false): Promise<void> {
		if (this.settings.isScheduled) this.load('update', 36_000);
		await this.runPoll(isLost);
	}

	private async runPoll(isLost = false): Promise<void> {
		const executions = await this.started(this.main.poll(this.context));
		// n8n saves static data only if the poll starts an execution.
		if (executions.length > 0) this.staticData = structuredClone(this.loaded);
		if (isLost) return;
		for (const items of executions) {
			this.checks.push(items.length);
			this.lastCheck = items;
			this.take('trigger', items);
		}
	}

	/** Polls every 15 minutes for a number of milliseconds, and runs the waiting executions. */
	async checksFor(time: number): Promise<void> {
		for (let passed = 0; passed < time; passed += 15 * MINUTE) {
			wait(15 * MINUTE);
			await this.poll();
			await this.work();
		}
	}

	/** Drops the executions that haven't begun, as a crash does, and returns their items. */
	crash(): INodeExecutionData[] {
		return this.waiting.splice(0).flatMap(({ items }) => items);
	}

	/** Retries an execution, as a user does. The default is the last one that a check has started. */
	async retry(items = this.lastCheck): Promise<void> {
		this.take('retry', items);
		await this.work();
	}

	/** Runs the waiting executions. */
	async work(): Promise<void> {
		for (const { mode, items } of this.waiting.splice(0)) {
			const process = this.workers[this.turns++ % Math.max(this.workers.length, 1)] ?? this.main;
			await this.execute(process, mode, items);
		}
	}

	/** Returns the id that the fax has in the lists. */
	protected override idOf(item: INodeExecutionData): string {
		const id = super.idOf(item);
		return this.byDelivery.get(id) ?? id;
	}

	/** Loads the workflow into the process. */
	private load(activationMode: string, budget: number): void {
		const loaded = (this.loaded = structuredClone(this.staticData));
		this.context = this.pollContext({
			getActivationMode: () => activationMode,
			getPollBudgetMs: () => budget,
			getTimezone: () => this.settings.zone ?? 'America/New_York',
			getWorkflowStaticData: () => loaded,
		});
	}

	private get saved(): SavedRegistration {
		const node = { ...NODE, id: 'node 1' };
		return new SavedRegistration({
			getNode: () => node,
			getInstanceId: () => this.instanceId,
			getWorkflow: () => ({ id: 'workflow 1', active: true }),
			getWorkflowStaticData: () => this.staticData,
		});
	}

	private newWorkers(): Trigger[] {
		return Array.from({ length: this.settings.workers ?? 0 }, newProcess);
	}

	private noteTaken(item: INodeExecutionData): void {
		void this.main
			.hereOf(KEY)
			.take(item)
			.then((endHandling) => endHandling?.(true));
	}

	private take(mode: string, items: INodeExecutionData[]): void {
		this.waiting.push({ mode, items });
	}
}

/** Returns an n8n instance in which the workflow has been active for a minute. Its account has had faxes before. */
export async function active(settings: Settings = {}): Promise<{ service: Service; n8n: N8n }> {
	const service = new Service();
	for (let hour = 1; hour < 4; hour++) service.add({ end: Date.now() - hour * HOUR });
	const n8n = new N8n(service, settings);
	await n8n.activate();
	wait(MINUTE);
	return { service, n8n };
}

function confirmed(event: 'fax_sent' | 'fax_received', fax: ServiceFax): INodeExecutionData {
	const { id, file, from, to, status, owner } = fax;
	const { json } = itemOfRecord(event, { id, file, from, to, status, owner_id: owner } as never);
	return { json: { ...json, confirmedBy: 'service' } };
}

function newProcess(): Process {
	return reloaded(() => ({
		...jest.requireActual<typeof hereModule>('../../../../nodes/shared/passing/here'),
		...jest.requireActual<typeof pollModule>('../../../../nodes/FaxPlusTrigger/poll'),
		...jest.requireActual<typeof executeModule>('../../../../nodes/FaxPlusTrigger/execute'),
	}));
}
