import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this machine that answers so. */
export async function startServer(listener?: RequestListener): Promise<{ server: Server; url: string }> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Ends it, and what goes on there. */
export async function stopServer(server: Server): Promise<void> {
	server.closeAllConnections();
	await once(server.close(), 'close');
}
