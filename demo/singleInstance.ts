import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../harness/isRunning';

/**
 * Notes that this process uses a folder, which two demos at once would spoil.
 *
 * @returns gives the folder up
 * @throws Error when another running process has noted itself there
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
	const file = join(folder, 'running');
	const pid = Number(await readFile(file, 'utf8').catch(() => ''));
	if (pid > 0 && pid !== process.pid && isRunning(pid)) {
		throw new Error(
			`The demo is running already, as process ${pid}. Stop it there with Ctrl-C, then start again.`,
		);
	}
	await writeFile(file, String(process.pid));
	return async () => {
		await rm(file, { force: true });
	};
}
