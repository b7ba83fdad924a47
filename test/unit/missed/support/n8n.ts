import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	NodeExecutionHint,
} from 'n8n-workflow';

import type * as firstStepModule from '../../../../nodes/FaxPlusTrigger/delivery/firstStep';
import type * as pollModule from '../../../../nodes/FaxPlusTrigger/poll';
import { inServiceForm } from '../../../../nodes/shared/values/times';
import { itemOf } from '../../../../nodes/shared/watch/faxes';
import type { ListedFax, Service } from '../../polling/support/service';
import { inTime } from '../../support/clock';
import { Process, requestsTo } from '../../support/process';

/** Which names of a fax deliveries and lists have in common. */
export type Keys = 'id and file' | 'id' | 'file' | 'none';

/** What a person has set, and how n8n runs. */
export interface Settings {
	fields?: Record<string, unknown>;
	keys?: Keys;
	/** Whether the record of a single fax has its names as events do, where lists have others. */
	recordsAreLikeEvents?: boolean;
	workers?: number;
	/** Whether deliveries say whose faxes they are. */
	hasUid?: boolean;
}

/** Of jest's clock, in milliseconds. */
const STEP = 100;

const DEFAULTS = {
	authentication: 'accessToken',
	events: ['fax_received', 'fax_sent'],
	outcome: 'any',
	channels: '',
	downloadFax: false,
	options: {},
};

/** One workflow with the webhook trigger in n8n: its database, and processes that come and go. */
export class N8n {
	/** Ids of the faxes that have passed the trigger, as the service's lists have them, in order. */
	readonly passed: string[] = [];

	/** Which attempt at which fax they were, such as `fax 1: 2`. */
	readonly attempts: string[] = [];

	/** Messages of failed executions. */
	readonly failed: string[] = [];

	/** What executions say beside their output. */
	readonly hints: string[] = [];

	/** Executions that checks have started, with how many faxes each got. */
	readonly checks: number[] = [];

	/** The de-duplication store. */
	store: string[] = [];

	readonly log: string[] = [];

	private readonly staticData: IDataObject = {};

	/** Executions that have not begun. */
	private waiting: Array<{ mode: string; items: INodeExecutionData[] }> = [];

	private main: Process;

	private workers: Process[] = [];

	private turns = 0;

	private lastCheck: INodeExecutionData[] = [];

	private readonly byDelivery = new Map<string, string>();

	constructor(
		private readonly service: Service,
		readonly settings: Settings = {},
	) {
		this.main = newProcess();
		this.restartWorkers();
	}

	/** Registers the trigger, with the poll that is part of an activation. */
	async activate(): Promise<void> {
		this.staticData['since'] ??= Date.now();
		this.main.context = this.pollContext();
		await this.poll();
	}

	/** Ends the process that polls; where it executes, what it had not begun with is lost. */
	async restart(): Promise<void> {
		if (!this.settings.workers) this.waiting = [];
		this.main = newProcess();
		await this.activate();
	}

	restartWorkers(): void {
		this.workers = Array.from({ length: this.settings.workers ?? 0 }, () => newProcess());
	}

	/** Takes a delivery, and answers it. */
	deliver(fax: ListedFax, confirmedBy: 'signature' | 'service', messageId = `msg of ${fax.id}`): void {
		const event = fax.category === 'sent' ? 'fax_sent' : 'fax_received';
		const { id, from, to, status, owner } = fax;
		const names = {
			id: this.has('id') ? id : `event ${id}`,
			file: this.has('file') ? (fax.file ?? '') : `event ${fax.file ?? ''}`,
		};
		this.byDelivery.set(names.id, id);
		if (confirmedBy === 'service') {
			if (this.settings.recordsAreLikeEvents) this.take('webhook', [confirmed(event, { ...fax, ...names })]);
			// The service knows only its own ids.
			else if (this.has('id')) this.take('webhook', [confirmed(event, fax)]);
			return;
		}
		const data = {
			...names,
			...(this.settings.hasUid ? { uid: owner } : {}),
			...{ from, to, status },
			start_time: inServiceForm(new Date(fax.start)),
		};
		this.take('webhook', [{ json: { event, data, confirmedBy, webhookId: messageId } }]);
	}

