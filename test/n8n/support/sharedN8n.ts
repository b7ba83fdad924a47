import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HttpsFront, N8N_READINESS_PATH } from '../../../tools/harness/httpsFront';
import { N8n, selectedN8nVersion, type N8nOptions, type N8nVersion } from '../../../tools/harness/n8n';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../tools/simulator';
import { DataTables } from './dataTables';

let shared: N8n | undefined;

/** What the tests that share an n8n need of it: workflows may read and write files there. */
const ENV = { N8N_RESTRICT_FILE_ACCESS_TO: tmpdir() };

/**
 * Runs the tests in all files of some folders, each under its file's name, with one n8n, because its start takes longer than most
 * of them. Each file finds it empty, and gives it back by `leaveN8n`.
 */
export function describeFolders(
	folders: readonly string[],
	env: N8nOptions['env'] = {},
	version: N8nVersion = selectedN8nVersion(),
): void {
	let front: HttpsFront | undefined;

	beforeAll(async () => {
		front = await HttpsFront.start({ readinessPath: N8N_READINESS_PATH });
		// Test URLs begin with the address of the editor, which the service reaches over HTTPS alone.
		shared = await N8n.start({ front, version, env: { N8N_EDITOR_BASE_URL: front.url, ...ENV, ...env } });
		front.setTargets([shared.url.replace('localhost', '127.0.0.1')]);
	});
	afterAll(async () => {
		await shared?.stop();
		await front?.stop();
		shared = undefined;
	});

	for (const folder of folders) {
		for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(isPart)) {
			describe(basename(name, '.ts'), () => {
				jest.requireActual(join(folder, name));
			});
		}
	}
}

/** A file whose tests another one runs. */
function isPart(entry: { name: string; isFile(): boolean }): boolean {
	return entry.isFile() && !entry.name.endsWith('.test.ts');
}

/** The n8n that the tests of a file share, or one of the caller's own, with this environment. */
export async function takeN8n(env: N8nOptions['env'] = {}): Promise<N8n> {
	if (shared === undefined) return await N8n.start({ env: { ...ENV, ...env } });
	expect(shared.env).toMatchObject(env);
	shared.clearLog();
	return shared;
}

/** Starts the service and takes an n8n for it. The service ends again where what is made of the two cannot be. */
export async function takeN8nAndSimulator<T>(
	make: (n8n: N8n, simulator: Simulator) => T | Promise<T>,
	options: SimulatorOptions = {},
): Promise<T> {
	const simulator = await startSimulator(options);
	try {
		return await make(await takeN8n(), simulator);
	} catch (error) {
		await simulator.stop();
		throw error;
	}
}

/** Gives it back: one that is shared gets rid of workflows, credentials and data tables, any other stops. */
export async function leaveN8n(n8n: N8n): Promise<void> {
	if (n8n !== shared) {
		await n8n.stop();
		return;
	}
	const { api } = n8n;
	for (const { id } of await api.listWorkflows()) await api.deleteWorkflow(id);
	for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
	await (await DataTables.of(n8n)).clear();
}
