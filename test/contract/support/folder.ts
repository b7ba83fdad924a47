import './environment';

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { setClocksRight } from './time';

/**
 * Runs the tests in all files of a folder, each under its file's name, as those of one file. Jest loads n8n's engine anew for
 * each file that it runs, which takes longer than most of their tests.
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
