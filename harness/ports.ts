import { getPortPromise } from 'portfinder';

// Below the range from which systems take the local ports of outgoing connections.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;

/** Finds a TCP port on which nothing listens. A server that can choose by itself should listen on port 0 instead. */
export async function findFreePort(): Promise<number> {
	// Not always from the first on, because several that look at once would all find the same.
	return await firstFreePort(FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT)));
}

/**
 * The given port, or the next one on which nothing listens.
 *
 * @param promised to somebody who does not listen yet
 * @throws Error when it and the 49 after it are all taken
 */
export async function firstFreePort(port: number, promised?: number): Promise<number> {
	const free = await getPortPromise({ port, stopPort: port + ATTEMPTS - 1 });
	return free === promised ? await firstFreePort(free + 1) : free;
}
