import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import axios from 'axios';
import { createProxyServer } from 'http-proxy-3';
import type { Owner } from '../../harness/n8n';
import { localPages, rewriting, type Rewrite } from './addresses';
import { WebSocketRelay } from './webSocketRelay';

/** n8n's own choice would be a page that advertises its assistant. */
const START_PAGE = '/home/workflows';

const TEXT = /^(text\/html|application\/json)\b/;

interface HttpFrontOptions {
	port: number;
	/** n8n, as `http://127.0.0.1:<port>`. */
	target: string;
	/** The HTTPS address that n8n takes for its public one, without a slash at the end. */
	publicUrl: string;
}

/**
 * n8n for browsers on this machine, over plain HTTP. Its public address is HTTPS, as the service delivers to no other, and
 * n8n would lead people to its forms and chats there too, where browsers warn of the certificate. So it says this front's
 * address in their place.
 */
export class HttpFront {
	private readonly server: Server;

	private readonly proxy = createProxyServer({ selfHandleResponse: true });

	/** A cookie for browsers that have no session with n8n, as `Set-Cookie` says it. */
	session: string | undefined;

	/** `http://localhost:<port>` */
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
			if (isLocal(request)) this.ask(request, response);
			else response.writeHead(421, { 'content-type': 'text/plain' }).end('Only for localhost\n');
		});
		this.server.on('upgrade', (request, socket, head) => {
			if (isLocal(request)) this.webSockets.connect(request, socket, head);
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
		// What is compressed could not be rewritten.
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
		// A connection that breaks off breaks off on both sides.
		if (isText) pipeline(answer, rewriting(this.rewrite), response, () => undefined);
		else pipeline(answer, response, () => undefined);
	}
}

/**
 * Whether a request names this machine. A page elsewhere can make another name lead here, and the demo's password is no
 * secret.
 */
function isLocal({ headers: { host = '' } }: IncomingMessage): boolean {
	return /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host);
}

/** Whether a browser asks for a page, and not for one within another. */
function opensPage({ method, headers }: IncomingMessage): boolean {
	return method === 'GET' && headers['sec-fetch-dest'] === 'document';
}

function isLoggedIn({ headers }: IncomingMessage): boolean {
	return headers.cookie?.includes('n8n-auth=') ?? false;
}

/**
 * Logs in to n8n.
 *
 * @param target `http://127.0.0.1:<port>`
 * @returns the cookie for a browser, as `Set-Cookie` says it; any browser may use it, as n8n was told of none
 */
export async function sessionCookie(target: string, { email, password }: Owner): Promise<string> {
	const { headers } = await axios.post(`${target}/rest/login`, { emailOrLdapLoginId: email, password });
	const cookie = headers['set-cookie']?.find((entry) => entry.startsWith('n8n-auth='));
	if (cookie === undefined) throw new Error('n8n set no session cookie at the login');
	return cookie;
}
