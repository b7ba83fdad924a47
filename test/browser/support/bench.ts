import type { INode, INodeParameters } from 'n8n-workflow';
import { seed, startSimulator, type Simulator } from '../../../simulator';
import { HttpsFront } from '../../../harness/httpsFront';
import { N8n, type StoredCredential, type WorkflowDraft } from '../../../harness/n8n';
import { accessTokenDraft, enterSecrets, secretsDraft } from '../../../harness/n8n/credentials';
import { manualTrigger, node, workflow, type NodeExtras } from '../../../harness/n8n/workflows';
import { useStarted } from '../../support/startedBench';
import { Browser } from './browser';
import { Editor } from './editor';

type NodeType = 'faxPlus' | 'faxPlusTrigger' | 'faxPlusPollingTrigger';

/** A real n8n with its editor, as people reach it: over HTTPS. Beside it the service, and a browser. */
class EditorBench {
	private constructor(
		readonly n8n: N8n,
		readonly simulator: Simulator,
		readonly browser: Browser,
		readonly editor: Editor,
		/** Credential of the account's owner. */
		readonly account: StoredCredential,
		/** The trigger's credential, empty as at first. */
		readonly secret: StoredCredential,
		private readonly stopAll: () => Promise<void>,
	) {}

	/** Starts everything and logs in. What has started is stopped again when something fails. */
	static async start(scale: number): Promise<EditorBench> {
		const started: Array<{ stop(): Promise<void> }> = [];
		const stopAll = async () => {
			for (const part of started.splice(0).reverse()) await part.stop();
		};
		const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
			started.push(part);
			return part;
		};
		try {
			const front = keep(await HttpsFront.start());
			// The front passes no web sockets on; n8n's other way to tell the editor news is an answer that never ends.
			const env = { N8N_EDITOR_BASE_URL: front.url, N8N_PUSH_BACKEND: 'sse' };
			const n8n = keep(await N8n.start({ front, env }));
			front.setTargets([n8n.url.replace('localhost', '127.0.0.1')]);
			const simulator = keep(await startSimulator({ ca: front.certificate }));
			const account = await n8n.api.createCredential(
				accessTokenDraft(simulator, seed.ownerToken, 'Fax.Plus account'),
			);
			const secret = await n8n.api.createCredential(secretsDraft('Signing secrets', ''));
			const browser = keep(await Browser.start('light', scale));
			const editor = new Editor(await browser.newPage(), front.url);
			await editor.logIn();
			// Whether somebody is logged in is asked by a request that fails when nobody is.
			browser.takeProblems();
			return new EditorBench(n8n, simulator, browser, editor, account, secret, stopAll);
		} catch (error) {
			await stopAll();
			throw error;
		}
	}

	async stop(): Promise<void> {
		await this.stopAll();
	}

	/** A node of this package, with its credentials. */
	node(name: string, type: NodeType, parameters: INodeParameters, extras: NodeExtras = {}): INode {
		const credentials = type === 'faxPlusTrigger' ? [this.account, this.secret] : [this.account];
		const typeVersion = type === 'faxPlusTrigger' ? 2 : 1;
		return node(name, `n8n-nodes-faxplus.${type}`, parameters, { credentials, typeVersion, ...extras });
	}

	/** Makes a workflow, and opens it in the editor. Returns its id. */
	async open(draft: WorkflowDraft): Promise<string> {
		const { id } = await this.n8n.api.createWorkflow(draft);
		await this.editor.openWorkflow(id);
		return id;
	}

	/** Opens a workflow that faxes a letter when it is executed, by its node "Send". */
	async openLetter(to: string, parameters: INodeParameters = {}): Promise<void> {
		const text = { mode: 'raw', jsonOutput: JSON.stringify({ letter: 'Dear Dr Roe' }) };
		const file = { operation: 'toText', sourceProperty: 'letter', options: { fileName: 'letter.txt' } };
		const send = { to, waitUntilSent: true, options: { pollingInterval: 1 }, ...parameters };
		await this.open(
			workflow('Send a letter', [
				manualTrigger,
				node('Letter', 'n8n-nodes-base.set', text, { typeVersion: 3.4 }),
				node('As a file', 'n8n-nodes-base.convertToFile', file, { typeVersion: 1.1 }),
				this.node('Send', 'faxPlus', send),
			]),
		);
	}

	/** Does what a person does: copies the secrets of all endpoints into the credential. */
	async enterSecrets(): Promise<void> {
		const secrets = this.simulator.endpointsOf().map(({ secret }) => secret);
		await enterSecrets(this.n8n.api, this.secret, ...secrets);
	}
}

/**
 * Starts a bench before the tests of a file and stops it after them; a problem in a page fails the test.
 *
 * @param scale of the browser's screen
 */
export function useEditorBench(scale = 1): () => EditorBench {
	const bench = useStarted(() => EditorBench.start(scale));
	afterEach(() => {
		expect(bench().browser.takeProblems()).toEqual([]);
	});
	return bench;
}
