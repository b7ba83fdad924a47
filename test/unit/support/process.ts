import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';

const SHARED = join(__dirname, '..', '..', '..', 'nodes', 'shared');

/** Rooms in which nothing is remembered of a trigger. */
const FORGETFUL = ['async', 'editor', 'endpoints', 'faxes', 'files', 'http', 'values'];

// All processes of a test have these in common, because to load them anew would take longer than most of what they do.
jest.doMock('n8n-workflow', () => n8nWorkflow);
for (const room of FORGETFUL)
	for (const file of readdirSync(join(SHARED, room)).filter((name) => name.endsWith('.ts'))) {
		const module = jest.requireActual<object>(join(SHARED, room, file));
		jest.doMock(join(SHARED, room, file), () => module);
	}

/** Modules of the package as a process that has just begun has them, as far as they remember anything. */
export function loadedAnew<T>(load: () => T): T {
	let loaded: T | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	if (!loaded) throw new Error('The modules have not been loaded');
	return loaded;
}
