import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cacheFolder } from '../../tools/harness/folders';
import { preparedFolder } from '../../tools/harness/n8n/preparedFolder';

jest.mock('../../tools/harness/folders', () => ({ cacheFolder: mkdtempSync(join(tmpdir(), 'cache-')) }));

const tarball = join(cacheFolder, 'package.tgz');

beforeEach(async () => {
	await writeFile(tarball, 'one package');
});

afterEach(async () => {
	await rm(join(cacheFolder, 'prepared'), { recursive: true });
});

afterAll(async () => {
	await rm(cacheFolder, { recursive: true });
});

async function fill(folder: string): Promise<void> {
	await writeFile(join(folder, 'database.sqlite'), 'migrated');
}

it('is prepared once for all who ask at the same time', async () => {
	const prepare = jest.fn(fill);

	const ask = async () => await preparedFolder('2.41.1', tarball, prepare);
	const [first, ...others] = await Promise.all([ask(), ask(), ask()]);

	expect(prepare).toHaveBeenCalledTimes(1);
	expect(others).toEqual([first, first]);
	expect(await readFile(join(first, 'database.sqlite'), 'utf8')).toBe('migrated');
});

it('begins anew, with an empty folder, after an attempt that failed', async () => {
	const half = async (folder: string) => {
		await writeFile(join(folder, 'half'), '');
		throw new Error('n8n did not start');
	};
	await expect(preparedFolder('2.41.1', tarball, half)).rejects.toThrow('n8n did not start');

	const folder = await preparedFolder('2.41.1', tarball, fill);

	expect(await readFile(join(folder, 'database.sqlite'), 'utf8')).toBe('migrated');
	await expect(readFile(join(folder, 'half'))).rejects.toThrow('ENOENT');
});
