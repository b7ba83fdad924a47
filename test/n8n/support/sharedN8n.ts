import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HttpsFront, N8N_READINESS_PATH } from '../../../tools/harness/httpsFront';
import { N8n, selectedN8nVersion, type N8nOptions, type N8nVersion } from '../../../tools/harness/n8n';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../tools/simulator';
import { DataTables } from './dataTables';

let shared: N8n | undefined;

/** Environment for tests that share an n8n instance. Its workflows may read and write files in this folder. */
const ENV = { N8N_RESTRICT_FILE_ACCESS_TO: tmpdir() };

/**
 * Runs the tests of all files in some folders with one n8n instance, grouped by file name. Starting n8n takes longer than
 * most of these tests. Each file finds the instance empty, and calls `leaveN8n` at the end.
 */
export function describeFolders(
	folders: readonly string[],
	env: N8nOptions['env'] = {},
	version: N8nVersion = selectedN8nVersion(),
): void {
	let front: HttpsFront | undefined;

	beforeAll(async () => {
		front = await HttpsFront.start({ readinessPath: N8N_READINESS_PATH });
		// Test URLs begin with the editor's URL, which Fax.Plus reaches only over HTTPS.
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

/** Returns whether another file runs this file's tests. */
function isPart(entry: { name: string; isFile(): boolean }): boolean {
	return entry.isFile() && !entry.name.endsWith('.test.ts');
}

/** Returns the n8n instance that the files share, or starts one with this environment. */
export async function takeN8n(env: N8nOptions['env'] = {}): Promise<N8n> {
	if (shared === undefined) return await N8n.start({ env: { ...ENV, ...env } });
	expect(shared.env).toMatchObject(env);
	shared.clearLog();
	return shared;
}

/** Starts the simulator and takes an n8n instance for it. If `make` fails, the simulator is stopped again. */
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

/**
 * Gives an n8n instance back after use. A shared one loses its workflows, credentials, and data tables. Any other one is
 * stopped.
 */
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
