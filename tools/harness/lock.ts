import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock, type LockOptions } from 'proper-lockfile';
import type { Progress } from './progress';

const RETRY_MS = 500;
const WAIT_LIMIT_MS = 30 * 60_000;

/** A lock that wasn't renewed for this many seconds is left over from a crash. Its holder renews it twice in that time. */
export const STALE_SECONDS = 10;

/**
 * Takes a lock that other processes on this machine respect.
 *
 * @param path the lock is the folder `<path>.lock`, which exists only while the lock is held
 * @param options `onCompromised` is for a lock whose loss does no harm. Without it, a lost lock throws an error that can't
 * be caught
 * @returns a function that releases the lock, or undefined if another process holds it
 */
export async function tryLock(
	path: string,
	options: LockOptions = {},
): Promise<(() => Promise<void>) | undefined> {
	try {
		return await take(path, options);
	} catch (error) {
		if (isHeld(error)) return undefined;
		throw error;
	}
}

/**
 * Makes something that doesn't exist yet. It holds a lock, so several processes can call it at once.
 *
 * @param progress called if another process holds the lock
 * @throws Error if the lock isn't free within half an hour
 */
export async function makeOnce(
	path: string,
	isThere: () => boolean,
	make: () => Promise<void>,
	progress?: Progress,
): Promise<void> {
	if (isThere()) return;
	const release = (await tryLock(path)) ?? (await waitForLock(path, progress));
	try {
		if (!isThere()) await make();
	} finally {
		await release();
	}
}

async function waitForLock(path: string, progress?: Progress): Promise<() => Promise<void>> {
	progress?.(`waiting for another process that works on ${path}`);
	try {
		return await take(path, {
			retries: { retries: WAIT_LIMIT_MS / RETRY_MS, factor: 1, minTimeout: RETRY_MS },
		});
	} catch (error) {
		if (!isHeld(error)) throw error;
		throw new Error(`Another process has used ${path} for half an hour. Stop it, and try again.`, {
			cause: error,
		});
	}
}

async function take(path: string, options: LockOptions = {}): Promise<() => Promise<void>> {
	await mkdir(dirname(path), { recursive: true });
	return await lock(path, { realpath: false, stale: STALE_SECONDS * 1000, ...options });
}

function isHeld(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === 'ELOCKED';
}
