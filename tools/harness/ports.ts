import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tryLock } from './lock';

// These ports are below the range that systems use for outgoing connections.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;

/**
 * Finds a TCP port on which nothing listens, and reserves it while this process runs. A server may take long to start, or may be
 * down for a while.
 *
 * A server that can choose a port itself should listen on port 0 instead.
 */
export async function findFreePort(): Promise<number> {
	const port = await firstFreePort(FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT)));
	const path = join(tmpdir(), 'n8n-nodes-faxplus-ports', String(port));
	const isOurs = (await tryLock(path, { onCompromised: () => undefined })) !== undefined;
	return isOurs ? port : await findFreePort();
}

/**
 * The given port, or the next one on which nothing listens.
 *
 * @param promised ports that are reserved for other servers
 * @throws Error if the port and the next 49 are all taken
 */
export async function firstFreePort(port: number, ...promised: number[]): Promise<number> {
	const last = port + ATTEMPTS - 1;
	for (let candidate = port; candidate <= last; candidate++)
		if (!promised.includes(candidate) && (await isFree(candidate))) return candidate;
	throw new Error(`All ports from ${port} to ${last} are in use. Stop a program that uses one of them.`);
}

/** Some systems let two servers listen on one port if one of them uses all addresses, so both cases are tried. */
async function isFree(port: number): Promise<boolean> {
	try {
		for (const host of [undefined, '127.0.0.1']) {
			const server = createServer();
			await once(server.listen(port, host), 'listening');
			await once(server.close(), 'close');
		}
		return true;
	} catch {
		return false;
	}
}
