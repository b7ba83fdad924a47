import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';

const SHARED = join(__dirname, '..', '..', '..', 'nodes', 'shared');

/** Folders whose modules remember nothing about a trigger. */
const FORGETFUL = ['async', 'editor', 'endpoints', 'faxes', 'files', 'http', 'values'];

// All processes of a test share these modules, because loading them again takes longer than most tests.
jest.doMock('n8n-workflow', () => n8nWorkflow);
for (const room of FORGETFUL)
	for (const file of readdirSync(join(SHARED, room)).filter((name) => name.endsWith('.ts'))) {
		const module = jest.requireActual<object>(join(SHARED, room, file));
		jest.doMock(join(SHARED, room, file), () => module);
	}

/** Loads modules of the package as a new process does, so that they remember nothing from other processes. */
export function reloaded<T>(load: () => T): T {
	let loaded: T | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	if (!loaded) throw new Error('The modules have not been loaded');
	return loaded;
}
