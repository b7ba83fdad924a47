import type { FastifyInstance } from 'fastify';

import { Api } from './api';
import { ApiServer, type RequestLogEntry } from './apiServer';
import { registerControl } from './control';
import { Deliveries, type Attempt, type Delivery, type DeliverySettings } from './deliveries';
import { FaxEvents, type EventName, type FaxEvent } from './events';
import { Failures, type Failure } from './failures';
import { Sender, TEST_SPEED, type SendingSpeed } from './faxing/sender';
import { returnedFax, sentFax } from './faxing/sentFax';
import { Lines } from './faxing/lines';
import { newApp, prepare } from './httpApp';
import { Mailbox } from './mail/mailbox';
import { registerOAuth } from './oauth';
import { registerPage } from './page';
import { ServiceState } from './serviceState';
import { DEFAULT_SETTINGS, applySettings, type Settings } from './settings';
import { newId } from './state';
import type { Surroundings } from './surroundings';

/** How a simulator starts, and what it comes back to when it is reset. */
export interface SimulatorOptions extends Partial<Settings> {
	/** 0, the default, takes a free port. */
	port?: number;
	/** How long sending takes; by default a moment, fit for tests. */
	sending?: Partial<SendingSpeed>;
	/** Milliseconds before each answer of the API. */
	latency?: number;
	/** Pauses in milliseconds before a delivery is tried again; by default short ones, fit for tests. */
	retrySchedule?: number[];
	/** Where a webhook URL really is; by default where it says. */
	mapWebhookUrl?: (url: string) => string;
	/** Certificate authority (PEM) of receivers, beside the usual ones. */
	ca?: string;
	/** Whether a mail server runs beside it, whose mails its page shows; a number is its port. */
	mailbox?: boolean | number;
}

const RETRY_SCHEDULE = [200, 500, 1000, 2000, 4000];
const RECEIVER_TIMEOUT = 15_000;

/** The faxing service in miniature, over HTTP on the loopback interface. */
export class Simulator extends ServiceState {
	/** The requests to the API, oldest first. */
	readonly requests: RequestLogEntry[] = [];

	/** Greatest number of API requests that were under way at once, since it was last set to 0. */
	maxInFlight = 0;

	/** Milliseconds before each answer of the API; may differ by request. */
	latency: number | ((request: RequestLogEntry) => number) = 0;

	/** Milliseconds before each answer of the token endpoint. */
	tokenLatency = 0;

	/** How long sending takes from now on. */
	readonly sending: SendingSpeed = { ...TEST_SPEED };

	/** What happens on the line to each number. */
	readonly lines = new Lines();

	/** What its page leads to beside itself; set by who starts it. */
	surroundings: Surroundings = { workflows: [], forms: [], chats: [] };

	/** There while it runs, if it was asked for. */
	mailbox?: Mailbox;

	origin = '';

	/** What calls of the API and of the token endpoint meet instead of an answer. */
	readonly failures = new Failures();

	readonly app: FastifyInstance = newApp();

	private readonly sender = new Sender(this, {
		onSent: (account, sent, result) => {
			const record = sentFax(sent, result, this.settings);
			account.faxes.set(record.id, record);
			const hook = sent.tries > 1 ? { hookId: newId() } : {};
			this.emit('fax_sent', { accountId: account.id, faxId: record.id, ...hook });
		},
		onFaxedBack: (account, sent) => {
			const faxId = this.addFax(returnedFax(sent), { data: {} }, account.id);
			this.emit('fax_received', { accountId: account.id, faxId });
		},
	});

	private readonly api = new Api(this, this.sender);

	private readonly deliverer: Deliveries;

	private readonly events: FaxEvents;

	constructor(private readonly options: SimulatorOptions) {
		super();
		const { retrySchedule = RETRY_SCHEDULE, mapWebhookUrl: mapUrl = (url: string) => url, ca } = options;
		const trusted = ca === undefined ? {} : { ca };
		this.deliverer = new Deliveries({ retrySchedule, timeout: RECEIVER_TIMEOUT, mapUrl, ...trusted });
		this.events = new FaxEvents(this, this.deliverer);
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

	/** Address of a letter, for whoever faxes what is at an address. */
	get letterUrl(): string {
		return `${this.origin}/control/letter.pdf`;
	}

	/** Answers of the simulator that did not fit its own description. */
	get violations(): readonly string[] {
		return this.api.violations;
	}

	async start(): Promise<void> {
		const { port = 0, mailbox = false } = this.options;
		await this.api.init();
		prepare(this.app);
		registerOAuth(this.app, this);
		registerControl(this.app, this);
		registerPage(this.app);
		if (mailbox !== false) this.mailbox = await Mailbox.open(mailbox === true ? 0 : mailbox);
		await new ApiServer(this.api, this).register(this.app);
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

	/** Has every fax that is on its way now be sent without further delay. */
	endCalls(): void {
		this.sender.hurry();
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

	private applyOptions(): void {
		const { latency = 0, sending } = this.options;
		this.latency = latency;
		applySettings(this.settings, { ...DEFAULT_SETTINGS, ...this.options });
		Object.assign(this.sending, TEST_SPEED, sending);
		this.tokenLatency = 0;
	}
}

/** Starts the faxing service in miniature; `stop()` ends it. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(options);
	await simulator.start();
	return simulator;
}
