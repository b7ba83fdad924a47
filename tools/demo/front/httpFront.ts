import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import axios from 'axios';
import { createProxyServer } from 'http-proxy-3';
import { isForLocalHost, MISDIRECTED } from '../../harness/hostCheck';
import type { Owner } from '../../harness/n8n';
import { localPages, rewriting, type Rewrite } from './addresses';
import { WebSocketRelay } from './webSocketRelay';

/** Page that opens for the address without a path. n8n would choose a page that advertises its assistant. */
const START_PAGE = '/home/workflows';

const TEXT = /^(text\/html|application\/json)\b/;

interface HttpFrontOptions {
	port: number;
	/** Address of n8n, such as `http://127.0.0.1:<port>`. */
	target: string;
	/** n8n's public HTTPS address, without a slash at the end. */
	publicUrl: string;
}

/**
 * n8n for browsers on this machine, over plain HTTP.
 *
 * n8n's public address uses HTTPS, because Fax.Plus doesn't deliver over plain HTTP. n8n would also use that address for
 * forms and chats, where browsers would warn about its certificate. So this front replaces it with its own address.
 *
 * It refuses requests that name another host than this machine, so that no other web page reaches n8n through it.
 */
export class HttpFront {
	private readonly server: Server;

	private readonly proxy = createProxyServer({ selfHandleResponse: true });

	/** Session cookie for browsers that aren't logged in to n8n, in the form of a `Set-Cookie` header. */
	session: string | undefined;

	/** Address of this front: `http://localhost:<port>`. */
	readonly url: string;

	private readonly rewrite: Rewrite;

	private readonly webSockets: WebSocketRelay;

	private constructor(private readonly options: HttpFrontOptions) {
		this.url = `http://localhost:${options.port}`;
		this.rewrite = localPages(options.publicUrl, this.url);
		this.webSockets = new WebSocketRelay(options.target, this.rewrite);
		this.proxy.on('proxyRes', (answer, request, response) => {
			this.passOn(answer, request, response);
		});
		this.server = createServer((request, response) => {
			if (isForLocalHost(request)) this.ask(request, response);
			else response.writeHead(MISDIRECTED, { 'content-type': 'text/plain' }).end('Only for localhost\n');
		});
		this.server.on('upgrade', (request, socket, head) => {
			if (isForLocalHost(request)) this.webSockets.connect(request, socket, head);
			else socket.destroy();
		});
	}

	/** Starts a front on this machine's loopback address. */
	static async start(options: HttpFrontOptions): Promise<HttpFront> {
		const front = new HttpFront(options);
		await once(front.server.listen(options.port, '127.0.0.1'), 'listening');
		return front;
	}

	async stop(): Promise<void> {
		this.webSockets.stop();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private ask(request: IncomingMessage, response: ServerResponse): void {
		if (request.url === '/' && opensPage(request)) {
			response.writeHead(302, { location: START_PAGE }).end();
			return;
		}
		// A compressed response couldn't be rewritten.
		delete request.headers['accept-encoding'];
		this.proxy.web(request, response, { target: this.options.target }, () => {
			if (response.headersSent) response.destroy();
			else response.writeHead(502, { 'content-type': 'text/plain' }).end('n8n does not answer\n');
		});
	}

	private passOn(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
		const { location, 'content-length': length, 'set-cookie': cookies = [], ...headers } = answer.headers;
		if (this.session !== undefined && opensPage(request) && !isLoggedIn(request)) cookies.push(this.session);
		const isText = TEXT.test(headers['content-type'] ?? '');
		response.writeHead(answer.statusCode ?? 502, {
			...headers,
			'set-cookie': cookies,
			...(location === undefined ? {} : { location: this.rewrite(location) }),
			...(length === undefined || isText ? {} : { 'content-length': length }),
		});
		// If the connection breaks on one side, it's closed on the other side, too.
		if (isText) pipeline(answer, rewriting(this.rewrite), response, () => undefined);
		else pipeline(answer, response, () => undefined);
	}
}

/** Whether a browser requests a page that isn't embedded in another one. */
function opensPage({ method, headers }: IncomingMessage): boolean {
	return method === 'GET' && headers['sec-fetch-dest'] === 'document';
}

function isLoggedIn({ headers }: IncomingMessage): boolean {
	return headers.cookie?.includes('n8n-auth=') ?? false;
}

/**
 * Logs in to n8n.
 *
 * @param target address of n8n, such as `http://127.0.0.1:<port>`
 * @returns the session cookie in the form of a `Set-Cookie` header. Any browser can use it, because the login contains no browser
 * id
 */
export async function sessionCookie(target: string, { email, password }: Owner): Promise<string> {
	const { headers } = await axios.post(`${target}/rest/login`, { emailOrLdapLoginId: email, password });
	const cookie = headers['set-cookie']?.find((entry) => entry.startsWith('n8n-auth='));
	if (cookie === undefined) throw new Error('n8n set no session cookie at the login');
	return cookie;
}
