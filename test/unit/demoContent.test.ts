import { join } from 'node:path';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { topicsWith } from '../../tools/demo/chatTopics';
import { fillN8n, type Content } from '../../tools/demo/content';
import { ensureCredentials } from '../../tools/demo/credentials';
import type { CredentialDraft, N8nApi, StoredWorkflow, WorkflowDraft } from '../../tools/harness/n8n';
import { startSimulator, type Simulator } from '../../tools/simulator';
import { apiClient } from '../support/simulatorClient';
import { useFolder } from './support/folder';

const ROUTING = "Intake: file each fax in the patient's record";
const MODEL = { url: 'http://127.0.0.1:5692/v1' };

/** The two credential types that nodes accept. */
const FAX_TYPES = ['faxPlusApi', 'faxPlusOAuth2Api'];

/** The part of an n8n instance that the demo uses. A stopped instance keeps its data. */
class FakeN8n {
	readonly credentials = new Map<string, CredentialDraft>();

	readonly workflows = new Map<string, StoredWorkflow>();

	published: string[] = [];

	/** Type of the account credential that was saved last. */
	savedLast = '';

	/** IDs for which n8n returns an error. */
	readonly broken = new Set<string>();

	private made = 0;

	constructor(private readonly simulator: Simulator) {}

	get api(): N8nApi {
		return this as unknown as N8nApi;
	}

	workflow(name: string): StoredWorkflow {
		return named(this.workflows, name)[1];
	}

	listCredentials = () =>
		Promise.resolve([...this.credentials].map(([id, { name, type }]) => ({ id, name, type })));

	readCredential = async (id: string) => await Promise.resolve(this.whole(this.credentials, id).data);

	createCredential = (draft: CredentialDraft) => {
		const id = this.newId();
		if (FAX_TYPES.includes(draft.type)) this.savedLast = draft.type;
		this.credentials.set(id, draft);
		return Promise.resolve({ id, ...draft });
	};

	updateCredential = async (id: string, draft: CredentialDraft) => {
		if (FAX_TYPES.includes(draft.type)) this.savedLast = draft.type;
		return await Promise.resolve(Object.assign(this.whole(this.credentials, id), draft));
	};

	startOAuth2 = () => Promise.reject(new Error('not here'));

	listWorkflows = () => Promise.resolve([...this.workflows.values()]);

	getWorkflow = async (id: string) => await Promise.resolve(this.whole(this.workflows, id));

	createWorkflow = (draft: WorkflowDraft) => {
		const state = { active: false, versionId: '1', activeVersionId: null, isArchived: false };
		const workflow = { ...draft, id: this.newId(), ...state };
		this.workflows.set(workflow.id, workflow);
		return Promise.resolve(workflow);
	};

	/** Updates a workflow. If a credential's ID is unknown, n8n looks for a credential with the same name. */
	updateWorkflow = async (id: string) => {
		const workflow = this.whole(this.workflows, id);
		for (const credential of workflow.nodes.flatMap(({ credentials }) => Object.values(credentials ?? {})))
			if (!this.credentials.has(credential.id ?? ''))
				[credential.id] = named(this.credentials, credential.name);
		return await Promise.resolve(Object.assign(workflow, { versionId: `${workflow.versionId}1` }));
	};

	deactivate = async (id: string) => {
		Object.assign(this.whole(this.workflows, id), { active: false, activeVersionId: null });
		await Promise.resolve();
	};

	/** Publishes a workflow, if its credentials exist, and lets its triggers create their endpoints. */
	publish = async (id: string, version?: string) => {
		const workflow = this.whole(this.workflows, id);
		for (const { credentials = {} } of workflow.nodes)
			for (const { id: used } of Object.values(credentials)) this.whole(this.credentials, used ?? '');
		Object.assign(workflow, { active: true, activeVersionId: version ?? workflow.versionId });
		this.published.push(workflow.name);
		if (this.faults.has(workflow.name)) return workflow;
		for (const { webhookId = '' } of workflow.nodes.filter(({ type }) => type.endsWith('.faxPlusTrigger'))) {
			const url = `https://n8n.example/webhook/${webhookId}/webhook`;
			await apiClient(this.simulator).post('/webhooks', { url, filter_types: ['fax_sent'], channels: null });
		}
		return workflow;
	};

	/** Errors of workflows that n8n can't publish, by the workflow's name. */
	readonly faults = new Map<string, string>();

	publicationFault = async (id: string) =>
		await Promise.resolve(this.faults.get(this.whole(this.workflows, id).name));

	private whole<T>(kept: Map<string, T>, id: string): T {
		const found = kept.get(id);
		if (found === undefined || this.broken.has(id)) throw new Error(`n8n answered 500 to ${id}`);
		return found;
	}

