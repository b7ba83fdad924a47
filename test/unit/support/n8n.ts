import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
	NodeExecutionHint,
} from 'n8n-workflow';

import { inTime, pause, SECOND } from './clock';
import { logTo } from './context';

/** The methods of a polling trigger that an n8n process calls. Each process has its own copy of the package's modules. */
export interface Trigger {
	poll: (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/**
 * What happens in a store call. It works, fails without a change, fails after its change, takes seconds, or is the last one
 * before its process is killed.
 */
export type Fate = 'well' | 'fails' | 'answer lost' | 'late' | 'killed';

/** The fields that the user has set. */
export type Fields = Record<string, unknown>;

/** Step of Jest's clock, in milliseconds. */
export const STEP = 500;

export const DEFAULTS: Fields = {
	authentication: 'accessToken',
	events: ['fax_received'],
	outcome: 'any',
	channels: '',
	downloadFax: false,
	options: {},
};

/**
 * A simulated n8n instance that runs one workflow with a polling trigger. It holds what its processes share, and records
 * what they do.
 */
export abstract class WatchingN8n<Settings extends { fields?: Fields; credentialId?: string }> {
	/** Ids of the faxes that have started the workflow, in order. */
	readonly passed: string[] = [];

	/** Messages of failed executions. */
	readonly failed: string[] = [];

	/** Items of executions that ended with their process. */
	readonly killed: INodeExecutionData[][] = [];

	/** Hints that executions show next to their output. */
	readonly hints: string[] = [];

	/** Warnings in n8n's log. */
	readonly warnings: string[] = [];

	/** The de-duplication store. */
	store: string[] = [];

	/** Number of entries that were removed from the store. */
	takenBack = 0;

	/** Fates of the next store calls. All later calls work. */
	storeFates: Fate[] = [];

	/** The workflow's static data in the database. */
	staticData: IDataObject = {};

	/** ID of the n8n instance. */
	instanceId = 'n8n 1';

	protected readonly defaults: Fields = DEFAULTS;

	/** When executions started, keyed by their items. n8n keeps these times for retries. */
	private readonly establishedAt = new WeakMap<INodeExecutionData[], number>();

	private executionCount = 0;

	protected nodeName = 'Faxes';

	constructor(
		private readonly service: { answer: (request: IHttpRequestOptions) => unknown },
		readonly settings: Settings = {} as Settings,
	) {}

	/** Runs the trigger node in an execution with these items. */
	protected async execute(trigger: Trigger, mode: string, items: INodeExecutionData[]): Promise<void> {
		const establishedAt = this.establishedAt.get(items) ?? (this.executionCount += 1);
		this.establishedAt.set(items, establishedAt);
		const run = { isKilled: false };
		const context = {
			...this.nodeContext(),
			getExecutionContext: () => ({ establishedAt }),
			getInputData: () => items,
			getMode: () => mode,
			getExecutionId: () => undefined,
			getWorkflowStaticData: () => this.ofWorkflow,
			getExecutionCancelSignal: () => undefined,
			addExecutionHints: ({ message }: NodeExecutionHint) => this.hints.push(message),
			helpers: this.storeHelpers(run),
		} as unknown as IExecuteFunctions;
		try {
			const passed = await inTime(trigger.execute(context), STEP);
			if (run.isKilled) throw new Error('Its process has ended');
			this.passed.push(...passed.map((item) => this.idOf(item)));
		} catch (error) {
			if (run.isKilled) this.killed.push(items);
			else this.failed.push((error as Error).message);
		}
	}

	protected pollContext(more: object): IPollFunctions {
		const helpers = {
			httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
				await Promise.resolve(this.service.answer(request)),
		};
		const getCredentials = async () =>
			await Promise.resolve({ accessToken: 'alohi_pat_1', baseUrl: 'https://fax.example/v3' });
		const getMode = () => 'trigger';
		const own = { getMode, getExecutionId: () => undefined, getCredentials, helpers };
		return { ...this.nodeContext(), ...own, ...more } as unknown as IPollFunctions;
	}

	/** Returns the executions that a poll starts. */
	protected async started(poll: Promise<INodeExecutionData[][] | null>): Promise<INodeExecutionData[][]> {
		try {
			return (await inTime(poll, STEP)) ?? [];
		} catch (error) {
			this.failed.push((error as Error).message);
			return [];
		}
	}

	protected idOf({ json }: INodeExecutionData): string {
		return (json['data'] as { id: string }).id;
	}

	/** Static data that all nodes of the workflow share. */
	protected get ofWorkflow(): IDataObject {
		return this.staticData;
	}

	private nodeContext() {
		const fields: Fields = { ...this.defaults, ...this.settings.fields };
		const { credentialId = 'credential 1' } = this.settings;
		return {
			getNode: () => ({
				id: 'node 1',
				name: this.nodeName,
				type: 'faxPlusTrigger',
				parameters: fields,
				credentials: { faxPlusApi: { id: credentialId }, faxPlusWebhookSecretApi: { id: 'secret' } },
			}),
			getNodeParameter: (name: string) => fields[name],
			getInstanceId: () => this.instanceId,
			getWorkflow: () => ({ id: 'workflow 1', name: 'Referrals' }),
			logger: { ...logTo(), warn: (line: string) => this.warnings.push(line) },
		};
	}

	private storeHelpers(run: { isKilled: boolean }) {
		return {
			checkProcessedAndRecord: async (
				names: string[],
				_scope: string,
				{ maxEntries = Infinity }: { maxEntries?: number },
			) =>
				await this.asFated(run, () => {
					const stored = new Set(this.store);
					const missing = names.filter((name) => !stored.has(name));
					if (missing.length > 0) this.store = [...this.store, ...missing].slice(-maxEntries);
					return { new: missing, processed: [] };
				}),
			removeProcessed: async (names: string[]) => {
				await this.asFated(run, () => {
					const removed = new Set(names);
					this.takenBack += names.length;
					this.store = this.store.filter((name) => !removed.has(name));
				});
			},
			getProcessedDataCount: async () => await this.asFated(run, () => this.store.length),
		};
	}

	private async asFated<T>(run: { isKilled: boolean }, work: () => T): Promise<T> {
		if (run.isKilled) throw new Error('the process has ended');
		const fate = this.storeFates.shift() ?? 'well';
		if (fate === 'fails') throw new Error('the database is gone');
		const answer = work();
		run.isKilled = fate === 'killed';
		if (run.isKilled) throw new Error('the process has ended');
		if (fate === 'answer lost') throw new Error('the connection is gone');
		if (fate === 'late') await pause(5 * SECOND);
		return await Promise.resolve(answer);
	}
}
