import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a webhook has received. */
export interface ReceivedRequest {
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * Receives deliveries, and responds with 200 by default. It keeps the original bytes of each body, because the signature
 * depends on them.
 */
export class Receiver {
	/** Received requests, oldest first. */
	readonly received: ReceivedRequest[] = [];

	/** Response to all requests. */
	answer = { status: 200, body: '' };

	private constructor(
		private readonly server: Server,
		/** URL of the receiver, without a slash at the end. */
		readonly url: string,
	) {}

	static async start(): Promise<Receiver> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const receiver = new Receiver(server, `http://127.0.0.1:${port}`);
		server.on('request', (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
				response.writeHead(receiver.answer.status).end(receiver.answer.body);
			});
		});
		return receiver;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
