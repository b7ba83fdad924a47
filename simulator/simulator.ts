import type { FastifyInstance } from 'fastify';

import { Api } from './api';
import { ApiError } from './apiError';
import type { RequestLogEntry } from './apiServer';
import { ApiServer } from './apiServer';
import { registerControl } from './control';
import type { Attempt, Delivery } from './deliveries';
import { Deliveries } from './deliveries';
import type { EventName, FaxEvent } from './events';
import { FaxEvents } from './events';
import type { Failure } from './failures';
import { Failures } from './failures';
import { countPages } from './faxing/documents';
import type { FileKind } from './faxing/files';
import { fileOf } from './faxing/files';
import { Lines } from './faxing/lines';
import { fax } from './faxing/newFax';
import { ownNumber } from './faxing/numbers';
import type { SendingSpeed } from './faxing/sender';
import { Sender, TEST_SPEED } from './faxing/sender';
import { sentFax } from './faxing/sentFax';
import type { OutboxFax } from './faxing/types';
import { newApp, prepare } from './httpApp';
import { registerIntegrations } from './integrations';
import { token } from './makers';
import { registerOAuth } from './oauth';
import { registerPage } from './page';
import type { DeliverySettings } from './receivers';
import { seed } from './seed';
import { seededState } from './seededState';
import type { Settings } from './settings';
import { applySettings, DEFAULT_SETTINGS } from './settings';
import type { Account, Endpoint, Fax, State, Token } from './state';
import { newId, newSecret } from './state';
import type { Thumbnails } from './thumbnails';
import { drawThumbnails } from './thumbnails';

export interface SimulatorOptions extends Partial<Settings> {
	/** 0, the default, takes a free port. */
	port?: number;
	/** How long sending takes; by default a moment, fit for tests. */
	sending?: Partial<SendingSpeed>;
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

	readonly settings: Settings = { ...DEFAULT_SETTINGS };

	/** How long sending takes from now on. */
	readonly sending: SendingSpeed = { ...TEST_SPEED };

	/** What happens on the line to each number. */
	readonly lines = new Lines();

	readonly app: FastifyInstance = newApp();

	origin = '';

	private current: State;

	private readonly failures = new Failures();

	private readonly api: Api;

	private readonly server: ApiServer;

	private readonly deliverer: Deliveries;

	private readonly sender: Sender;

	private readonly events: FaxEvents;

	constructor(
		private readonly thumbnails: Thumbnails,
		private readonly options: SimulatorOptions,
	) {
		this.current = seededState(thumbnails);
		this.sender = new Sender({
			speed: this.sending,
			lines: this.lines,
			countPages,
			onSent: (account, sent, result) => {
				this.keepSent(account, sent, result);
			},
		});
		this.api = new Api(() => this.current, this.settings, this.sender);
		this.server = new ApiServer(this.api, this.failures);
		this.deliverer = new Deliveries({
			retrySchedule: options.retrySchedule ?? RETRY_SCHEDULE,
			timeout: RECEIVER_TIMEOUT,
			mapUrl: options.mapWebhookUrl ?? ((url) => url),
			origins: new Map(),
			...(options.ca === undefined ? {} : { ca: options.ca }),
		});
		this.events = new FaxEvents(() => this.current, this.deliverer, thumbnails, this.settings);
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
		await prepare(this.app);
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
		this.deliverer.stop();
		await this.app.close();
	}

	/** Back to how it started, but for its address and the way to the receivers. Retries under way end. */
	reset(): void {
		this.sender.stop();
		this.current = seededState(this.thumbnails);
		this.lines.reset();
		this.failures.clear();
		this.clearRequests();
		this.deliverer.log.length = 0;
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

	/**
	 * Adds a number to an account.
	 *
	 * @param assignedTo the users who may send from it; only the owner when left out
	 */
	addNumber(number: string, assignedTo?: string[], accountId: string = seed.accountId): void {
		const owner = [...this.current.users.values()].find(
			(user) => user.accountId === accountId && user.isOwner,
		);
		const account = this.current.accounts.get(accountId);
		account?.numbers.set(number, ownNumber(number, owner?.id ?? '', assignedTo));
	}

	/** Resolves when every fax that is on its way now has been sent or cancelled. */
	async faxesSent(): Promise<void> {
		await this.sender.settled();
	}

	/**
	 * A file of a fax, as the API gives it to download.
	 *
	 * @throws when there is no such fax
	 */
	async fileOf(faxId: string, kind: FileKind = 'pdf', accountId: string = seed.accountId): Promise<Buffer> {
		const found = this.current.accounts.get(accountId)?.faxes.get(faxId);
		if (!found) throw new ApiError(404, 'not_found', `There is no fax ${faxId}`);
		return await fileOf(found, kind);
	}

	/** The log of deliveries, oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.deliverer.log;
	}

	/** How deliveries are sent; may be changed at any time. */
	get deliverySettings(): DeliverySettings {
		return this.deliverer.settings;
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
				return endpoint ? [await this.deliverer.replay(delivery, endpoint)] : [];
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

	/** A fax has left the outbox: its record comes, and the receivers are told. */
	private keepSent(account: Account, sent: OutboxFax, result: string): void {
		const record = sentFax(sent, result, this.thumbnails, this.settings);
		account.faxes.set(record.id, record);
		this.events.emit('fax_sent', {
			accountId: account.id,
			faxId: record.id,
			...(sent.tries > 1 ? { hookId: newId() } : {}),
		});
	}

	private applyOptions(): void {
		const { latency = 0, accessTokenLifetime, sending } = this.options;
		this.latency = latency;
		this.accessTokenLifetime = accessTokenLifetime ?? ACCESS_TOKEN_LIFETIME;
		applySettings(this.settings, { ...DEFAULT_SETTINGS, ...this.options });
		Object.assign(this.sending, TEST_SPEED, sending);
		this.tokenLatency = 0;
	}
}

/** Starts the faxing service in miniature; `stop()` ends it. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(await drawThumbnails(), options);
	await simulator.start(options.port);
	return simulator;
}
