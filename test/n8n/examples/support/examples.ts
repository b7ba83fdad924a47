import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { answerInDemo } from '../../../../tools/demo/chatAnswers';
import { SECRET_TYPE } from '../../../../tools/demo/credentials';
import { withValues } from '../../../../tools/demo/examples';
import { ChatModel } from '../../../../tools/harness/chatModel';
import type {
	Execution,
	StoredCredential,
	StoredWorkflow,
	WorkflowDraft,
} from '../../../../tools/harness/n8n';
import { projectRoot } from '../../../../tools/harness/folders';
import { accessTokenDraft, enterSecrets, secretsDraft } from '../../../../tools/harness/n8n/credentials';
import { seed } from '../../../../tools/simulator';
import type { EventName, FaxEvent } from '../../../../tools/simulator/events';
import { Inbox } from '../../../../tools/simulator/mail/inbox';
import { Mailbox } from '../../../../tools/simulator/mail/mailbox';
import type { Fax } from '../../../../tools/simulator/state';
import { clinic } from '../../../contract/support/operationCases';
import { useN8nBench } from '../../support/bench';
import { eventually } from '../../support/eventually';
import { RETRIES } from '../../support/triggerBench';
import { DataTables } from '../../support/dataTables';

const FOLDER = join(projectRoot, 'examples');

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';

/** File names of the examples. */
export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

const answering = answerInDemo('https://files.example.com/letter.pdf');

/** Login that the forms of the examples require. */
export const FORM_LOGIN = { username: 'office', password: 'a-long-password' };

/** Values for the node "Settings" of an example, where users enter their own. */
export type ExampleSettings = Record<string, string | number>;

/**
 * The examples in a real n8n instance, with a mailbox, a scripted model and a folder. Only the values in their "Settings"
 * node are changed, as a user would do.
 */
class Examples {
	/** The user's credentials by type, with the names in the examples. */
	readonly credentials = new Map<string, StoredCredential>();

	/** A mailbox, which is empty at the start of each test. */
	mailbox!: Mailbox;

	/** The IMAP server of the fax address. Read emails remain in it after a test. */
	inbox!: Inbox;

	/** A model that answers as in the demo. */
	model!: ChatModel;

	/** Folder that n8n may write to. Each test has its own. */
	folder!: string;

	/** n8n's data tables. n8n keeps them after a test. */
	tables!: DataTables;

	private readonly imported: string[] = [];

	private lastNumber = 15_550_200_000;

	constructor(private readonly bench: ReturnType<typeof useN8nBench>) {}

	get n8n() {
		return this.bench().n8n;
	}

	get simulator() {
		return this.bench().simulator;
	}