	private newId(): string {
		return `id-${(this.made += 1)}`;
	}
}

function named<T extends { name: string }>(kept: Map<string, T>, name: string): [string, T] {
	const found = [...kept].find(([, one]) => one.name === name);
	if (!found) throw new Error(`There is no "${name}"`);
	return found;
}

const folder = useFolder();
let simulator: Simulator;
let n8n: FakeN8n;
let reports: string[];

beforeEach(async () => {
	simulator = await startSimulator({ mailbox: true });
	n8n = new FakeN8n(simulator);
	await start();
	expect(reports).toEqual([]);
	n8n.published = [];
});

afterEach(async () => {
	await simulator.stop();
});

/** Does what the demo does once n8n is running. */
async function start(): Promise<Content> {
	simulator.reset();
	reports = [];
	const progress = (line: string) => reports.push(line);
	const credentials = await ensureCredentials(n8n.api, simulator, MODEL, folder(), progress);
	return await fillN8n(n8n.api, simulator, credentials, folder(), {
		folder: join(folder(), 'faxes'),
		recordsSystemUrl: 'http://127.0.0.1:5693',
		letterUrl: simulator.letterUrl,
	});
}

it('The demo lets its agents fax the letter that its chat suggests', async () => {
	const suggested = topicsWith(simulator.letterUrl).map(({ example }) => /^Fax (http\S+)/.exec(example)?.[1]);
	const sends = [...n8n.workflows.values()]
		.flatMap(({ nodes }) => nodes)
		.filter(({ name }) => name === 'Fax a file')
		.map(({ parameters }) => parameters as { guards: INodeParameters; options: INodeParameters });

	const { data } = await axios.get<string>(simulator.letterUrl);

	expect(suggested).toContain(simulator.letterUrl);
	expect(sends).toHaveLength(2);
	for (const { guards, options } of sends) {
		expect(guards['allowedDocumentAddresses']).toBe(simulator.letterUrl);
		expect(options['allowHttp']).toBe(true);
	}
	expect(data).toMatch(/^%PDF/);
	expect((await axios.get<string>(simulator.letterUrl)).data).toBe(data);
});

describe('When the demo restarts after a person', () => {
	it('changed nothing, it changes nothing and registers the triggers', async () => {
		const held = () => [[...n8n.workflows.values()].map(({ name }) => name), [...n8n.credentials]];
		const before = structuredClone(held());

		const { isOld, notPublished, publishedAgain } = await start();

		expect([isOld, notPublished, publishedAgain, reports]).toEqual([true, [], [], []]);
		expect(held()).toEqual(before);
		expect(n8n.published).toContain(ROUTING);
	});

	it("created a workflow that n8n can't publish, it names the workflow and says why", async () => {
		n8n.faults.set(ROUTING, 'The token is refused');
		const { notPublished } = await start();
		expect(notPublished).toEqual([{ name: ROUTING, reason: 'The token is refused' }]);
	});

	it('set up both ways to log in, new nodes select the access token, because n8n selects the last one saved', () => {
		expect(n8n.savedLast).toBe('faxPlusApi');
	});

	it('deleted an example, it restores the example', async () => {
		n8n.workflows.delete(n8n.workflow(ROUTING).id);
		await start();
		expect(n8n.workflow(ROUTING).active).toBe(true);
	});

	it('deleted a credential, it creates the credential again, and the examples use it', async () => {
		const [gone] = named(n8n.credentials, 'Fax.Plus (demo)');
		n8n.credentials.delete(gone);

		const { notPublished } = await start();

		expect(notPublished).toEqual([]);
		const [id] = named(n8n.credentials, 'Fax.Plus (demo)');
		const { nodes } = n8n.workflow(ROUTING);
		const used = nodes.flatMap(({ credentials }) => credentials?.['faxPlusApi']?.id ?? []);
		expect(new Set(used)).toEqual(new Set([id]));
	});

	const SECRETS = 'Fax.Plus signing secret (demo)';
	const saved = [{ endpoints: { entries: [{}] } }, { endpoints: null }, { endpoints: { entries: {} } }];

	it.each(saved)('saved %j as signing secrets, it keeps them', async (data) => {
		const [, secrets] = named(n8n.credentials, SECRETS);
		secrets.data = data;
		await start();
		expect(secrets.data).toEqual(data);
		expect(reports).toEqual([]);
	});

	const credentials = ['Fax.Plus (demo)', 'Mailbox (demo)', SECRETS];

	it.each(credentials)(
		'left "%s" in a state that n8n can\'t read, it reports that and continues',
		async (name) => {
			const [id] = named(n8n.credentials, name);
			n8n.broken.add(id);
			await start();
			expect(reports).toEqual([expect.stringContaining(`"${name}"`)]);
		},
	);
});
