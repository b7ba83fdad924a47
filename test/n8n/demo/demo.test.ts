import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { projectRoot } from '../../../tools/harness/folders';
import { requestN8n } from '../../../tools/harness/n8n';
import { Terminal, type Ready } from './terminal';

const INTAKE = "Intake: file each fax in the patient's record";

let folder: string;
let terminal: Terminal;
let demo: Ready;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'demo-'));
	terminal = Terminal.start(folder);
	demo = await terminal.ready();
});

afterAll(async () => {
	await terminal.interrupt();
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('npm start', () => {
	it('activates every example, with everything that it needs', async () => {
		const files = (await readdir(join(projectRoot, 'examples'))).filter((name) => name.endsWith('.json'));
		const workflows = await demo.api.listWorkflows();

		expect(workflows).toHaveLength(files.length);
		expect(workflows.filter(({ active }) => !active).map(({ name }) => name)).toEqual([]);
		expect(await missingCredentials()).toEqual([]);
		expect(terminal.log).not.toContain('https:');
	});

	it('logs in the browser that opens it, and nobody else', async () => {
		const headers = { 'sec-fetch-dest': 'document' };
		const home = `${demo.n8n}/home/workflows`;
		const opened = await requestN8n({ url: home, headers });
		const cookie = opened.headers['set-cookie']?.find((entry) => entry.startsWith('n8n-auth=')) ?? '';
		const options = { headers: { cookie: cookie.split(';')[0], 'browser-id': 'a browser' } };

		const url = `${demo.n8n}/rest/login`;
		const { data } = await requestN8n<{ data: { email: string } }>({ url, ...options });
		const other = await requestN8n({ url: home });

		expect(data.data.email).toBe('demo@example.com');
		expect(other.headers['set-cookie'] ?? []).not.toContainEqual(expect.stringContaining('n8n-auth='));
	});

	it("lets n8n itself only answer to this machine's names", async () => {
		const url = `${await terminal.n8nItself()}/rest/login`;

		expect((await requestN8n({ url, headers: { host: 'elsewhere.example' } })).status).toBe(421);
		expect((await requestN8n({ url })).status).toBe(401);
	});

	it('receives a fax, which starts a workflow that files it', async () => {
		await axios.post(`${demo.service}/control/events/fax_received`, {});
		const intake = (await demo.api.listWorkflows()).find(({ name }) => name === INTAKE);
		const [execution] = await demo.api.waitForExecutions(intake?.id ?? '', 1);

		expect(execution?.status).toBe('success');
		expect((await axios.get<string>(demo.records)).data).toContain('Patient/4711');
	});

	it('restarts a killed n8n, says so, and a fax starts the workflow as before', async () => {
		await terminal.killN8n();
		await terminal.shows(/n8n stopped \(SIGKILL\)/);
		await terminal.shows(/n8n is running again/);
		await axios.post(`${demo.service}/control/events/fax_received`, {});
		const intake = (await demo.api.listWorkflows()).find(({ name }) => name === INTAKE);
		const [execution] = await demo.api.waitForExecutions(intake?.id ?? '', 2);

		expect(execution?.status).toBe('success');
	});

	it('stops everything on Ctrl-C', async () => {
		expect(await terminal.interrupt()).toBe(0);
		await expect(axios.get(demo.n8n)).rejects.toThrow('ECONNREFUSED');
		await expect(axios.get(demo.service)).rejects.toThrow('ECONNREFUSED');
	});
});

/** Returns the types of the credentials that nodes use but n8n doesn't have. */
async function missingCredentials(): Promise<string[]> {
	const listed = await demo.api.listWorkflows();
	const workflows = await Promise.all(listed.map(async ({ id }) => await demo.api.getWorkflow(id)));
	const named = workflows.flatMap(({ nodes }) =>
		nodes.flatMap(({ credentials }) => Object.entries(credentials ?? {})),
	);
	return [...new Set(named.filter(([, { id }]) => !id).map(([type]) => type))].sort();
}
