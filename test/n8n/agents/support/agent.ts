import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import {
	ChatModel,
	follow,
	MODEL,
	type Conversation,
	type Script,
} from '../../../../tools/harness/chatModel';
import { itemsOf, type Execution, type StoredCredential } from '../../../../tools/harness/n8n';
import { manualTrigger, node, type NodeExtras } from '../../../../tools/harness/n8n/workflows';
import type { SimulatorOptions } from '../../../../tools/simulator';
import { useN8nBench } from '../../support/bench';

const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

/** Name of the agent in its workflow. */
const AGENT = 'AI Agent';

/** The input of an agent. */
export interface Task {
	tools: INode[];
	script: Script;
	/** A human review between the agent and its tools. */
	review?: INode;
	/** Parameters and version of the chat model. */
	model?: { parameters?: INodeParameters; typeVersion?: number };
}

/** What an agent did with a task. */
export interface Talk {
	/** The descriptions of tools that the model got. */
	tools: Conversation['tools'];
	/** Results that the tools returned to the model, in order. */
	results: string[];
	/** The agent's final answer. */
	answer: string;
}

/** n8n's AI Agent with a scripted model and tools that use the simulator. */
export class Agents {
	private model: ChatModel | undefined;

	private credential: StoredCredential | undefined;

	constructor(private readonly getBench: ReturnType<typeof useN8nBench>) {}

	get n8n() {
		return this.getBench().n8n;
	}

	get simulator() {
		return this.getBench().simulator;
	}

	async start(): Promise<void> {
		this.model = await ChatModel.start(() => ({ text: '' }));
		const data = { apiKey: 'none', url: this.model.url };
		this.credential = await this.n8n.api.createCredential({ name: 'Model', type: 'openAiApi', data });
	}

	async stop(): Promise<void> {
		await this.model?.stop();
	}

	/** Returns a tool made of the action node. It continues on errors, as in the examples, so that the model gets the error. */
	tool(name: string, parameters: INodeParameters, extras: NodeExtras = {}): INode {
		const { accessToken } = this.getBench().credentials;
		const settings = { authentication: 'accessToken', ...parameters };
		return node(name, 'n8n-nodes-faxplus.faxPlusTool', settings, {
			credentials: [accessToken],
			onError: 'continueRegularOutput',
			...extras,
		});
	}

	/** Starts an agent on a task, and returns the execution's id. */
	async runTask(task: Task): Promise<string> {
		const { api } = this.n8n;
		this.running.restart(follow(task.script));
		const agent = { promptType: 'define', text: 'Do what your script says' };
		const nodes = [
			manualTrigger,
			node(AGENT, `${LANGCHAIN}agent`, agent, { typeVersion: 3 }),
			this.modelNode(task.model),
			...(task.review === undefined ? [] : [task.review]),
			...task.tools,
		];
		const { id } = await api.createWorkflow({ name: 'Agent', nodes, connections: connectionsOf(task) });
		return (await api.startManually(id, manualTrigger.name)) ?? '';
	}

	/** Waits until an agent has finished its task, and returns what it did. */
	async end(executionId: string): Promise<Talk> {
		return this.talkOf(await this.n8n.api.waitForExecution(executionId));
	}

	/** Runs an agent's task to its end. */
	async talk(task: Task): Promise<Talk> {
		return await this.end(await this.runTask(task));
	}

	/** Returns the recipients of each fax that Fax.Plus was told to send. */
	sent(): string[][] {
		return this.simulator.requests
			.filter(({ operationId }) => operationId === 'sendFax')
			.map(({ body }) => (body as { to: string[] }).to);
	}

	/** Returns the offers that the agent tried to buy. */
	bought(): string[] {
		return this.simulator.requests
			.filter(({ operationId }) => operationId === 'purchaseNumber')
			.map(({ body }) => (body as { item_id: string }).item_id);
	}

	private get running(): ChatModel {
		if (this.model === undefined) throw new Error('The model is there only while tests run');
		return this.model;
	}

	private modelNode({ parameters = {}, typeVersion = 1.2 }: Task['model'] = {}): INode {
		const choice = { model: { __rl: true, mode: 'id', value: MODEL }, ...parameters };
		const credentials = this.credential === undefined ? [] : [this.credential];
		return node('Model', `${LANGCHAIN}lmChatOpenAi`, choice, { typeVersion, credentials });
	}

	private talkOf(execution: Execution): Talk {
		const last = this.running.requests.at(-1) ?? { messages: [], tools: [] };
		const results = last.messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
		const [item] = itemsOf(execution, AGENT);
		return { tools: last.tools, results, answer: item?.json['output'] as string };
	}
}

function connectionsOf({ tools, review }: Task): IConnections {
	const connections: IConnections = {
		[manualTrigger.name]: leadTo(AGENT, 'main'),
		Model: leadTo(AGENT, 'ai_languageModel'),
	};
	for (const { name } of tools) connections[name] = leadTo(review?.name ?? AGENT, 'ai_tool');
	if (review !== undefined) connections[review.name] = leadTo(AGENT, 'ai_tool');
	return connections;
}

function leadTo(node: string, type: 'main' | 'ai_languageModel' | 'ai_tool'): IConnections[string] {
	return { [type]: [[{ node, type, index: 0 }]] };
}

/** Starts n8n and a model for the tests of a file. */
export function useAgents(simulatorOptions?: SimulatorOptions): Agents {
	const agents = new Agents(useN8nBench(simulatorOptions));
	beforeAll(async () => {
		await agents.start();
	});
	afterAll(async () => {
		await agents.stop();
	});
	return agents;
}
