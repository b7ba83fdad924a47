import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../folders';
import { makeOnce } from '../lock';

/**
 * A user folder as n8n's first start leaves it. Copying it saves time, because creating the database schema takes as long
 * as the rest of a start.
 *
 * The folder is made once for each n8n version and package. Several processes can call this at once.
 *
 * @param exactVersion exact n8n version
 * @param tarball tarball of the package
 * @param prepare called with an empty folder if no prepared folder exists yet
 * @returns path of the prepared folder
 */
export async function preparedFolder(
	exactVersion: string,
	tarball: string,
	prepare: (folder: string) => Promise<void>,
): Promise<string> {
	const hash = createHash('sha256').update(await readFile(tarball));
	const folder = join(cacheFolder, 'prepared', `${exactVersion}-${hash.digest('hex').slice(0, 16)}`);
	const unfinished = `${folder}.unfinished`;
	const make = async () => {
		await rm(unfinished, { recursive: true, force: true });
		await mkdir(unfinished, { recursive: true });
		await prepare(unfinished);
		await rename(unfinished, folder);
	};
	await makeOnce(folder, () => existsSync(folder), make);
	return folder;
}
