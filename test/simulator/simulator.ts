import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';

import type { ApiAnswer } from './api';
import { Api } from './api';
import { endpoints, registerControl } from './control';
import type { Attempt, Delivery, DeliverySettings } from './deliveries';
import { Deliveries } from './deliveries';
import type { EventName, FaxEvent } from './events';
import { FaxEvents } from './events';
import type { Failure } from './failures';
import { Failures } from './failures';
import type { Settings, WebhookListShape } from './handler';
import { registerOAuth } from './oauth';
import { seed, seededState } from './seed';
import type { Endpoint, State } from './state';
import { newSecret } from './state';
import type { Thumbnails } from './thumbnails';
import { drawThumbnails } from './thumbnails';

export interface SimulatorOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	webhookListShape?: WebhookListShape;
	/** Seconds that OAuth access tokens live; default one hour. */
	accessTokenLifetime?: number;
	/** Milliseconds before each answer of the API. */
	latency?: number;
	/** Pauses in milliseconds before a delivery is tried again; by default short ones, fit for tests. */
	retrySchedule?: number[];
	/** Where a webhook URL really is; by default where it says. */
	mapWebhookUrl?: (url: string) => string;
	/** Certificate authority (PEM) of receivers, beside the usual ones. */
	ca?: string;
}

/** One request to the API, as it came in, and what became of it. */
export interface RequestLogEntry {
	operationId: string;
	method: string;
	/** Path below the base URL. */
	path: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
	/** Status of the answer; undefined while there is none. */
	status?: number;
	/** Unix time in milliseconds. */
	startedAt: number;
}

const REQUESTS_KEPT = 20_000;
const RETRY_SCHEDULE = [200, 500, 1000, 2000, 4000];

/** The faxing service in miniature, over HTTP on the loopback interface. */
export class Simulator {
	readonly requests: RequestLogEntry[] = [];

	/** Greatest number of API requests that were under way at once, since it was last set to 0. */
	maxInFlight = 0;

	/** Milliseconds before each answer; may differ by request. */
	latency: number | ((request: RequestLogEntry) => number);

	/** Seconds that access tokens live from now on. */
	accessTokenLifetime: number;

	readonly settings: Settings;

	readonly app: FastifyInstance = fastify({ forceCloseConnections: true });

	origin = '';

	private current: State;

	private inFlight = 0;

	private readonly failures = new Failures();

	private readonly api: Api;

	private readonly sender: Deliveries;

	private readonly events: FaxEvents;

	constructor(
		private readonly thumbnails: Thumbnails,
		options: SimulatorOptions,
	) {
		this.current = seededState(thumbnails);
		this.latency = options.latency ?? 0;
		this.accessTokenLifetime = options.accessTokenLifetime ?? 3600;
		this.settings = { webhookListShape: options.webhookListShape ?? 'records' };
		this.api = new Api(() => this.current, this.settings);
		this.sender = new Deliveries({
			retrySchedule: options.retrySchedule ?? RETRY_SCHEDULE,
			mapUrl: options.mapWebhookUrl ?? ((url) => url),
			...(options.ca === undefined ? {} : { ca: options.ca }),
		});
		this.events = new FaxEvents(() => this.current, this.sender, thumbnails);
	}

	/** Address of the API, to be entered as base URL. */
	get baseUrl(): string {
		return `${this.origin}/v3`;
	}

	/** Address of the authorization server. */
	get authUrl(): string {
		return `${this.origin}/oauth`;
	}

	/** Everything that the service knows; tests may look and change. */
	get state(): State {
		return this.current;
	}

	/** Answers of the simulator that did not fit its own description. */
	get violations(): readonly string[] {
		return this.api.violations;
	}

	async start(port = 0): Promise<void> {
		await this.api.init();
		await this.app.register(formBody);
		this.app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
		registerOAuth(this.app, {
			state: () => this.current,
			accessTokenLifetime: () => this.accessTokenLifetime,
			loggedInUserId: seed.ownerId,
		});
		registerControl(this.app, this);
		this.app.all('/v3/*', async (request, reply) => await this.handle(request, reply));
		this.origin = await this.app.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		this.sender.stop();
		await this.app.close();
	}

	/** Back to how it started, but for its address. */
	reset(): void {
		this.current = seededState(this.thumbnails);
		this.failures.clear();
		this.clearRequests();
		this.sender.log.length = 0;
		this.latency = 0;
	}

	clearRequests(): void {
		this.requests.length = 0;
		this.maxInFlight = 0;
	}

	/** Lets the next calls fail. */
	fail(failure: Failure): void {
		this.failures.add(failure);
	}

	/** Lets calls succeed again. */
	recover(): void {
		this.failures.clear();
	}

	/** Lets every OAuth access token expire now. */
	expireAccessTokens(): void {
		for (const token of this.current.tokens.values()) if (token.type === 'oauth') token.expiresAt = 0;
	}

	/** The log of deliveries, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.sender.log;
	}

	/** How deliveries are sent; may be changed at any time, but for the certificate authority. */
	get deliverySettings(): DeliverySettings {
		return this.sender.settings;
	}

