import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '../folders';
import { makeOnce } from '../lock';

/**
 * A user folder as the first start of an n8n leaves it, to be copied: bringing a database to its schema takes as long as
 * the rest of a start. Made once for each n8n and each package; several processes may call this at once.
 *
 * @param exactVersion of n8n
 * @param tarball the package
 * @param prepare called with an empty folder if there is none prepared yet
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
