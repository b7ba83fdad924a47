import './environment';

import {
	CredentialTestContext,
	DataDeduplicationService,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecutionContext,
	ILoadOptionsFunctions,
	INode,
	INodeCredentialsDetails,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	IRun,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	Logger,
	NodeApiError,
	NodeOperationError,
	RelatedExecution,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { useBinaryMode } from './binaryData';
import { StoredCredentials } from './credentials';
import type { LoadedPackage } from './package';
import { loadPackage, manifest } from './package';
import { StoreInMemory } from './store';

/** Credentials of a node, by the name of their type. */
export type NodeCredentials = Record<string, INodeCredentialsDetails>;

export interface NodeRun {
	/** Values of the node's fields, as the editor saves them. Other fields have their defaults. */
	parameters: INodeParameters;
	/** Input items. The default is one empty item. */
	items?: INodeExecutionData[];
	credentials: NodeCredentials;
	/** Type of the node. The default is the action node. */
	type?: 'faxPlus' | 'faxPlusTrigger' | 'faxPlusPollingTrigger';
	/** Whether the node is a tool of an agent. */
	isTool?: boolean;
	/** The node's setting "On Error". The default stops the workflow. */
	onError?: NonNullable<INode['onError']>;
	/** The node's setting "Retry On Fail". */
	retryOnFail?: boolean;
	/** For a retry, the time when the execution first began, in milliseconds. */
	retryOf?: number;
	/** The time when the execution begins, in milliseconds. The default is now. */
	beganAt?: number;
	/** Whether a person runs the workflow in the editor. */
	isByHand?: boolean;
	/**
	 * The execution that calls the workflow as a sub-workflow. A retry of that execution has another id but began at the same
	 * time.
	 */
	calledBy?: { executionId: string; beganAt: number; isByHand?: boolean };
	/** Number of earlier runs of the node in this execution, as in a loop. */
	runsBefore?: number;
	/** How many of the earliest runs n8n has rebuilt from its log after a kill. */
	rebuiltRuns?: number;
	/** Id of the execution. By default, each run has a new one. */
	executionId?: string;
	/** Cancels the execution, as the stop button does. */
	cancel?: Promise<unknown>;
	/** Settings of the workflow, in addition to the order of execution. */
	settings?: IWorkflowSettings;
}

export interface NodeResult {
	/** Items of the node's first output. */
	items: INodeExecutionData[];
	/** Items of the error output, if the node continues with it. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the execution, as n8n stores and shows it. */
	error: (NodeApiError | NodeOperationError) | undefined;
	status: IRun['status'];
	/** Hints that the node shows next to its output. */
	hints: string[];
	/** What the node has saved in the execution, so that people can search for it. */
	customData: Record<string, string>;
}

/** Runs single nodes of the built package in n8n-core's own engine, without database and editor. */
export class Engine {
	/** Number of executions in all engines. They share the nodes, which distinguish executions by their ids. */
	private static executions = 0;

	private constructor(
		private readonly loaded: LoadedPackage,
		readonly credentials: StoredCredentials,
		/** n8n's store of processed items. */
		readonly store: StoreInMemory,
	) {}

	/** Loads the built package. Files are kept in the items by default. */
	static async start(): Promise<Engine> {
		const loaded = await loadPackage();
		await useBinaryMode('default');
		const inMemory = await theStore();
		inMemory.empty();
		return new Engine(loaded, new StoredCredentials((name) => loaded.credentialType(name)), inMemory);
	}

	/** Stores a credential and returns the value for the `credentials` of a run. */
	async credential(type: string, data: ICredentialDataDecryptedObject): Promise<NodeCredentials> {
		return { [type]: await this.credentials.save(type, data) };
	}

	/** Returns a node type of the package, as n8n has loaded it. */
	nodeType(name: string): INodeType {
		return this.loaded.nodeTypes.getByNameAndVersion(`${manifest.name}.${name}`, 1);
	}

	/** Executes a node in its own workflow. */
	async run(run: NodeRun): Promise<NodeResult> {
		const workflow = this.workflowOf(run);
		const node = workflow.getNode(NODE_NAME) as INode;
		const main = [run.items ?? [{ json: {} }]];
		const { rebuiltRuns = 0, runsBefore = rebuiltRuns } = run;
		const earlier = Array.from({ length: runsBefore }, (_, at) => runOfBefore(at, at < rebuiltRuns));
		const data = createRunExecutionData({
			resultData: { runData: { [NODE_NAME]: earlier } },
			executionData: {
				nodeExecutionStack: [{ node, data: { main }, source: null }],
				// A sub-workflow has no start time of its own, because it takes its caller's.
				...(run.calledBy ? {} : { runtimeData: startOf(run) }),
			},
			...(run.calledBy && { parentExecution: parentOf(run.calledBy) }),
		});
		const execution = new WorkflowExecute(
			{
				...this.additionalData(workflow),
				...(run.executionId !== undefined && { executionId: run.executionId }),
				getRunExecutionData: async () => Promise.resolve(data),
			},
			modeOf(run),
			data,
		).processRunExecutionData(workflow);
		void run.cancel?.then(() => {
			execution.cancel();
		});
		return resultOf(await execution);
	}

	/** The logger that all nodes share. */
	get logger(): Logger {
		return this.editorContext({ parameters: {}, credentials: {} }).context.logger;
	}

	/** Returns the entries of a resource locator's list. */
	async listSearch(method: string, run: NodeRun, filter?: string): Promise<INodeListSearchResult> {
		const { context, type } = this.editorContext(run);
		const search = type.methods?.listSearch?.[method];
		if (!search) throw new Error(`There is no list search ${method}`);
		return await search.call(context, filter);
	}

	/** Returns the options of a dropdown. */
	async loadOptions(method: string, run: NodeRun): Promise<INodePropertyOptions[]> {
		const { context, type } = this.editorContext(run);
		const load = type.methods?.loadOptions?.[method];
		if (!load) throw new Error(`There are no load options ${method}`);
		return await load.call(context);
	}

	/** Tests a credential as the button in its window does, if a node has a function that tests it. */
	async testCredential(
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<INodeCredentialTestResult> {
		const { description, methods } = this.nodeType('faxPlus');
		const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
		const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		if (!test) throw new Error(`No function tests ${type}`);
		const workflow = this.workflowOf({ parameters: {}, credentials: {} });
		const context = new CredentialTestContext(this.additionalData(workflow));
		return await test.call(context, { id: '1', name: type, type, data });
	}

	/** Returns a stored credential as nodes get it, with the defaults of its type and with resolved expressions. */
	async decrypted(credentials: NodeCredentials, type: string): Promise<ICredentialDataDecryptedObject> {
		const details = credentials[type];
		if (!details) throw new Error(`No credential of type ${type}`);
		const workflow = this.workflowOf({ parameters: {}, credentials });
		return await this.credentials.getDecrypted(this.additionalData(workflow), details, type, 'internal');
	}

	private editorContext(run: NodeRun): { context: ILoadOptionsFunctions; type: INodeType } {
		const workflow = this.workflowOf(run);
		const node = workflow.getNode(NODE_NAME) as INode;
		const additionalData = this.additionalData(workflow);
		additionalData.currentNodeParameters = node.parameters;
		return {
			// n8n's class and interface disagree about optional properties.
			context: new LoadOptionsContext(workflow, node, additionalData, '') as unknown as ILoadOptionsFunctions,
			type: this.nodeType(run.type ?? 'faxPlus'),
		};
	}

	private workflowOf(run: NodeRun): Workflow {
		const { parameters, credentials, type = 'faxPlus', isTool, onError, retryOnFail, settings } = run;
		const { description } = this.nodeType(type);
		const node: INode = {
			id: 'c5d0b1de-0000-4000-8000-000000000001',
			name: NODE_NAME,
			type: `${manifest.name}.${type}${isTool ? 'Tool' : ''}`,
			typeVersion: Number(description.version),
			position: [0, 0],
			parameters,
			credentials,
			...(onError ? { onError } : {}),
			...(retryOnFail ? { retryOnFail, maxTries: 2, waitBetweenTries: 0 } : {}),
		};
		node.parameters =
			NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description) ?? {};
		return new Workflow({
			id: 'contract',
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: this.loaded.nodeTypes,
			settings: { executionOrder: 'v1', ...settings },
		});
	}

	private additionalData(workflow: Workflow): IWorkflowExecuteAdditionalData {
		Engine.executions += 1;
		const additionalData = additionalDataFor(workflow, this.credentials, 'http://localhost');
		return { ...additionalData, executionId: `contract ${Engine.executions}` };
	}
}

const NODE_NAME = 'Fax.Plus';

function modeOf({ retryOf, calledBy, isByHand }: NodeRun): WorkflowExecuteMode {
	if (calledBy) return 'integrated';
	return retryOf === undefined ? (isByHand ? 'manual' : 'trigger') : 'retry';
}

function startOf({ retryOf, beganAt, isByHand }: Omit<NodeRun, 'parameters'>): IExecutionContext {
	const source = isByHand ? 'manual' : 'trigger';
	return { version: 1, establishedAt: retryOf ?? beganAt ?? Date.now(), source };
}

function parentOf({ executionId, ...began }: NonNullable<NodeRun['calledBy']>): RelatedExecution {
	const executionContext = startOf({ ...began, credentials: {} });
	return { executionId, workflowId: 'calling', executionContext };
}

/** Returns an earlier run of the node. If n8n has rebuilt it, it's marked as rebuilt and has no output. */
const runOfBefore = (executionIndex: number, isRebuilt: boolean): ITaskData => ({
	startTime: 0,
	executionIndex,
	executionTime: 0,
	executionStatus: 'success',
	source: [],
	data: { main: [[{ json: isRebuilt ? { isArtificialRecoveredEventItem: true } : {} }]] },
});

let store: Promise<StoreInMemory> | undefined;

/** Returns n8n's store, which all engines share. */
export async function theStore(): Promise<StoreInMemory> {
	return await (store ??= (async () => {
		const inMemory = new StoreInMemory();
		await DataDeduplicationService.init(inMemory);
		return inMemory;
	})());
}

function resultOf({ data, status }: IRun): NodeResult {
	const last = data.resultData.runData[NODE_NAME]?.at(-1);
	const outputs = last?.data?.['main'] ?? [];
	return {
		items: outputs[0] ?? [],
		errorItems: outputs[1] ?? [],
		error: data.resultData.error as NodeApiError | NodeOperationError | undefined,
		status,
		hints: (last?.hints ?? []).map(({ message }) => message),
		customData: data.resultData.metadata ?? {},
	};
}

/** Returns a promise that cancels a run, and a function that presses the stop button. */
export function stopButton(): { cancel: Promise<void>; stop: () => void } {
	let stop = (): void => undefined;
	const cancel = new Promise<void>((resolve) => (stop = resolve));
	return { cancel, stop };
}

/** Expects that a run succeeded. */
export function expectSuccess<Result extends Pick<NodeResult, 'error'>>(result: Result): Result {
	expect(result.error).toBeUndefined();
	return result;
}

/** Returns the JSON of items. */
export function jsonOf(items: INodeExecutionData[]): IDataObject[] {
	return items.map(({ json }) => json);
}
