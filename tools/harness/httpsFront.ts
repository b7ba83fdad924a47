import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProxyServer } from 'http-proxy-3';
import { generate } from 'selfsigned';
import { isForLocalHost, MISDIRECTED } from './hostCheck';
import { Readiness } from './readiness';

/** A key and a certificate for localhost, both as PEM text. */
export interface Certificate {
	key: string;
	certificate: string;
}

export interface HttpsFrontOptions {
	/** Base addresses of the HTTP servers behind the front, which get the requests in turn. */
	targets?: string[];
	/** Port to listen on. With 0, the default, the system chooses one. */
	port?: number;
	/** Certificate of the front. If it's missing, a new one is created. */
	certificate?: Certificate;
	/** Path at which a server must respond with 200 before it gets requests. Until then, callers get a 503. */
	readinessPath?: string;
}

/**
 * Path at which n8n reports that it's ready. A front should check this path.
 *
 * A starting n8n instance responds to every request with 200 and "n8n is starting up", even to webhooks. The caller would assume
 * that n8n handled the request.
 */
export const N8N_READINESS_PATH = '/healthz/readiness';

const HOUR = 3_600_000;

/** Path of n8n's test URLs, which only its main process handles. */
const TEST_URLS = '/webhook-test/';

/** Creates a key and a self-signed certificate for localhost, which is valid at once. */
export async function createCertificate(): Promise<Certificate> {
	// TLS compares with the real time, which the clock of a test may be ahead of.
	const notBeforeDate = new Date(Date.now() - HOUR);
	const subject = [{ name: 'commonName', value: 'localhost' }];
	const made = await generate(subject, { algorithm: 'sha256', notBeforeDate });
	return { key: made.private, certificate: made.cert };
}

/**
 * An HTTPS address on this machine for servers that use plain HTTP, like a reverse proxy in production. Bodies are streamed
 * byte for byte in both directions.
 */
export class HttpsFront {
	private turn = 0;

	/**
	 * There's no agent, so each request gets its own connection. A kept-alive connection may be closed just when it's
	 * reused.
	 */
	private readonly proxy = createProxyServer();

	/** Address of this front: `https://localhost:<port>`, without a slash at the end. */
	readonly url: string;

	private readonly readiness: Readiness | undefined;

	private targets: string[];

	private targetsOfTests: string[];

	private constructor(
		private readonly server: Server,
		private readonly folder: string,
		/** The certificate as PEM text, for clients that must trust it. */
		readonly certificate: string,
		{ targets = [], readinessPath }: HttpsFrontOptions,
	) {
		this.url = `https://localhost:${(server.address() as AddressInfo).port}`;
		this.targets = this.targetsOfTests = targets;
		this.readiness = readinessPath === undefined ? undefined : new Readiness(readinessPath);
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			if (isForLocalHost(request)) void this.answer(request, response);
			else refuse(response, MISDIRECTED, 'only for localhost');
		});
		// If a server ends in the middle of its response, the proxy itself would leave the caller waiting.
		this.proxy.on('proxyRes', (answer, _, response) => {
			answer.once('error', () => response.destroy());
		});
	}

	/** Starts a front on this machine's loopback address. */
	static async start(options: HttpsFrontOptions = {}): Promise<HttpsFront> {
		const { key, certificate } = options.certificate ?? (await createCertificate());
		const server = createServer({ key, cert: certificate });
		await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
		const folder = await mkdtemp(join(tmpdir(), 'https-front-'));
		const front = new HttpsFront(server, folder, certificate, options);
		await writeFile(front.certificateFile, certificate);
		return front;
	}

	/** Path of a file with the certificate, for `NODE_EXTRA_CA_CERTS`. */
	get certificateFile(): string {
		return join(this.folder, 'certificate.pem');
	}

	/**
	 * Sends requests to other servers from now on.
	 *
	 * @param ofTests servers for requests to n8n's test URLs. By default, they're the same
	 */
	setTargets(targets: string[], ofTests = targets): void {
		this.targets = targets;
		this.targetsOfTests = ofTests;
	}

	async stop(): Promise<void> {
		this.readiness?.stop();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
		await rm(this.folder, { recursive: true, force: true });
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const target = this.nextTarget(request.url?.startsWith(TEST_URLS) ?? false);
		if (target === undefined) {
			refuse(response, 502, 'no server behind this address');
		} else if ((await this.readiness?.isReady(target)) === false) {
			refuse(response, 503, 'the server behind this address is not ready');
		} else {
			this.proxy.web(request, response, { target }, (error) => {
				this.readiness?.doubt(target);
				refuse(response, 502, error.message);
			});
		}
	}

	private nextTarget(isTest: boolean): string | undefined {
		const targets = isTest ? this.targetsOfTests : this.targets;
		const target = targets[this.turn % Math.max(targets.length, 1)];
		this.turn += 1;
		return target;
	}
}

function refuse(response: ServerResponse, status: number, reason: string): void {
	if (response.headersSent || response.destroyed) {
		response.destroy();
		return;
	}
	response.writeHead(status, { 'content-type': 'text/plain' });
	response.end(`${STATUS_CODES[status] ?? ''}: ${reason}\n`);
}
