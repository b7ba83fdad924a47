import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';

import { Api } from './api';
import { ApiError, noSuchPath } from './apiError';
import type { RequestLogEntry } from './apiServer';
import { ApiServer } from './apiServer';
import { registerControl } from './control';
import type { Attempt, Delivery } from './deliveries';
import { Deliveries } from './deliveries';
import type { EventName, FaxEvent } from './events';
import { FaxEvents } from './events';
import type { Failure } from './failures';
import { Failures } from './failures';
import type { NumberSuffix, Settings, WebhookListShape } from './handler';
import { registerIntegrations } from './integrations';
import { registerOAuth } from './oauth';
import { registerPage } from './page';
import type { DeliverySettings } from './receivers';
import { fax, seed, seededState, token } from './seed';
import type { Endpoint, Fax, State, Token } from './state';
import { newId, newSecret } from './state';
import type { Thumbnails } from './thumbnails';
import { drawThumbnails } from './thumbnails';

export interface SimulatorOptions {
	/** 0, the default, takes a free port. */
	port?: number;
	webhookListShape?: WebhookListShape;
	/** How events name their numbers; by default `from` and `to`. */
	numberSuffix?: NumberSuffix;
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

const RETRY_SCHEDULE = [200, 500, 1000, 2000, 4000];
const RECEIVER_TIMEOUT = 15_000;
const ACCESS_TOKEN_LIFETIME = 3600;

/** The faxing service in miniature, over HTTP on the loopback interface. */
export class Simulator {
	/** Seconds that access tokens live from now on. */
	accessTokenLifetime = ACCESS_TOKEN_LIFETIME;

	/** Milliseconds before each answer of the token endpoint. */
	tokenLatency = 0;

	readonly settings: Settings = { webhookListShape: 'records', webhookListLag: 0, numberSuffix: '' };

	readonly app: FastifyInstance = fastify({
		forceCloseConnections: true,
		frameworkErrors: (error, _request, reply) => {
			void refuse(reply, error);
		},
	});

	origin = '';

	private current: State;

	private readonly failures = new Failures();

	private readonly api: Api;

	private readonly server: ApiServer;

	private readonly sender: Deliveries;

	private readonly events: FaxEvents;

	constructor(
		private readonly thumbnails: Thumbnails,
		private readonly options: SimulatorOptions,
	) {
		this.current = seededState(thumbnails);
		this.api = new Api(() => this.current, this.settings);
		this.server = new ApiServer(this.api, this.failures);
		this.sender = new Deliveries({
			retrySchedule: options.retrySchedule ?? RETRY_SCHEDULE,
			timeout: RECEIVER_TIMEOUT,
			mapUrl: options.mapWebhookUrl ?? ((url) => url),
			origins: new Map(),
			...(options.ca === undefined ? {} : { ca: options.ca }),
		});
		this.events = new FaxEvents(() => this.current, this.sender, thumbnails, this.settings);
		this.applyOptions();
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

	/** The requests to the API, oldest first. */
	get requests(): RequestLogEntry[] {
		return this.server.requests;
	}

	/** Greatest number of API requests that were under way at once, since it was last set to 0. */
	get maxInFlight(): number {
		return this.server.maxInFlight;
	}

	set maxInFlight(value: number) {
		this.server.maxInFlight = value;
	}

	/** Milliseconds before each answer; may differ by request. */
	get latency(): ApiServer['latency'] {
		return this.server.latency;
	}

	set latency(value: ApiServer['latency']) {
		this.server.latency = value;
	}

	/** Answers of the simulator that did not fit its own description. */
	get violations(): readonly string[] {
		return this.api.violations;
	}

	async start(port = 0): Promise<void> {
		await this.api.init();
		await this.app.register(formBody);
		this.app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
		this.app.setErrorHandler((error, _request, reply) => refuse(reply, error));
		this.app.setNotFoundHandler((_request, reply) => refuse(reply, noSuchPath()));
		registerOAuth(this.app, {
			state: () => this.current,
			accessTokenLifetime: () => this.accessTokenLifetime,
			loggedInUserId: seed.ownerId,
			failures: this.failures,
			latency: () => this.tokenLatency,
		});
		registerIntegrations(this.app, this);
		registerControl(this.app, this);
		registerPage(this.app);
		await this.server.register(this.app);
		this.origin = await this.app.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		this.sender.stop();
		await this.app.close();
	}

	/** Back to how it started, but for its address and the way to the receivers. Retries under way end. */
	reset(): void {
		this.current = seededState(this.thumbnails);
		this.failures.clear();
		this.clearRequests();
		this.sender.log.length = 0;
		this.applyOptions();
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
		for (const issued of this.current.tokens.values()) if (issued.type === 'oauth') issued.expiresAt = 0;
	}

	/**
	 * Adds a personal access token.
	 *
	 * @param scopes all scopes when left out
	 * @param values what is special about it, such as `{ isRevoked: true }` or `{ expiresAt: 0 }`
	 * @returns the token as it is sent
	 */
	addToken(userId: string = seed.ownerId, scopes?: string[], values?: Partial<Token>): string {
		const added = token(newId('alohi_pat_'), userId, scopes, values);
		this.current.tokens.set(added.value, added);
		return added.value;
	}

	/**
	 * Adds a fax that has arrived, with a finished extraction unless said otherwise.
	 *
	 * @returns its ID
	 */
	addFax(
		values: Partial<Fax> = {},
		extraction?: Partial<Fax['extraction']>,
		accountId: string = seed.accountId,
	): string {
		const id = values.id ?? newId('fax_');
		const added = fax(id, { thumbnail: this.thumbnails.page, ...values }, extraction);
		this.current.accounts.get(accountId)?.faxes.set(id, added);
		return id;
	}

	/** The log of deliveries, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.sender.log;
	}

	/** How deliveries are sent; may be changed at any time. */
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
		for (const { endpoints } of this.current.accounts.values()) {
			const endpoint = endpoints.get(id);
			if (endpoint) return endpoint;
		}
		return undefined;
	}

	/** All endpoints of an account. */
	endpointsOf(accountId: string = seed.accountId): Endpoint[] {
		return [...(this.current.accounts.get(accountId)?.endpoints.values() ?? [])];
	}

	/**
	 * Sends the deliveries with an id once more, each to its endpoint, if that is still there.
	 *
	 * @param endpointId to replay only what went to one endpoint
	 */
	async replay(webhookId: string, endpointId?: string): Promise<Attempt[]> {
		const attempts = this.deliveries
			.filter((delivery) => delivery.webhookId === webhookId)
			.filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
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

	private applyOptions(): void {
		const {
			latency = 0,
			accessTokenLifetime,
			webhookListShape = 'records',
			numberSuffix = '',
		} = this.options;
		this.latency = latency;
		this.accessTokenLifetime = accessTokenLifetime ?? ACCESS_TOKEN_LIFETIME;
		Object.assign(this.settings, { webhookListShape, webhookListLag: 0, numberSuffix });
		this.tokenLatency = 0;
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

/** What the HTTP framework refuses by itself, such as a path that is no URL, is told in the service's form too. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
	const { status, body } = asApiError(error);
	return reply.code(status).send(body);
}

function asApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	const { statusCode = 500, message } = error as Error & { statusCode?: number };
	return statusCode < 500
		? new ApiError(statusCode, 'bad_request', message)
		: new ApiError(500, 'internal_server_error', 'Unexpected server error');
}
