import * as n8nWorkflow from 'n8n-workflow';

/** Modules of the package as a process that has just begun has them; n8n's own stay. */
export function loadedAnew<T>(load: () => T): T {
	jest.doMock('n8n-workflow', () => n8nWorkflow);
	let loaded: T | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	if (!loaded) throw new Error('The modules have not been loaded');
	return loaded;
}
