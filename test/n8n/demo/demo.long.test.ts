import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { signedHeaders, type Delivery } from '../../../tools/simulator';
import type { Endpoint } from '../../../tools/simulator/state';
import { requestN8n, type CredentialDraft, type StoredCredential } from '../../../tools/harness/n8n';
import { findFreePort } from '../../../tools/harness/ports';
import { secretsDraft } from '../../../tools/harness/n8n/credentials';
import { node, workflow } from '../../../tools/harness/n8n/workflows';
import { eventually } from '../support/eventually';
import { Terminal, type Ready } from './terminal';

const TRIGGER = 'n8n-nodes-faxplus.faxPlusTrigger';
const INTAKE = "Intake: file each fax in the patient's record";
/** A secret that the user has entered, for an endpoint that isn't in the demo. */
const OWN_SECRET = `whsec_${Buffer.from('the secret that a person has entered').toString('base64')}`;

/** URL of the user's own chat model, which also runs on this machine. */
let personsModel: string;

let folder: string;
let terminal: Terminal;
let demo: Ready;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'demo-'));
	personsModel = `http://127.0.0.1:${await findFreePort()}`;
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('npm start, the first time', () => {
	beforeAll(async () => {
		terminal = Terminal.start(folder);
		demo = await terminal.ready();
	});

	afterAll(async () => {
		await terminal.interrupt();
	});

	it("adds secrets to a person's own credential, and keeps its rows", async () => {
		const own = await demo.api.createCredential(secretsDraft('Mine', OWN_SECRET));
		const account = (await demo.api.listCredentials()).filter(({ type }) => type === 'faxPlusApi');
		const credentials = [...account, own];
		const trigger = node('Fax', TRIGGER, {}, { credentials, typeVersion: 2, webhookId: 'my-own-webhook' });
		const { id } = await demo.api.createWorkflow(workflow('My own', [trigger]));
		await demo.api.publish(id);
		const url = await eventually(terminal, 'The workflow has no endpoint', async () =>
			(await endpointUrls()).find((found) => found.includes('my-own-webhook')),
		);
		const notes = await eventually(terminal, 'The secret was not entered', async () => {
			const found = await notesOf(own.id);
			return found.includes(`Entered by the demo: ${url}`) ? found : undefined;
		});
		expect(notes[0]).toBe('');
		expect(terminal.log).toMatch(/secret of a new endpoint to .*"Mine"/);

		await happens('fax_received');

		expect((await executionsOf('My own', 1))[0]).toMatchObject({ status: 'success' });
		expect(await statusOfDelivery(url, OWN_SECRET)).toBe(200);
	});

	it('lets a person enter their own model and login', async () => {
		const people = { apiKey: 'sk-of-a-person', url: `${personsModel}/v1` };
		await demo.api.updateCredential(...(await changed('OpenAI account', people)));
		await demo.api.updateCredential(...(await changed('Form login', { user: 'me', password: 'mine' })));
	});
});

