import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { createCertificate } from '../../../../tools/harness/httpsFront';

/** Whoever holds a webhook URL. */
export interface Webhook {
	/** Takes a request, as a node does. */
	webhook: (request: Request, response: Response) => Promise<IWebhookResponseData> | IWebhookResponseData;
	/** Starts an execution with the items; the caller is answered 200 when it is started, 500 when that fails. */
	start?: (items: INodeExecutionData[]) => Promise<void> | void;
}

/**
 * The side of n8n that takes requests to webhook URLs, as far as a trigger sees it, over HTTPS. By hand, because what n8n
 * reads of a body, and what it leaves to the node, is what counts here.
 */
export class WebhookServer {
	private readonly webhooks = new Map<string, Webhook>();

	/** Method and path of each request, in order. */
	readonly requests: string[] = [];

	private constructor(
		private readonly server: Server,
		/** Of this server; another one that has them is trusted too. */
		readonly key: string,
		readonly certificate: string,
		readonly origin: string,
		private readonly trusting: jest.SpyInstance,
	) {
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			void this.handle(request, response);
		});
	}

	/** Starts on a free port of this machine; n8n in this process trusts the certificate. */
	static async start(): Promise<WebhookServer> {
		const { key, certificate } = await createCertificate();
		const server = createServer({ key, cert: certificate });
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
		return new WebhookServer(server, key, certificate, origin, trust(certificate));
	}

	/** Hands the requests to a URL over from now on. */
	register(url: string, webhook: Webhook): void {
		this.webhooks.set(new URL(url).pathname, webhook);
	}

	/** Answers requests to every URL with n8n's own "not found" from now on. */
	unregisterAll(): void {
		this.webhooks.clear();
		this.requests.length = 0;
	}

	async stop(): Promise<void> {
		this.trusting.mockRestore();
		this.server.closeAllConnections();
		await once(this.server.close(), 'close');
	}

	private async handle(message: IncomingMessage, raw: ServerResponse): Promise<void> {
		const [request, response] = [asExpressRequest(message), asExpressResponse(raw)];
		try {
			const { url: path = '', method = '' } = message;
			this.requests.push(`${method} ${path}`);
			const webhook = this.webhooks.get(path);
			if (!webhook || method !== 'POST') {
				await request.readRawBody();
				const text = webhook ? ofOtherMethod(method) : ofNobody(method, path);
				response.status(404).json({ code: 404, message: text, hint: 'The workflow must be active' });
				return;
			}
			if (await parseBody(request)) await runWebhook(webhook, request as Request, response);
			else response.status(422).json({ code: 422, message: 'Failed to parse request body' });
		} catch (error) {
			response.status(500).json({ code: 0, message: String(error) });
		}
	}
}

function ofNobody(method: string, path: string): string {
	const name = path.replace(/^\/webhook(-test)?\//, '');
	return `The requested webhook "${method} ${name}" is not registered.`;
}

function ofOtherMethod(method: string): string {
	return `This webhook is not registered for ${method} requests. Did you mean to make a POST request?`;
}

async function runWebhook(webhook: Webhook, request: Request, response: Response): Promise<void> {
	const { noWebhookResponse, workflowData } = await webhook.webhook(request, response);
	if (workflowData) await webhook.start?.(workflowData[0] ?? []);
	if (!noWebhookResponse) response.status(200).end();
}

/** n8n adds a way to the raw bytes to every request; of a form that it has read itself nothing is left. */
function asExpressRequest(request: IncomingMessage): IncomingMessage {
	request.readRawBody = async () => {
		if (Object.hasOwn(request, 'rawBody')) return;
		if (request.readableEnded) throw new Error('Request body stream was aborted or is not readable');
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
		Object.assign(request, { rawBody: Buffer.concat(chunks) });
	};
	return Object.assign(request, { originalUrl: request.url });
}

/** n8n reads JSON and forms before the node runs; of other types a node has to ask for the bytes. */
async function parseBody(request: IncomingMessage): Promise<boolean> {
	const type = request.headers['content-type'] ?? '';
	if (type.startsWith('multipart/')) await once(request.resume(), 'end');
	if (!type.startsWith('application/json')) return true;
	await request.readRawBody();
	const text = request.rawBody.toString('utf8');
	try {
		if (text !== '') Object.assign(request, { body: JSON.parse(text) as unknown });
		return true;
	} catch {
		return false;
	}
}

/** Node's response with the methods of Express that a node uses. */
function asExpressResponse(raw: ServerResponse): Response {
	const response = Object.assign(raw, {
		status: (code: number) => {
			raw.statusCode = code;
			return response;
		},
		set: (name: string, value: string) => {
			raw.setHeader(name, value);
			return response;
		},
		json: (body: unknown) => {
			raw.setHeader('content-type', 'application/json; charset=utf-8');
			raw.end(JSON.stringify(body));
			return response;
		},
	});
	return response as unknown as Response;
}

/** Makes connections of this process trust a certificate, which Node can be told only before it starts. */
function trust(certificate: string): jest.SpyInstance {
	const create = tls.createSecureContext;
	return jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => create({ ...options, ca: options?.ca ?? certificate }));
}
