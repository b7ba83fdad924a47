import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';
import type {
	Execution,
	N8nOptions,
	StoredCredential,
	StoredWorkflow,
	WorkflowDraft,
} from '../../../../harness/n8n';
import { projectRoot } from '../../../../harness/folders';
import { signingSecrets } from '../../../../harness/n8n/signingSecrets';
import { seed } from '../../../../simulator';
import type { EventName, FaxEvent } from '../../../../simulator/events';
import { useN8nBench } from '../../support/bench';
import { eventually } from '../../support/eventually';

const FOLDER = join(projectRoot, 'examples');

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

/** The examples' files. */
export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** What the forms of the examples ask for. */
export const FORM_LOGIN = { username: 'office', password: 'a-long-password' };

/** For a trigger's `pollTimes`: six times a minute, as n8n takes no interval of less than a minute. */
export const OFTEN = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** Values for the node "Settings" of an example, where a person enters what is different for everybody. */
export type ExampleSettings = Record<string, string | number>;

/**
 * The examples in a real n8n. They run as they are; only what their node "Settings" holds is set as a person would do it.
 * The accounts that they need beside Fax.Plus are those of `accounts`, and the login of forms.
 */
class Examples {
	/** The user's credentials by type, named as the examples name them. */
	readonly credentials = new Map<string, StoredCredential>();

	private readonly imported: string[] = [];

	constructor(private readonly bench: ReturnType<typeof useN8nBench>) {}

	get n8n() {
		return this.bench().n8n;
	}

	get simulator() {
		return this.bench().simulator;
	}

	async createCredentials(accounts: Account[]): Promise<void> {
		const { n8n, simulator } = this;
		simulator.deliverySettings.ca = n8n.front.certificate;
		const account = { accessToken: seed.ownerToken, baseUrl: simulator.baseUrl };
		const login = { user: FORM_LOGIN.username, password: FORM_LOGIN.password };
		for (const { type, name, data } of [
			{ type: 'faxPlusApi', name: 'Fax.Plus account', data: account },
			{ type: 'faxPlusWebhookSecretApi', name: 'Fax.Plus Webhook Signing Secret account', data: {} },
			{ type: 'httpBasicAuth', name: 'Form login', data: login },
			...accounts,
		]) {
			this.credentials.set(type, await n8n.api.createCredential({ type, name, data }));
		}
	}

	/** @param ofTrigger parameters that its trigger gets beside its own */
	async import(
		file: string,
		settings: ExampleSettings = {},
		ofTrigger: INodeParameters = {},
	): Promise<StoredWorkflow> {
		const { api } = this.n8n;
		const draft = readExample(file);
		const nodes = draft.nodes.map((node) => set(node, settings));
		for (const { type, parameters } of nodes) if (type === TRIGGER) Object.assign(parameters, ofTrigger);
		const { id } = await api.createWorkflow({ ...draft, nodes });
		this.imported.push(id);
		return await api.getWorkflow(id);
	}

	/** Imports an example that begins with the trigger, activates it, and enters the secret of its endpoint. */
	async goLive(
		file: string,
		settings?: ExampleSettings,
		ofTrigger?: INodeParameters,
	): Promise<StoredWorkflow> {
		const { n8n, simulator } = this;
		const workflow = await this.import(file, settings, ofTrigger);
		const webhookId = nodeOf(workflow, 'Fax.Plus Trigger').webhookId ?? '';
		await n8n.api.publish(workflow.id);
		const endpoint = await eventually(n8n, `"${workflow.name}" has no endpoint`, () =>
			simulator.endpointsOf().find(({ url }) => url.includes(webhookId)),
		);
		const { id, name, type } = this.credentials.get('faxPlusWebhookSecretApi') as StoredCredential;
		await n8n.api.updateCredential(id, { name, type, data: { ...signingSecrets(endpoint.secret) } });
		return workflow;
	}

	/** Lets something happen to a fax, and waits for the execution that it starts. */
	async runByEvent(workflow: StoredWorkflow, event: EventName, values: FaxEvent): Promise<Execution> {
		const { n8n, simulator } = this;
		const deliveries = simulator.emit(event, values);
		const settled = await Promise.all(deliveries.map(async (delivery) => await delivery.settled));
		expect(settled.map(({ state }) => state)).toEqual(['delivered']);
		const [execution] = await n8n.api.waitForExecutions(workflow.id, 1);
		expect(execution?.mode).toBe('webhook');
		return await n8n.api.getExecution(execution?.id ?? '');
	}

	/**
	 * Kills n8n amid an execution, and starts it again.
	 *
	 * @param meanwhile what happens before it starts
	 * @returns id of the execution, as n8n lists it among the crashed ones
	 */
	async killAmid({ id }: StoredWorkflow, meanwhile: () => Promise<void>): Promise<string> {
		const { n8n } = this;
		// n8n writes down a moment later what has begun; what it has not, it lists as running for a while.
		await sleep(1_000);
		await n8n.kill();
		await meanwhile();
		await n8n.restart();
		return await eventually(n8n, 'n8n does not list the crash', async () => {
			const [found] = await n8n.api.listExecutions(id);
			return found?.status === 'crashed' ? found.id : undefined;
		});
	}

	callsOf(operationId: string) {
		return this.simulator.requests.filter((request) => request.operationId === operationId);
	}

	async deleteImported(): Promise<void> {
		for (const id of this.imported.splice(0)) await this.n8n.api.deleteWorkflow(id);
	}
}

interface Account {
	type: string;
	name: string;
	data: Record<string, unknown>;
}

/**
 * Starts an n8n with credentials before the tests of a file, and takes away what a test has imported after it.
 *
 * @param accounts credentials beside those of Fax.Plus and of forms
 */
export function useExamples(
	accounts: () => Promise<Account[]> | Account[] = () => [],
	options?: N8nOptions,
): Examples {
	const examples = new Examples(useN8nBench(options));
	beforeAll(async () => {
		await examples.createCredentials(await accounts());
	});
	afterEach(async () => {
		await examples.deleteImported();
	});
	return examples;
}

/** The account of a mailbox on this machine. */
export function smtpAccount(port: number): Account {
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
	return { type: 'smtp', name: 'SMTP account', data };
}

export type { Examples };

export function readExample(file: string): WorkflowDraft {
	return JSON.parse(exampleText(file)) as WorkflowDraft;
}

export function exampleText(file: string): string {
	return readFileSync(join(FOLDER, file), 'utf8');
}

export function nodeOf({ nodes }: WorkflowDraft, name: string): INode {
	const found = nodes.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`There is no node "${name}"`);
	return found;
}

/** The node with a person's values, where it is the one for them; fails for a setting that it does not have. */
function set(node: INode, settings: ExampleSettings): INode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters['assignments'] as unknown as {
		assignments: Array<{ name: string; value: string | number }>;
	};
	const names = assignments.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(Object.keys(settings)));
	const values = assignments.map((entry) => ({ ...entry, value: settings[entry.name] ?? entry.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: values } } };
}
