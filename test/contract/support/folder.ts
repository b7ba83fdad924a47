import './environment';

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { setClocksRight } from './time';

/**
 * Runs the tests of all files in a folder as one test file, grouped by file name. Jest loads n8n's engine again for each
 * test file, which takes longer than most of the tests.
 */
export function describeFolder(...path: string[]): void {
	const folder = join(...path);
	for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
		describe(basename(name, '.ts'), () => {
			beforeAll(setClocksRight);
			jest.requireActual(join(folder, name));
		});
	}
}