	async open(): Promise<void> {
		const { n8n, simulator } = this;
		this.mailbox = await Mailbox.open();
		this.inbox = await Inbox.open();
		this.model = await ChatModel.start(answering);
		this.tables = await DataTables.of(n8n);
		Object.assign(simulator.deliverySettings, { ca: n8n.front.certificate, retrySchedule: RETRIES });
		const login = { user: FORM_LOGIN.username, password: FORM_LOGIN.password };
		const { port } = this.mailbox;
		const mail = { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
		const imap = { user: 'fax', password: 'none', host: '127.0.0.1', port: this.inbox.port, secure: false };
		for (const draft of [
			accessTokenDraft(simulator, seed.ownerToken, 'Fax.Plus account'),
			secretsDraft('Fax.Plus Webhook Signing Secret account'),
			{ type: 'httpBasicAuth', name: 'Form login', data: login },
			{ type: 'smtp', name: 'SMTP account', data: mail },
			{ type: 'imap', name: 'IMAP account', data: imap },
			{ type: 'openAiApi', name: 'OpenAI account', data: { apiKey: 'none', url: this.model.url } },
		]) {
			this.credentials.set(draft.type, await n8n.api.createCredential(draft));
		}
	}

	async setUp(): Promise<void> {
		this.mailbox.mails.length = 0;
		this.model.restart(answering);
		this.folder = await mkdtemp(join(tmpdir(), 'examples-'));
	}

	/** Removes what a test has left. */
	async end(): Promise<void> {
		for (const id of this.imported.splice(0)) await this.n8n.api.deleteWorkflow(id);
		await rm(this.folder, { recursive: true, force: true });
	}

	async close(): Promise<void> {
		await this.mailbox.close();
		await this.inbox.close();
		await this.model.stop();
	}

	private get secret(): StoredCredential {
		return this.credentials.get(SECRET_TYPE) as StoredCredential;
	}

	private selectSecret(node: INode): void {
		const { id, name } = this.secret;
		node.credentials = { ...node.credentials, [SECRET_TYPE]: { id, name } };
	}

	/** Returns a number that no other test sends to. */
	newNumber(): string {
		this.lastNumber += 1;
		return `+${this.lastNumber}`;
	}

	/** Returns the faxes that a number has received. */
	faxesTo(number: string): Fax[] {
		return [...clinic(this.simulator).faxes.values()].filter(({ to }) => to === number);
	}

	/** Loses the response to the next send. For a while, the outbox can't be read, so it doesn't show the fax. */
	loseNextSend(): void {
		this.simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up', afterEffect: true });
		this.simulator.fail({ operationId: 'listOutboxFaxes', times: 20, with: 400 });
	}

	/** @param isSigned whether the trigger has the optional credential with the signing secret */
	async import(file: string, settings: ExampleSettings = {}, isSigned = false): Promise<StoredWorkflow> {
		const { api } = this.n8n;
		const draft = readExample(file);
		const nodes = draft.nodes.map((node) => set(node, settings));
		if (isSigned) for (const node of nodes) if (node.type === TRIGGER) this.selectSecret(node);
		const { id } = await api.createWorkflow({ ...draft, nodes });
		this.imported.push(id);
		return await api.getWorkflow(id);
	}

	/** Returns an example that was imported earlier. */
	async importedBefore(file: string): Promise<StoredWorkflow> {
		const { name } = readExample(file);
		const found = (await this.n8n.api.listWorkflows()).find((one) => one.name === name);
		return await this.n8n.api.getWorkflow(found?.id ?? '');
	}

	/**
	 * Imports and activates an example that begins with the trigger. Then enters the secrets of all endpoints that deliver to
	 * this n8n instance.
	 */
	async goLive(file: string, settings?: ExampleSettings): Promise<StoredWorkflow> {
		const { n8n, simulator } = this;
		const workflow = await this.import(file, settings, true);
		const webhookId = nodeOf(workflow, 'Fax.Plus Trigger').webhookId ?? '';
		await n8n.api.publish(workflow.id);
		const endpoints = () => simulator.endpointsOf().filter(({ url }) => url.startsWith(n8n.publicUrl));
		await eventually(n8n, `"${workflow.name}" has no endpoint`, () =>
			endpoints().find(({ url }) => url.includes(webhookId)),
		);
		await enterSecrets(n8n.api, this.secret, ...endpoints().map((endpoint) => endpoint.secret));
		return workflow;
	}

	/** Sends a fax event, and waits for the execution that it starts. */
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
	 * Kills n8n and starts it again.
	 *
	 * @param duringCrash what happens before the new start
	 */
	async crash(duringCrash: () => Promise<void>): Promise<void> {
		// n8n stores with a short delay that an execution has started. Without this pause, it would list the execution as
		// running for a while.
		await sleep(1_000);
		await this.n8n.kill();
		await duringCrash();
		await this.n8n.restart();
	}

	/** Waits until n8n lists an execution as crashed. */
	async untilCrashed(id: string): Promise<void> {
		const { n8n } = this;
		await eventually(n8n, `n8n does not list the crash of execution ${id}`, async () => {
			const { status } = await n8n.api.getExecution(id);
			return status === 'crashed' || undefined;
		});
	}

	callsOf(operationId: string) {
		return this.simulator.requests.filter((request) => request.operationId === operationId);
	}
}

/** Starts n8n with everything that examples need before the tests of a file. After each test, removes what it has left. */
export function useExamples(): Examples {
	const examples = new Examples(useN8nBench());
	beforeAll(async () => {
		await examples.open();
	});
	beforeEach(async () => {
		await examples.setUp();
	});
	afterEach(async () => {
		await examples.end();
	});
	afterAll(async () => {
		await examples.close();
	});
	return examples;
}

export type { Examples };

export function readExample(file: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowDraft;
}

export function nodeOf({ nodes }: WorkflowDraft, name: string): INode {
	const found = nodes.find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`There is no node "${name}"`);
	return found;
}

/** Returns a node, with the user's values if it's the node "Settings". Fails for a setting that the node doesn't have. */
function set(node: INode, settings: ExampleSettings): INode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters['assignments'] as unknown as { assignments: object[] };
	const named = Object.keys(settings).map((name) => expect.objectContaining({ name }) as unknown);
	expect(assignments).toEqual(expect.arrayContaining(named));
	return withValues(node, settings);
}
