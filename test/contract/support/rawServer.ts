import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * A server that doesn't behave like Fax.Plus, such as a proxy, a captive portal, or a wrong address. It uses Node's own
 * server, because libraries make sure that responses are complete.
 */
export interface RawServer {
	baseUrl: string;
	/** Method and path of each request, in order. */
	requests: string[];
	stop(): Promise<void>;
}

/**
 * A server's handler, or the response to all requests. The response is JSON with status 200, unless it has its own headers
 * or status.
 */
export type RawAnswer =
	| ((request: IncomingMessage, response: ServerResponse) => void)
	| { status?: number; headers?: Record<string, string>; body: string | Buffer };

const servers = new Set<RawServer>();

/** Stops the servers that a test has left running. */
export async function stopRawServers(): Promise<void> {
	for (const server of servers) await server.stop();
}

/** Starts a server that gives the same response to every request. By default, it's a success with JSON. */
export async function answering(
	body: string | Buffer,
	{ status = 200, type = 'application/json' }: { status?: number; type?: string | undefined } = {},
): Promise<RawServer> {
	return await startRawServer({ status, headers: type === '' ? {} : { 'content-type': type }, body });
}

/**
 * Starts a server on a free port of the loopback interface. It's stopped after the test, if not before.
 *
 * @param tls key and certificate, as PEM text. Without them, the server uses plain HTTP
 */
export async function startRawServer(
	answer: RawAnswer,
	tls?: { key: string; certificate: string },
): Promise<RawServer> {
	const requests: string[] = [];
	const listener: RequestListener = (request, response) => {
		requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
		request.resume();
		if (typeof answer === 'function') {
			answer(request, response);
			return;
		}
		const { status = 200, headers = { 'content-type': 'application/json' }, body } = answer;
		response.writeHead(status, headers).end(body);
	};
	const server = tls
		? createTlsServer({ key: tls.key, cert: tls.certificate }, listener)
		: createServer(listener);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const started = {
		baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/v3`,
		requests,
		stop: async () => {
			servers.delete(started);
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
	servers.add(started);
	return started;
}