describe('npm start, again', () => {
	let occupant: Server;

	beforeAll(async () => {
		occupant = await occupy(5678);
		terminal = Terminal.start(folder);
		demo = await terminal.ready();
	});

	afterAll(async () => {
		await terminal.interrupt();
		occupant.close();
	});

	it('starts with existing data, on another port if its own is in use', async () => {
		await terminal.shows(/port 5678 is in use, so n8n uses \d+/);
		expect(demo.n8n).not.toBe('http://localhost:5678');
		const names = (await demo.api.listWorkflows()).map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(terminal.log).toContain('Published again      "My own"');
	});

	it('receives faxes in all workflows that were active', async () => {
		const before = (await demo.api.listExecutions(await idOf(INTAKE))).length;
		const own = (await demo.api.listExecutions(await idOf('My own'))).length;

		await happens('fax_received');

		const [intake] = await executionsOf(INTAKE, before + 1);
		expect(intake).toMatchObject({ status: 'success', mode: 'webhook' });
		const { data } = await demo.api.getExecution(intake?.id ?? '');
		expect(Object.keys(data.resultData.runData)).toContain('Mark as Read');
		expect((await executionsOf('My own', own + 1))[0]).toMatchObject({ status: 'success', mode: 'webhook' });
		expect((await axios.get<string>(demo.records)).data).toContain('Patient/4711');
	});

	it('keeps what a person entered, and works with the rest', async () => {
		const headers: string[] = [];
		const model = createHttpServer(({ headers: { authorization = '' } }, response) => {
			headers.push(authorization);
			response.setHeader('content-type', 'application/json').end('{"data":[]}');
		});
		model.listen(Number(new URL(personsModel).port), '127.0.0.1');
		const stored = await credentialNamed('OpenAI account');
		await demo.api.testCredential(stored, await demo.api.readCredential(stored.id));
		model.close();

		expect(headers).toContain('Bearer sk-of-a-person');
		const login = await credentialNamed('Form login');
		expect(await demo.api.readCredential(login.id)).toMatchObject({ user: 'me' });
		const account = await credentialNamed('Fax.Plus (demo)');
		const tested = await demo.api.testCredential(account, await demo.api.readCredential(account.id));
		expect(tested.status).toBe('OK');
		const secrets = await credentialNamed('Fax.Plus signing secret (demo)');
		expect(await notesOf(secrets.id)).toContainEqual(expect.stringContaining('my-own-webhook'));
	});

	it('refuses a second demo with the same data', async () => {
		const { code, output } = await Terminal.start(folder).end();

		expect(code).toBe(1);
		expect(output).toMatch(/already running.*Ctrl-C/);
	});
});

async function control<T>(path: string): Promise<T> {
	return (await axios.get<T>(`${demo.service}/control/${path}`)).data;
}

/** Sends a fax event, as the buttons on the page do. */
async function happens(event: string, values: object = {}): Promise<Delivery[]> {
	return (await axios.post<Delivery[]>(`${demo.service}/control/events/${event}`, values)).data;
}

/** Returns the URLs of Fax.Plus's webhook endpoints. */
async function endpointUrls(): Promise<string[]> {
	return (await control<Endpoint[]>('endpoints')).map(({ url }) => url);
}

/** Returns the notes next to the secrets in a credential. */
async function notesOf(credentialId: string): Promise<string[]> {
	const { endpoints } = (await demo.api.readCredential(credentialId)) as {
		endpoints: { entries: Array<{ note: string }> };
	};
	return endpoints.entries.map(({ note }) => note);
}

/** Returns the status of the trigger's response to a delivery signed with this secret. */
async function statusOfDelivery(url: string, secret: string): Promise<number> {
	const body = JSON.stringify({ hook: { id: 'fax_own', event: 'fax_received' }, data: { id: 'fax_own' } });
	const { status } = await requestN8n({
		url,
		method: 'POST',
		data: body,
		headers: { 'content-type': 'application/json', ...signedHeaders(secret, 'msg_own', body) },
		httpsAgent: new Agent({ rejectUnauthorized: false }),
	});
	return status;
}

async function credentialNamed(name: string): Promise<StoredCredential> {
	const found = (await demo.api.listCredentials()).find((credential) => credential.name === name);
	if (found === undefined) throw new Error(`There is no credential "${name}"`);
	return found;
}

/** Returns the id of a credential, and its data with changed values, as its window would save them. */
async function changed(name: string, values: object): Promise<[string, CredentialDraft]> {
	const { id, type } = await credentialNamed(name);
	return [id, { name, type, data: { ...(await demo.api.readCredential(id)), ...values } }];
}

async function idOf(workflowName: string): Promise<string> {
	const found = (await demo.api.listWorkflows()).find(({ name }) => name === workflowName);
	if (found === undefined) throw new Error(`There is no workflow "${workflowName}"`);
	return found.id;
}

/** Waits until a workflow has run this many times in total, and returns its executions, newest first. */
async function executionsOf(workflowName: string, count: number) {
	return await demo.api.waitForExecutions(await idOf(workflowName), count);
}

/** Listens on a port, unless another program already does. */
async function occupy(port: number): Promise<Server> {
	const server = createServer();
	await new Promise<void>((resolve) => {
		server.once('error', () => {
			resolve();
		});
		server.listen(port, resolve);
	});
	return server;
}
