import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came in at a webhook. */
export interface ReceivedRequest {
	headers: IncomingHttpHeaders;
	body: string;
}

/** Takes deliveries and answers 200, unless told otherwise. By hand, because a signature counts for the bytes as they came. */
export class Receiver {
	/** Oldest first. */
	readonly received: ReceivedRequest[] = [];

	/** What it answers from now on. */
	answer = { status: 200, body: '' };

	private constructor(
		private readonly server: Server,
		/** Without a slash at the end. */
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
