import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a local server with this listener. */
export async function startServer(listener?: RequestListener): Promise<{ server: Server; url: string }> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Stops a server and closes its connections. */
export async function stopServer(server: Server): Promise<void> {
	server.closeAllConnections();
	await once(server.close(), 'close');
}
