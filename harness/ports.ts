import { createServer } from 'node:net';

// Below the range from which systems take the local ports of outgoing connections.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;

/**
 * Finds a TCP port on which nothing listens. A server that can choose by itself should listen on port 0 instead.
 *
 * @throws Error when fifty random ports are all taken
 */
export async function findFreePort(): Promise<number> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
		if (await isPortFree(port)) return port;
	}
	throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT} was found`);
}

/**
 * The given port, or the next one on which nothing listens.
 *
 * @throws Error when it and the 49 after it are all taken
 */
export async function firstFreePort(port: number): Promise<number> {
	for (let candidate = port; candidate < port + ATTEMPTS; candidate++) {
		if (await isPortFree(candidate)) return candidate;
	}
	throw new Error(
		`All ports from ${port} to ${port + ATTEMPTS - 1} are taken. Stop a server that uses one of them.`,
	);
}

/** Whether a server could listen on this port now, under every address of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => {
			resolve(false);
		});
		server.listen(port, () => {
			server.close(() => {
				resolve(true);
			});
		});
	});
}
