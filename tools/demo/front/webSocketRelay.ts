import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import type { Rewrite } from './addresses';

/** Relays the WebSockets through which n8n updates its editor, and rewrites n8n's messages. */
export class WebSocketRelay {
	private readonly browsers = new WebSocketServer({ noServer: true });

	/** @param target address of n8n, such as `http://127.0.0.1:<port>` */
	constructor(
		private readonly target: string,
		private readonly rewrite: Rewrite,
	) {}

	/** Connects a browser that requests a WebSocket. */
	connect(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const { host, origin, cookie } = request.headers;
		const server = new WebSocket(this.target.replace(/^http/, 'ws') + (request.url ?? '/'), {
			headers: Object.fromEntries(Object.entries({ host, origin, cookie }).filter(([, value]) => value)),
		});
		// The browser may leave before n8n responds, or its connection may be reset.
		socket.on('error', () => undefined);
		socket.once('close', () => {
			server.terminate();
		});
		server.on('error', () => socket.destroy());
		server.once('open', () => {
			this.browsers.handleUpgrade(request, socket, head, (browser) => {
				this.join(browser, server);
			});
		});
	}

	stop(): void {
		for (const browser of this.browsers.clients) browser.terminate();
	}

	private join(browser: WebSocket, server: WebSocket): void {
		server.on('message', (data) => {
			browser.send(this.rewrite(textOf(data)));
		});
		browser.on('message', (data) => {
			server.send(textOf(data));
		});
		server.once('close', () => {
			browser.terminate();
		});
		browser.once('close', () => {
			server.terminate();
		});
		browser.on('error', () => undefined);
	}
}

/** n8n and its editor only send text. */
function textOf(data: RawData): string {
	return (data as Buffer).toString('utf8');
}
