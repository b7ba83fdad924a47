import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../isRunning';

const POLL_MS = 500;
const LIMIT_MS = 30 * 60_000;

/**
 * Runs `work` while holding a lock that other processes on this machine respect.
 * The lock of a process that is gone is taken over.
 *
 * @param lockFolder a folder that exists only while the lock is held
 * @param onWait called once when another process holds the lock
 * @throws Error when the lock is not free within half an hour
 */
export async function withFolderLock<T>(
	lockFolder: string,
	onWait: () => void,
	work: () => Promise<T>,
): Promise<T> {
	await acquire(lockFolder, onWait);
	try {
		return await work();
	} finally {
		await rm(lockFolder, { recursive: true, force: true });
	}
}

async function acquire(lockFolder: string, onWait: () => void): Promise<void> {
	await mkdir(dirname(lockFolder), { recursive: true });
	const deadline = Date.now() + LIMIT_MS;
	let told = false;
	while (!(await tryAcquire(lockFolder))) {
		if (Date.now() > deadline)
			throw new Error(`${lockFolder} is still locked; remove it if nothing else runs`);
		if (!told) onWait();
		told = true;
		await removeWhenAbandoned(lockFolder);
		await sleep(POLL_MS);
	}
}

async function tryAcquire(lockFolder: string): Promise<boolean> {
	try {
		await mkdir(lockFolder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	await writeFile(join(lockFolder, 'pid'), String(process.pid));
	return true;
}

async function removeWhenAbandoned(lockFolder: string): Promise<void> {
	const pid = Number(await readFile(join(lockFolder, 'pid'), 'utf8').catch(() => ''));
	// No number yet: the holder is between making the folder and writing into it.
	if (pid > 0 && !isRunning(pid)) await rm(lockFolder, { recursive: true, force: true });
}
