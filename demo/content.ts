import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { seed, type Simulator } from '../simulator';
import type { CredentialDraft, N8n, StoredCredential, WorkflowDraft } from '../harness/n8n';
import { connectOAuth2 } from '../harness/n8n/oauthConsent';
import { projectRoot } from '../harness/folders';
import { withDemoSettings } from './exampleSettings';
import { enterSecrets, publish, publishOwnAgain, SECRET_TYPE, TRIGGER } from './publishing';

const PACKAGE = 'n8n-nodes-faxplus.';
const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';
/** The example with which a person can send a fax at once. */
const SENDING_EXAMPLE = '07-';
const SECRET_CREDENTIAL = 'Fax.Plus signing secret (demo)';

/** What the forms of the example workflows ask for; the examples name this credential. */
export const formLogin = { user: 'fax', password: 'fax' };

/** The demo's credentials by their type. */
type Credentials = Record<string, StoredCredential>;

/** What the demo's n8n holds. */
export interface Content {
	/** How many example workflows there are. */
	imported: number;
	/** Name of the workflow that reacts to faxes. */
	active?: string;
	/** Address of the form that sends a fax. */
	sendForm: string;
	/** Names of a person's own workflows that were active when the demo ended, and are so again. */
	publishedAgain: string[];
	/** The same for those that are active in n8n, but whose trigger the service does not know. */
	notPublishedAgain: string[];
}

/**
 * Makes n8n ready to be looked at: credentials for the simulator, the example workflows with these credentials, and the
 * first that begins with a trigger active and the one whose form sends a fax, as well as what a person had active before,
 * with the signing secrets of their endpoints entered. Does no harm when repeated.
 *
 * @param faxFolder where incoming faxes are filed
 */
export async function fillN8n(n8n: N8n, simulator: Simulator, faxFolder: string): Promise<Content> {
	const credentials = await ensureCredentials(n8n, simulator);
	const files = await readExamples();
	const examples = files.map(({ draft }) => withDemoSettings(withCredentials(draft, credentials), faxFolder));
	const ids = new Map((await n8n.api.listWorkflows()).map(({ name, id }) => [name, id]));
	for (const example of examples) {
		if (!ids.has(example.name)) ids.set(example.name, (await n8n.api.createWorkflow(example)).id);
	}
	const reacting = examples.find(({ nodes }) => nodes.some(({ type }) => type === TRIGGER));
	const reactingId = ids.get(reacting?.name ?? '');
	if (reactingId !== undefined) await publish(n8n, simulator, reactingId);
	const sending = files.find(({ name }) => name.startsWith(SENDING_EXAMPLE))?.draft;
	const sendForm = await publishForm(n8n, ids.get(sending?.name ?? '') ?? '');
	const { published, failed } = await publishOwnAgain(n8n, simulator, reactingId);
	await enterSecrets(n8n, simulator);
	return {
		imported: examples.length,
		...(reacting ? { active: reacting.name } : {}),
		sendForm,
		publishedAgain: published,
		notPublishedAgain: failed,
	};
}

/** Publishes a workflow that begins with a form, unless it is. Returns the form's address. */
async function publishForm({ api, publicUrl }: N8n, workflowId: string): Promise<string> {
	const { active, nodes } = await api.getWorkflow(workflowId);
	if (!active) await api.publish(workflowId);
	const form = nodes.find(({ type }) => type === FORM_TRIGGER);
	return `${publicUrl}/form/${form?.webhookId ?? ''}`;
}

/** The simulator forgets everything when it stops, so all credentials are entered anew. */
async function ensureCredentials(n8n: N8n, simulator: Simulator): Promise<Credentials> {
	const { baseUrl, authUrl: authorizationServer } = simulator;
	const { ownerToken: accessToken, clientId, clientSecret } = seed;
	const oAuth2Data = { clientId, clientSecret, baseUrl, authorizationServer };
	const token = { name: 'Fax.Plus (demo)', type: 'faxPlusApi', data: { accessToken, baseUrl } };
	const oAuth2 = { name: 'Fax.Plus OAuth2 (demo)', type: 'faxPlusOAuth2Api', data: oAuth2Data };
	const secret = { name: SECRET_CREDENTIAL, type: SECRET_TYPE, data: {} };
	const form = { name: 'Form login', type: 'httpBasicAuth', data: formLogin };

	const existing = await n8n.api.listCredentials();
	const credentials: Credentials = {};
	for (const draft of [token, oAuth2, secret, form])
		credentials[draft.type] = await saveCredential(n8n, existing, draft);
	await connectOAuth2(n8n.api, credentials['faxPlusOAuth2Api']?.id ?? '');
	return credentials;
}

async function saveCredential(
	{ api }: N8n,
	existing: StoredCredential[],
	draft: CredentialDraft,
): Promise<StoredCredential> {
	const found = existing.find(({ name }) => name === draft.name);
	return found === undefined
		? await api.createCredential(draft)
		: await api.updateCredential(found.id, draft);
}

async function readExamples(): Promise<Array<{ name: string; draft: WorkflowDraft }>> {
	const folder = join(projectRoot, 'examples');
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		names.map(async (name) => ({
			name,
			draft: JSON.parse(await readFile(join(folder, name), 'utf8')) as WorkflowDraft,
		})),
	);
}

function withCredentials(workflow: WorkflowDraft, credentials: Credentials): WorkflowDraft {
	return { ...workflow, nodes: workflow.nodes.map((node) => nodeWithCredentials(node, credentials)) };
}

function nodeWithCredentials(node: INode, credentials: Credentials): INode {
	if (!node.type.startsWith(PACKAGE)) return node;
	const types = [node.parameters['authentication'] === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi'];
	if (node.type === TRIGGER) types.push(SECRET_TYPE);
	const entries = types.map((type) => [
		type,
		{ id: credentials[type]?.id ?? null, name: credentials[type]?.name ?? '' },
	]);
	const webhook = node.type === TRIGGER ? { webhookId: node.webhookId ?? randomUUID() } : {};
	return {
		...node,
		...webhook,
		credentials: Object.fromEntries(entries) as NonNullable<INode['credentials']>,
	};
}
