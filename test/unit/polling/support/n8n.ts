import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	NodeExecutionHint,
} from 'n8n-workflow';

import type * as firstStepModule from '../../../../nodes/FaxPlusPollingTrigger/firstStep';
import type * as pollModule from '../../../../nodes/FaxPlusPollingTrigger/poll';
import { inTime } from '../../support/clock';
import { Process, requestsTo } from '../../support/process';
import type { Service } from './service';

/** What a person has set. */
export type Fields = Record<string, unknown>;

/** Of jest's clock, in milliseconds. */
const STEP = 500;

const DEFAULTS: Fields = {
	authentication: 'accessToken',
	events: ['fax_received'],
	outcome: 'any',
	channels: '',
	downloadFax: false,
	options: {},
};

/** Where n8n is killed: a poll's items are with n8n, but not what the poll has remembered, or not the execution. */
export type Kill =
	'before it saves' | 'before the execution is stored' | 'before the execution begins' | undefined;

/** One workflow with the polling trigger in n8n: its database, and processes that come and go. */
export class N8n {
	/** Of the workflow, as the database has it. */
	staticData: IDataObject = {};

	/** Ids of the faxes that have passed the trigger, in order. */
	readonly passed: string[] = [];

	/** Which attempt at which fax they were, such as `fax 1: 2`. */
	readonly attempts: string[] = [];

	/** Messages of failed executions. */
	readonly failed: string[] = [];

	/** Executions that a poll has started, with the ids that they got. */
	readonly executions: string[][] = [];

	/** What executions say beside their output. */
	readonly hints: string[] = [];

	/** What n8n's log warns of. */
	readonly warnings: string[] = [];

	/** Executions that wait for a worker. */
	private readonly waiting: INodeExecutionData[][] = [];

	/** The de-duplication store. */
	private readonly store: string[] = [];

	private process: MainProcess;

	private worker: MainProcess | undefined;

	private nodeName = 'Faxes';

	constructor(
		private readonly service: Service,
		readonly options: {
			fields?: Fields;
			hasWorkers?: boolean;
			isScheduled?: boolean;
			credentialId?: string;
		} = {},
	) {
		this.process = new MainProcess();
		if (options.hasWorkers) this.worker = new MainProcess();
	}

	/** Activates the workflow, in a publish or at the start of n8n; a poll is part of it. */
	async activate(mode: 'activate' | 'update' | 'init' = 'activate'): Promise<void> {
		this.process.begin(this.staticData, this.contextOf(mode));
		await this.poll(undefined, true);
		this.staticData = this.process.memory;
	}

	/** Ends the process; another one begins. */
	async restart(): Promise<void> {
		this.process = new MainProcess();
		await this.activate('init');
	}

	/** Ends the process; before another one has activated the workflow, it is published with another name of the node. */
	async restartWithRename(name: string): Promise<void> {
		this.process = new MainProcess();
		await this.rename(name);
	}

	/** Publishes the workflow with another name of the node. */
	async rename(name: string): Promise<void> {
		this.nodeName = name;
		await this.activate('update');
	}

	/** Begins a poll while others may be under way. */
	async beginPoll(): Promise<INodeExecutionData[][] | null> {
		return await this.process.poll();
	}

	/** Lets n8n's schedule poll. What an activation throws is the caller's. */
	async poll(kill?: Kill, isActivation = false): Promise<void> {
		let output: INodeExecutionData[][] | null;
		// n8n's durable scheduler loads the workflow for each poll, and saves nothing after one that brings nothing.
		if (this.options.isScheduled && !isActivation)
			this.process.begin(this.staticData, this.contextOf('update', 36_000));
		try {
			output = await inTime(this.process.poll(), STEP);
		} catch (error) {
			if (isActivation) throw error;
			this.failed.push((error as Error).message);
			return;
		}
		const [items] = output ?? [];
		if (!items) return;
		if (kill === 'before it saves') return;
		this.staticData = this.process.memory;
		if (kill === 'before the execution is stored') return;
		this.executions.push(items.map(idOf));
		if (kill === 'before the execution begins') return;
		if (this.worker) this.waiting.push(items);
		else await this.execute(this.process, items);
	}