	/** Lets something happen to a fax; see FaxEvents.emit. */
	emit(event: EventName, values?: FaxEvent): Delivery[] {
		return this.events.emit(event, values);
	}

	/** Lets a fax arrive. */
	faxReceived(values?: FaxEvent): Delivery[] {
		return this.emit('fax_received', values);
	}

	/** Lets a fax be sent. */
	faxSent(values?: FaxEvent): Delivery[] {
		return this.emit('fax_sent', values);
	}

	/** Lets a page of a fax arrive. */
	faxPageReceived(values?: FaxEvent): Delivery[] {
		return this.emit('fax_page_received', values);
	}

	/** The endpoint with an id, whatever its account. */
	endpoint(id: string): Endpoint | undefined {
		return endpoints(this).find(({ endpoint }) => endpoint.id === id)?.endpoint;
	}

	/** All endpoints of an account. */
	endpointsOf(accountId: string = seed.accountId): Endpoint[] {
		return [...(this.current.accounts.get(accountId)?.endpoints.values() ?? [])];
	}

	/** Sends all deliveries with an id once more, each to its endpoint, if that is still there. */
	async replay(webhookId: string): Promise<Attempt[]> {
		const attempts = this.deliveries
			.filter((delivery) => delivery.webhookId === webhookId)
			.map(async (delivery) => {
				const endpoint = this.endpoint(delivery.endpointId ?? '');
				return endpoint ? [await this.sender.replay(delivery, endpoint)] : [];
			});
		return (await Promise.all(attempts)).flat();
	}

	/** Gives an endpoint a new secret, from which on the old one is void; undefined when there is no such endpoint. */
	rotateSecret(endpointId: string): string | undefined {
		const endpoint = this.endpoint(endpointId);
		if (!endpoint) return undefined;
		endpoint.secret = newSecret();
		return endpoint.secret;
	}

	private async handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const entry = this.log(request);
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		try {
			const latency = typeof this.latency === 'number' ? this.latency : this.latency(entry);
			if (latency > 0) await pause(latency);
			return await this.answer(request, reply, entry);
		} finally {
			this.inFlight -= 1;
		}
	}

	private async answer(request: FastifyRequest, reply: FastifyReply, entry: RequestLogEntry) {
		const failure = this.failures.next(entry);
		if (failure && !failure.afterEffect) return await fail(reply, failure, entry);
		const answer = await this.api.handle({
			method: request.method,
			path: request.url.split('?')[0] ?? '',
			query: request.query as Record<string, string>,
			headers: request.headers as Record<string, string>,
			body: request.body,
		});
		if (failure) return await fail(reply, failure, entry, answer);
		entry.status = answer.status;
		return await send(reply, answer);
	}

	private log(request: FastifyRequest): RequestLogEntry {
		const path = request.url.split('?')[0] ?? '';
		const entry: RequestLogEntry = {
			operationId: this.api.operationId(request.method, path),
			method: request.method,
			path: path.replace(/^\/v3/, ''),
			query: request.query as Record<string, string>,
			headers: request.headers,
			body: request.body,
			startedAt: Date.now(),
		};
		if (this.requests.length >= REQUESTS_KEPT) this.requests.shift();
		this.requests.push(entry);
		return entry;
	}
}

/** Starts the faxing service in miniature; `stop()` ends it. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(await drawThumbnails(), options);
	await simulator.start(options.port);
	return simulator;
}

function parseJson(
	_request: FastifyRequest,
	body: string | Buffer,
	done: (error: Error | null, body?: unknown) => void,
): void {
	if (body === '') {
		done(null, undefined);
		return;
	}
	try {
		done(null, JSON.parse(String(body)));
	} catch (error) {
		done(Object.assign(error as Error, { statusCode: 400 }));
	}
}

async function send(reply: FastifyReply, { status, json, bytes, contentType }: ApiAnswer): Promise<unknown> {
	reply.code(status);
	if (bytes) return await reply.type(contentType ?? 'application/octet-stream').send(bytes);
	return await (json ? reply.send(json) : reply.send());
}

async function fail(
	reply: FastifyReply,
	failure: Failure,
	entry: RequestLogEntry,
	answer?: ApiAnswer,
): Promise<unknown> {
	if (failure.with === 'silence') {
		await new Promise<void>((resolve) => reply.raw.once('close', resolve));
		return reply.hijack();
	}
	if (failure.with === 'hang-up') {
		reply.hijack();
		if (failure.halfway && answer?.bytes) {
			reply.raw.writeHead(200, { 'content-type': answer.contentType, 'content-length': answer.bytes.length });
			reply.raw.write(answer.bytes.subarray(0, answer.bytes.length / 2), () => reply.raw.destroy());
		} else {
			reply.raw.destroy();
		}
		return reply;
	}
	entry.status = failure.with;
	if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
	return await reply.code(failure.with).send({
		error: failure.error ?? (failure.with === 429 ? 'too_many_requests' : 'internal_server_error'),
		description: failure.description ?? 'Unexpected server error',
	});
}
