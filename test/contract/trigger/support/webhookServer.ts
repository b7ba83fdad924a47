import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { createCertificate } from '../../../../tools/harness/httpsFront';

/** A listener at a webhook URL. */
export interface Webhook {
	/** Handles a request, as a node does. */
	webhook: (request: Request, response: Response) => Promise<IWebhookResponseData> | IWebhookResponseData;
	/** Starts an execution with the items. The caller gets 200 if the execution starts, and 500 if that fails. */
	start?: (items: INodeExecutionData[]) => Promise<void> | void;
}

/**
 * The part of n8n that receives requests to webhook URLs, over HTTPS. It's hand-written, because tests depend on exactly
 * which bodies n8n reads and which ones it leaves to the node.
 */
export class WebhookServer {
	private readonly webhooks = new Map<string, Webhook>();

	/** Method and path of each request, in order. */
	readonly requests: string[] = [];

	private constructor(
		private readonly server: Server,
		/** Key and certificate of this server. Another server that uses them is also trusted. */
		readonly key: string,
		readonly certificate: string,
		readonly origin: string,
		private readonly trusting: jest.SpyInstance,
	) {
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			void this.handle(request, response);
		});
	}

	/** Starts a server on a free local port, whose certificate this process trusts. */
	static async start(): Promise<WebhookServer> {
		const { key, certificate } = await createCertificate();
		const server = createServer({ key, cert: certificate });
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
		return new WebhookServer(server, key, certificate, origin, trust(certificate));
	}

	/** From now on, passes requests for a URL to this listener. */
	register(url: string, webhook: Webhook): void {
		this.webhooks.set(new URL(url).pathname, webhook);
	}

	/** From now on, responds to every request with n8n's own "not found". */
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

/** Adds n8n's function for the raw bytes to a request. It returns nothing for a form that n8n has already read. */
function asExpressRequest(request: IncomingMessage): IncomingMessage {
	request.readRawBody = async () => {
		if (Object.hasOwn(request, 'rawBody')) return;
		if (request.readableEnded) throw new Error('Request body stream was aborted or is not readable');
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
		Object.assign(request, { rawBody: Buffer.concat(chunks) });
	};
	return Object.assign(request, { originalUrl: request.url, ip: '203.0.113.7' });
}

/** Reads JSON and forms before the node runs, as n8n does. For other types, the node must read the bytes. */
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

/** Returns Node's response with the Express methods that a node uses. */
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

/** Makes connections of this process trust a certificate. Node itself only accepts additional certificates when it starts. */
function trust(certificate: string): jest.SpyInstance {
	const create = tls.createSecureContext;
	return jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => create({ ...options, ca: options?.ca ?? certificate }));
}
