import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { N8nApi } from '../../harness/n8n';
import { node, workflow } from '../../harness/n8n/workflows';
import { projectRoot } from '../../harness/folders';

jest.setTimeout(240_000);

/** `npm start`, as a person meets it: text on the terminal, and Ctrl-C. */
class Demo {
	private output = '';

	private readonly ended: Promise<number | null>;

	private constructor(private readonly child: ChildProcess) {
		const collect = (text: string) => {
			this.output += text;
		};
		child.stdout?.setEncoding('utf8').on('data', collect);
		child.stderr?.setEncoding('utf8').on('data', collect);
		this.ended = new Promise((resolve) => child.once('exit', resolve));
	}

	static start(folder: string): Demo {
		const env = { ...process.env, FAXPLUS_DEMO_FOLDER: folder };
		return new Demo(spawn(process.execPath, ['demo/start.mjs'], { cwd: projectRoot, env }));
	}

	/** Waits until the terminal shows a match. */
	async shows(pattern: RegExp): Promise<RegExpExecArray> {
		for (;;) {
			const match = pattern.exec(this.output);
			if (match !== null) return match;
			if (this.child.exitCode !== null)
				throw new Error(`It ended without showing ${String(pattern)}:\n${this.output}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	/** Waits until it is ready and returns the addresses that it prints. */
	async ready(): Promise<{ api: N8nApi; n8n: string; service: string; active: string; form: string }> {
		await this.shows(/Press Ctrl-C to stop/);
		const [, n8n = ''] = await this.shows(/n8n {2,}(http:\/\/localhost:\d+)/);
		const [, email = '', password = ''] = await this.shows(/log in as (\S+) with the password (\S+)/);
		const [, service = ''] = await this.shows(/The faxing service {2,}(http:\/\/\S+)/);
		const [, active = ''] = await this.shows(/active: "(.*)"/);
		const [, form = ''] = await this.shows(/Fax a PDF: (https:\/\/\S+)/);
		const api = new N8nApi(n8n);
		await api.logIn({ email, password, firstName: '', lastName: '' });
		return { api, n8n, service, active, form };
	}

	/** Presses Ctrl-C; returns the exit code. */
	async interrupt(): Promise<number | null> {
		this.child.kill('SIGINT');
		return await this.ended;
	}

	async end(): Promise<{ code: number | null; output: string }> {
		return { code: await this.ended, output: this.output };
	}
}

describe('npm start', () => {
	let folder: string;
	let demo: Demo | undefined;
	let occupant: Server | undefined;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'demo-'));
	});

	afterEach(async () => {
		await demo?.interrupt();
		occupant?.close();
		occupant = undefined;
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	});

	it('ends in an n8n whose active workflow runs when a fax arrives, and Ctrl-C stops it all', async () => {
		demo = Demo.start(folder);
		const { api, n8n, service, active, form } = await demo.ready();
		const examples = (await readdir(join(projectRoot, 'examples'))).filter((name) => name.endsWith('.json'));

		expect(await api.listWorkflows()).toHaveLength(examples.length);
		const [execution] = await runByFax(api, service, active, 1);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		await sendByForm(form, '+15550100200');
		expect(await outboxNumbers(service)).toContain('+15550100200');
		expect(await missingCredentials(api)).toEqual(['openAiApi', 'smtp']);
		await listenForTestEvent(api, active);
		expect(await endpointUrls(service)).toContainEqual(
			expect.stringMatching(/^https:\/\/localhost:\d+\/webhook-test\//),
		);

		await publishOwn(api);
		expect(await demo.interrupt()).toBe(0);
		await expect(axios.get(n8n)).rejects.toThrow('ECONNREFUSED');
		await expect(axios.get(service)).rejects.toThrow('ECONNREFUSED');
	});

	it('starts again with what is there, on another port when its own is taken', async () => {
		occupant = await occupy(5678);
		demo = Demo.start(folder);
		const { api, n8n, service, active } = await demo.ready();

		await demo.shows(/port 5678 is taken: n8n gets \d+/);
		expect(n8n).not.toBe('http://localhost:5678');
		const names = (await api.listWorkflows()).map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		await demo.shows(/published again: "My own"/);
		expect(await runByFax(api, service, active, 2)).toHaveLength(2);
		const [own] = await executionsOf(api, 'My own', 1);
		expect(own).toMatchObject({ status: 'success', mode: 'webhook' });
	});

	it('refuses a second demo on the same data', async () => {
		demo = Demo.start(folder);
		await demo.ready();

		const { code, output } = await Demo.start(folder).end();

		expect(code).toBe(1);
		expect(output).toMatch(/running already.*Ctrl-C/);
	});
});

/** Lets a fax arrive and waits until the workflow has run that often in all. */
async function runByFax(api: N8nApi, service: string, workflowName: string, count: number) {
	await axios.post(`${service}/control/events/fax_received`, {});
	return await executionsOf(api, workflowName, count);
}

/** Sends the first page of the form that the demo names, as a browser does it past the warning about the certificate. */
async function sendByForm(url: string, number: string): Promise<void> {
	const fields = new FormData();
	fields.append('field-0', number);
	fields.append('field-1', new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' }));
	const { status } = await axios.post(url, fields, {
		headers: { 'content-type': 'multipart/form-data' },
		httpsAgent: new Agent({ rejectUnauthorized: false }),
		auth: { username: 'fax', password: 'fax' },
	});
	expect(status).toBe(200);
}

/** Waits until there is something to be sent beside what is there from the start; returns the numbers that faxes go to. */
async function outboxNumbers(service: string): Promise<string[]> {
	for (;;) {
		const { data } = await axios.get<Array<{ to: string }>>(`${service}/control/outbox`);
		const numbers = data.map(({ to }) => to);
		if (numbers.includes('+15550100200')) return numbers;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function executionsOf(api: N8nApi, workflowName: string, count: number) {
	const { id = '' } = (await api.listWorkflows()).find(({ name }) => name === workflowName) ?? {};
	return await api.waitForExecutions(id, count);
}

/** Makes a workflow, as a person does, with the demo's credentials. */
async function publishOwn(api: N8nApi): Promise<void> {
	const credentials = (await api.listCredentials()).filter(({ type }) =>
		['faxPlusApi', 'faxPlusWebhookSecretApi'].includes(type),
	);
	const type = 'n8n-nodes-faxplus.faxPlusTrigger';
	const trigger = node('Fax', type, {}, { credentials, typeVersion: 2, webhookId: 'my-own-webhook' });
	const { id } = await api.createWorkflow(workflow('My own', [trigger]));
	await api.publish(id);
}

/** Presses "Execute step" in the trigger of a workflow. */
async function listenForTestEvent(api: N8nApi, workflowName: string): Promise<void> {
	const { id = '' } = (await api.listWorkflows()).find(({ name }) => name === workflowName) ?? {};
	const { nodes } = await api.getWorkflow(id);
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-faxplus.faxPlusTrigger');
	expect(await api.startManually(id, trigger?.name ?? '')).toBeUndefined();
}

/** URLs of the webhook endpoints at the service. */
async function endpointUrls(service: string): Promise<string[]> {
	const { data } = await axios.get<{
		accounts: Record<string, { endpoints: Record<string, { url: string }> }>;
	}>(`${service}/control/state`);
	const accounts = Object.values(data.accounts);
	return accounts.flatMap(({ endpoints }) => Object.values(endpoints).map(({ url }) => url));
}

/** Types of the credentials that nodes name and n8n does not have. */
async function missingCredentials(api: N8nApi): Promise<string[]> {
	const workflows = await Promise.all(
		(await api.listWorkflows()).map(async ({ id }) => await api.getWorkflow(id)),
	);
	const named = workflows.flatMap(({ nodes }) =>
		nodes.flatMap(({ credentials }) => Object.entries(credentials ?? {})),
	);
	return [...new Set(named.filter(([, { id }]) => !id).map(([type]) => type))].sort();
}

/** Listens on a port, if nobody does yet. */
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