	/** Lets n8n's schedule poll; `isLost` when n8n ends before it has stored the execution. */
	async poll(isLost = false): Promise<void> {
		try {
			const output = await inTime(this.main.poll(), STEP);
			if (!output?.[0] || isLost) return;
			this.checks.push(output[0].length);
			this.lastCheck = output[0];
			this.take('trigger', output[0]);
		} catch (error) {
			this.failed.push((error as Error).message);
		}
	}

	/** Lets a person retry the last execution that a check has started. */
	async retry(): Promise<void> {
		this.take('retry', this.lastCheck);
		await this.work();
	}

	/** Lets n8n begin with what waits. */
	async work(): Promise<void> {
		for (const { mode, items } of this.waiting.splice(0)) {
			const process = this.workers[this.turns++ % Math.max(this.workers.length, 1)] ?? this.main;
			try {
				const passed = await inTime(process.firstStep(this.executionContext(mode, items)), STEP);
				this.passed.push(...passed.map((item) => this.idOf(item)));
				this.attempts.push(...passed.map((item) => this.attemptOf(item)));
			} catch (error) {
				this.failed.push((error as Error).message);
			}
		}
	}

	private take(mode: string, items: INodeExecutionData[]): void {
		this.waiting.push({ mode, items });
	}

	private has(key: 'id' | 'file'): boolean {
		return (this.settings.keys ?? 'id and file').includes(key);
	}

	private idOf({ json }: INodeExecutionData): string {
		const { id } = json['data'] as { id: string };
		return this.byDelivery.get(id) ?? id;
	}

	private attemptOf(item: INodeExecutionData): string {
		const { isAgain = false, attempt = 1 } = item.json as { isAgain?: boolean; attempt?: number };
		if (isAgain !== attempt > 1) throw new Error(`Attempt ${attempt} says isAgain ${isAgain}`);
		return `${this.idOf(item)}: ${attempt}`;
	}

	private executionContext(mode: string, items: INodeExecutionData[]): IExecuteFunctions {
		return {
			...this.nodeContext(),
			getInputData: () => items,
			getMode: () => mode,
			getNodeParameter: (name: string) => this.field(name),
			getWorkflowStaticData: () => this.staticData,
			getExecutionCancelSignal: () => undefined,
			addExecutionHints: ({ message }: NodeExecutionHint) => this.hints.push(message),
			helpers: {
				checkProcessedAndRecord: async (
					names: string[],
					_scope: string,
					{ maxEntries }: { maxEntries?: number },
				) => {
					const missing = names.filter((name) => !this.store.includes(name));
					this.store = [...this.store, ...missing].slice(-(maxEntries ?? Infinity));
					return await Promise.resolve({ new: missing, processed: [] });
				},
				removeProcessed: async (names: string[]) => {
					this.store = this.store.filter((name) => !names.includes(name));
					await Promise.resolve();
				},
				getProcessedDataCount: async () => await Promise.resolve(this.store.length),
			},
		} as unknown as IExecuteFunctions;
	}

	private pollContext(): IPollFunctions {
		return {
			...this.nodeContext(),
			getActivationMode: () => 'activate',
			getMode: () => 'trigger',
			getWorkflowStaticData: () => this.staticData,
			getNodeParameter: (name: string) => this.field(name),
			...requestsTo(this.service),
		} as unknown as IPollFunctions;
	}

	private nodeContext() {
		const line = (text: string): number => this.log.push(text);
		return {
			getNode: () => ({ id: 'node 1', name: 'Fax', type: 'faxPlusTrigger', parameters: {}, credentials: {} }),
			getWorkflow: () => ({ id: 'workflow 1', name: 'Referrals' }),
			logger: { debug: () => undefined, info: line, warn: line, error: line },
		};
	}

	private field(name: string): unknown {
		return { ...DEFAULTS, ...this.settings.fields }[name];
	}
}

function confirmed(event: 'fax_sent' | 'fax_received', fax: ListedFax): INodeExecutionData {
	const { id, file, from, to, status, owner } = fax;
	const { json } = itemOf(event, { id, file, from, to, status, owner_id: owner } as never);
	return { json: { ...json, confirmedBy: 'service' } };
}

function newProcess(): Process {
	return new Process(() => ({
		...jest.requireActual<typeof pollModule>('../../../../nodes/FaxPlusTrigger/poll'),
		...jest.requireActual<typeof firstStepModule>('../../../../nodes/FaxPlusTrigger/delivery/firstStep'),
	}));
}
