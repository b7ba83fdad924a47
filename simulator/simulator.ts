import type { FastifyInstance } from 'fastify';

import { Api } from './api';
import type { RequestLogEntry } from './apiServer';
import { ApiServer } from './apiServer';
import type { Attempt, Delivery } from './deliveries';
import { Deliveries } from './deliveries';
import type { EventName, FaxEvent } from './events';
import { FaxEvents } from './events';
import type { Failure } from './failures';
import { Failures } from './failures';
import { countPages } from './faxing/documents';
import { Lines } from './faxing/lines';
import type { SendingSpeed } from './faxing/sender';
import { Sender, TEST_SPEED } from './faxing/sender';
import { returnedFax, sentFax } from './faxing/sentFax';
import type { OutboxFax } from './faxing/types';
import { newApp, prepare } from './httpApp';
import { Mailbox } from './mail/mailbox';
import { registerMailDesk } from './mail/mailDesk';
import { registerOAuth } from './oauth';
import { registerPage } from './page';
import type { DeliverySettings } from './receivers';
import type { SimulatorOptions } from './options';
import { seed } from './seed';
import { ServiceState } from './serviceState';
import { applySettings, DEFAULT_SETTINGS } from './settings';
import type { Account } from './state';
import { newId } from './state';
import type { Surroundings } from './surroundings';
import { NO_SURROUNDINGS } from './surroundings';
import type { Thumbnails } from './thumbnails';

const RETRY_SCHEDULE = [200, 500, 1000, 2000, 4000];
const RECEIVER_TIMEOUT = 15_000;
const ACCESS_TOKEN_LIFETIME = 3600;

/** Addresses beside those of the API. */
export type Desk = (app: FastifyInstance, simulator: Simulator) => void;

/** The faxing service in miniature, over HTTP on the loopback interface. */
export class Simulator extends ServiceState {
	/** Seconds that access tokens live from now on. */
	accessTokenLifetime = ACCESS_TOKEN_LIFETIME;

	/** Milliseconds before each answer of the token endpoint. */
	tokenLatency = 0;

	/** How long sending takes from now on. */
	readonly sending: SendingSpeed = { ...TEST_SPEED };

	/** What happens on the line to each number. */
	readonly lines = new Lines();

	/** What its page leads to beside itself; set by who starts it. */
	surroundings: Surroundings = NO_SURROUNDINGS;

	/** There while it runs, if it was asked for. */
	mailbox?: Mailbox;

	readonly app: FastifyInstance = newApp();

	origin = '';

	private readonly failures = new Failures();

	private readonly api: Api;

	private readonly server: ApiServer;

	private readonly deliverer: Deliveries;

	private readonly sender: Sender;

	private readonly events: FaxEvents;

	constructor(
		thumbnails: Thumbnails,
		private readonly options: SimulatorOptions,
	) {
		super(thumbnails);
		this.sender = new Sender({
			speed: this.sending,
			lines: this.lines,
			countPages,
			onSent: (account, sent, result) => {
				this.keepSent(account, sent, result);
			},
			onFaxedBack: (account, sent) => {
				const faxId = this.addFax(returnedFax(sent), { data: {} }, account.id);
				this.emit('fax_received', { accountId: account.id, faxId });
			},
		});
		this.api = new Api(() => this.state, this.settings, this.sender);
		this.server = new ApiServer(this.api, this.failures);
		this.deliverer = new Deliveries({
			retrySchedule: options.retrySchedule ?? RETRY_SCHEDULE,
			timeout: RECEIVER_TIMEOUT,
			mapUrl: options.mapWebhookUrl ?? ((url) => url),
			origins: new Map(),
			...(options.ca === undefined ? {} : { ca: options.ca }),
		});
		this.events = new FaxEvents(() => this.state, this.deliverer, thumbnails, this.settings);
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

	/** @param desks what people and tests have beside the API */
	async start(port: number, desks: readonly Desk[]): Promise<void> {
		await this.api.init();
		await prepare(this.app);
		registerOAuth(this.app, {
			state: () => this.state,
			accessTokenLifetime: () => this.accessTokenLifetime,
			loggedInUserId: seed.ownerId,
			failures: this.failures,
			latency: () => this.tokenLatency,
		});
		for (const register of desks) register(this.app, this);
		registerPage(this.app);
		const { mailbox = false } = this.options;
		if (mailbox !== false) await this.openMailbox(mailbox === true ? 0 : mailbox);
		await this.server.register(this.app);
		this.origin = await this.app.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		this.sender.stop();
		this.deliverer.stop();
		await this.mailbox?.close();
		await this.app.close();
	}

	/** Back to how it started, but for its address and the way to the receivers. Retries under way end. */
	reset(): void {
		this.sender.stop();
		this.seedAgain();
		this.lines.reset();
		this.failures.clear();
		this.clearRequests();
		this.deliverer.log.length = 0;
		this.mailbox?.mails.splice(0);
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

	/** Resolves when every fax that is on its way now has been sent or cancelled; one for later takes until then. */
	async faxesSent(): Promise<void> {
		await this.sender.settled();
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

	/** Ends a fax that `beginFax` began; see FaxEvents.end. */
	endFax(faxId: string, status = 'success', values: Omit<FaxEvent, 'faxId' | 'status'> = {}): Delivery[] {
		return this.events.end(faxId, status, values);
	}

	/** Lets a fax be sent. */
	faxSent(values?: FaxEvent): Delivery[] {
		return this.emit('fax_sent', values);
	}

	/** Lets a page of a fax arrive. */
	faxPageReceived(values?: FaxEvent): Delivery[] {
		return this.emit('fax_page_received', values);
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

	private async openMailbox(port: number): Promise<void> {
		this.mailbox = await Mailbox.open(port);
		registerMailDesk(this.app, this.mailbox);
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
