import type { INode, INodeParameters } from 'n8n-workflow';
import { seed, startSimulator, type Simulator } from '../../../tools/simulator';
import { HttpsFront } from '../../../tools/harness/httpsFront';
import { N8n, type StoredCredential, type WorkflowDraft } from '../../../tools/harness/n8n';
import { accessTokenDraft, enterSecrets, secretsDraft } from '../../../tools/harness/n8n/credentials';
import { manualTrigger, node, workflow, type NodeExtras } from '../../../tools/harness/n8n/workflows';
import { Browser } from './browser';
import { Editor } from './editor';
import { isWriting, SCALE } from './pictures';

type NodeType = 'faxPlus' | 'faxPlusTool' | 'faxPlusTrigger' | 'faxPlusPollingTrigger';

/** A real n8n instance with its editor, which people reach over HTTPS, together with the simulator and a browser. */
class EditorBench {
	editor!: Editor;

	/** Credential of the account's owner. */
	account!: StoredCredential;

	/** The trigger's credential, which is empty at first. */
	secret!: StoredCredential;

	private constructor(
		readonly n8n: N8n,
		readonly browser: Browser,
		private readonly front: HttpsFront,
		/** The simulator, which has only its initial data when a group of tests begins. */
		public simulator: Simulator,
	) {}

	/** Starts n8n and the browser, and logs in. If something fails, stops what has already started. */
	static async start(): Promise<EditorBench> {
		const started: Array<{ stop(): Promise<void> }> = [];
		const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
			started.unshift(part);
			return part;
		};
		try {
			const front = keep(await HttpsFront.start());
			// The front doesn't forward WebSockets. With this setting, n8n pushes updates to the editor as server-sent
			// events.
			const env = { N8N_EDITOR_BASE_URL: front.url, N8N_PUSH_BACKEND: 'sse' };
			const n8n = keep(await N8n.start({ front, env, hasEditor: true }));
			front.setTargets([n8n.url.replace('localhost', '127.0.0.1')]);
			const browser = keep(await Browser.start('light', isWriting ? SCALE : 1));
			await new Editor(await browser.newPage(), front.url).logIn();
			return new EditorBench(n8n, browser, front, await startSimulator());
		} catch (error) {
			for (const part of started) await part.stop();
			throw error;
		}
	}

	/**
	 * Resets everything. Afterwards, no workflow is active, and there are the two credentials, a new simulator, and one
	 * empty page. Earlier workflows aren't deleted, because the editor requests the one that was open last. Their later
	 * requests go to the earlier simulator.
	 */
	async renew(): Promise<void> {
		const { api } = this.n8n;
		for (const { id, active } of await api.listWorkflows()) if (active) await api.deactivate(id);
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
		await this.stopService();
		this.simulator = await startSimulator({ ca: this.front.certificate });
		this.account = await api.createCredential(
			accessTokenDraft(this.simulator, seed.ownerToken, 'Fax.Plus account'),
		);
		this.secret = await api.createCredential(secretsDraft('Signing secrets', ''));
		this.editor = new Editor(await this.browser.onlyPage(), this.front.url);
	}

	async stop(): Promise<void> {
		await this.browser.stop();
		await this.stopService();
		await this.n8n.stop();
		await this.front.stop();
	}

	/** Returns a node of this package, with its credentials. */
	node(name: string, type: NodeType, parameters: INodeParameters, extras: NodeExtras = {}): INode {
		const credentials = type === 'faxPlusTrigger' ? [this.account, this.secret] : [this.account];
		const typeVersion = type === 'faxPlusTrigger' ? 2 : 1;
		return node(name, `n8n-nodes-faxplus.${type}`, parameters, { credentials, typeVersion, ...extras });
	}

	/** Creates a workflow, opens it in the editor, and returns its id. */
	async open(draft: WorkflowDraft): Promise<string> {
		const { id } = await this.n8n.api.createWorkflow(draft);
		await this.editor.openWorkflow(id);
		return id;
	}

	/** Opens a workflow whose node "Send" faxes a letter. */
	async openLetter(to: string, parameters: INodeParameters = {}): Promise<void> {
		const text = { mode: 'raw', jsonOutput: JSON.stringify({ letter: 'Dear Dr Roe' }) };
		const file = { operation: 'toText', sourceProperty: 'letter', options: { fileName: 'letter.txt' } };
		const recipient = { __rl: true, mode: 'number', value: to };
		const send = { to: recipient, waitUntilSent: true, options: { pollingInterval: 1 }, ...parameters };
		await this.open(
			workflow('Send a letter', [
				manualTrigger,
				node('Letter', 'n8n-nodes-base.set', text, { typeVersion: 3.4 }),
				node('As a file', 'n8n-nodes-base.convertToFile', file, { typeVersion: 1.1 }),
				this.node('Send', 'faxPlus', send),
			]),
		);
	}

	/** Copies the secrets of all endpoints into the credential, as a user does. */
	async enterSecrets(): Promise<void> {
		const secrets = this.simulator.endpointsOf().map(({ secret }) => secret);
		await enterSecrets(this.n8n.api, this.secret, ...secrets);
	}

	/** Stops the simulator. Fails if the simulator returned something that its own OpenAPI description doesn't allow. */
	private async stopService(): Promise<void> {
		await this.simulator.stop();
		expect(this.simulator.violations).toEqual([]);
	}
}

let shared: EditorBench | undefined;

/** Returns the bench that all editor tests share. */
export function bench(): EditorBench {
	if (!shared) throw new Error('The editor is there only while tests run');
	return shared;
}

/** Starts the editor before the first test of a file, and stops it after the last one. An error in a page fails the test. */
export function useEditor(): void {
	beforeAll(async () => {
		shared = await EditorBench.start();
	});
	afterEach(() => {
		expect(bench().browser.takeProblems()).toEqual([]);
	});
	afterAll(async () => {
		await shared?.stop();
	});
}

/** Resets the editor before a group of tests. */
export function useFreshEditor(): void {
	beforeAll(async () => {
		await bench().renew();
	});
}