	/** Lets the worker end amid its work, before the first step of any execution has ended. */
	loseWork(): void {
		this.waiting.length = 0;
		this.worker = new MainProcess();
	}

	/** Lets the worker work. */
	async work(): Promise<void> {
		for (const items of this.waiting.splice(0)) if (this.worker) await this.execute(this.worker, items);
	}

	private async execute(process: Process, items: INodeExecutionData[]): Promise<void> {
		const context = {
			...this.nodeContext(),
			getInputData: () => items,
			getMode: () => 'trigger',
			getNodeParameter: (name: string) => this.field(name),
			getExecutionCancelSignal: () => undefined,
			addExecutionHints: ({ message }: NodeExecutionHint) => this.hints.push(message),
			helpers: {
				checkProcessedAndRecord: async (ids: string[]) => {
					const missing = ids.filter((id) => !this.store.includes(id));
					this.store.push(...missing);
					return await Promise.resolve({ new: missing, processed: [] });
				},
			},
		} as unknown as IExecuteFunctions;
		const passed = await inTime(process.firstStep(context), STEP);
		this.passed.push(...passed.map(idOf));
		this.attempts.push(...passed.map(attemptOf));
	}

	private contextOf(activationMode: string, budget = 300_000): (data: IDataObject) => IPollFunctions {
		const name = this.nodeName;
		return (data) =>
			({
				...this.nodeContext(),
				getActivationMode: () => activationMode,
				getPollBudgetMs: () => budget,
				getMode: () => 'trigger',
				getWorkflowStaticData: (type: string) => (data[type === 'node' ? `node:${name}` : type] ??= {}),
				getNodeParameter: (field: string) => this.field(field),
				...requestsTo(this.service),
			}) as unknown as IPollFunctions;
	}

	private nodeContext() {
		return {
			getNode: () => ({
				id: 'node 1',
				name: this.nodeName,
				type: 'n8n-nodes-faxplus.faxPlusPollingTrigger',
				parameters: this.fields,
				credentials: { faxPlusApi: { id: this.options.credentialId ?? 'credential 1' } },
			}),
			getWorkflow: () => ({ id: 'workflow 1', name: 'Referrals' }),
			logger: {
				debug: () => undefined,
				info: () => undefined,
				warn: (line: string) => this.warnings.push(line),
				error: () => undefined,
			},
		};
	}

	private get fields(): Fields {
		return { ...DEFAULTS, ...this.options.fields };
	}

	private field(name: string): unknown {
		return this.fields[name];
	}
}

/** A process that has a copy of the workflow. */
class MainProcess extends Process {
	private data: IDataObject = {};

	constructor() {
		super(() => ({
			...jest.requireActual<typeof pollModule>('../../../../nodes/FaxPlusPollingTrigger/poll'),
			...jest.requireActual<typeof firstStepModule>('../../../../nodes/FaxPlusPollingTrigger/firstStep'),
		}));
	}

	/** Loads the workflow. */
	begin(staticData: IDataObject, contextOf: (data: IDataObject) => IPollFunctions): void {
		this.data = structuredClone(staticData);
		this.context = contextOf(this.data);
	}

	/** What the loaded workflow holds. */
	get memory(): IDataObject {
		return structuredClone(this.data);
	}
}

function idOf({ json }: INodeExecutionData): string {
	return (json['data'] as { id: string }).id;
}

function attemptOf(item: INodeExecutionData): string {
	const { isAgain, attempt } = item.json as { isAgain: boolean; attempt: number };
	if (isAgain !== attempt > 1) throw new Error(`Attempt ${attempt} says isAgain ${isAgain}`);
	return `${idOf(item)}: ${attempt}`;
}
