import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of a file an empty folder and removes it after the test. */
export function useFolder(): () => string {
	let folder = '';
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'unit-'));
	});
	afterEach(async () => {
		await rm(folder, { recursive: true, force: true });
	});
	return () => folder;
}
