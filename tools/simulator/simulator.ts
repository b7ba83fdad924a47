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
import { Inbox } from './mail/inbox';
import { Mailbox } from './mail/mailbox';
import { registerOAuth } from './oauth';
import { registerPage } from './page';
import { ServiceState } from './serviceState';
import { DEFAULT_SETTINGS, applySettings, type Settings } from './settings';
import { newId } from './state';
import type { Surroundings } from './surroundings';

/** Options for the start of a simulator. A reset restores them. */
export interface SimulatorOptions extends Partial<Settings> {
	/** Port of the simulator. With 0, the default, it uses a free port. */
	port?: number;
	/** How long sending takes. The default is a short time for tests. */
	sending?: Partial<SendingSpeed>;
	/** Milliseconds before each response of the API. */
	latency?: number;
	/** Pauses before a delivery is retried, in milliseconds. The defaults are short pauses for tests. */
	retrySchedule?: number[];
	/** Returns the real address of a webhook URL. The default is the URL itself. */
	mapWebhookUrl?: (url: string) => string;
	/** Certificate authority of receivers in PEM format, in addition to the usual ones. */
	ca?: string;
	/** Whether to run a mail server, whose emails the simulator's page shows. A number is the server's port. */
	mailbox?: boolean | number;
	/** Port of an IMAP server for emails to a fax address. Without a port, there's none. With 0, the system chooses one. */
	inbox?: number;
}

const RETRY_SCHEDULE = [200, 500, 1000, 2000, 4000];
const RECEIVER_TIMEOUT = 15_000;

/** A Fax.Plus simulator, over HTTP on the loopback interface. */
export class Simulator extends ServiceState {
	/** Requests to the API, with the oldest first. */
	readonly requests: RequestLogEntry[] = [];

	/** Highest number of API requests in flight at once, since it was last set to 0. */
	maxInFlight = 0;

	/** Milliseconds before each response of the API. They can depend on the request. */
	latency: number | ((request: RequestLogEntry) => number) = 0;

	/** Milliseconds before each response of the token endpoint. */
	tokenLatency = 0;

	/** How long sending takes from now on. */
	readonly sending: SendingSpeed = { ...TEST_SPEED };

	/** Results on the line to each number. */
	readonly lines = new Lines();

	/** Addresses that the simulator's page links to. The code that starts the simulator sets them. */
	surroundings: Surroundings = { workflows: [], forms: [], chats: [] };

	/** The mail server while the simulator runs, if it was requested. */
	mailbox?: Mailbox;

	/** The IMAP server while the simulator runs, if it was requested. */
	inbox?: Inbox;

	origin = '';

	/** Failures of calls to the API and to the token endpoint. */
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

	/** Address of the API, for the field "Base URL". */
	get baseUrl(): string {
		return `${this.origin}/v3`;
	}

	/** Address of the authorization server. */
	get authUrl(): string {
		return `${this.origin}/oauth`;
	}

	/** Address of a letter, for workflows that fax a document from a URL. */
	get letterUrl(): string {
		return `${this.origin}/control/letter.pdf`;
	}

	/** Responses of the simulator that don't match its own description. */
	get violations(): readonly string[] {
		return this.api.violations;
	}

	async start(): Promise<void> {
		const { port = 0, mailbox = false, inbox } = this.options;
		await this.api.init();
		prepare(this.app);
		registerOAuth(this.app, this);
		registerControl(this.app, this);
		registerPage(this.app);
		if (mailbox !== false) this.mailbox = await Mailbox.open(mailbox === true ? 0 : mailbox);
		if (inbox !== undefined) {
			this.inbox = await Inbox.open(inbox);
			if (this.mailbox) this.mailbox.inbox = this.inbox;
		}
		await new ApiServer(this.api, this).register(this.app);
		this.origin = await this.app.listen({ host: '127.0.0.1', port });
	}

	async stop(): Promise<void> {
		this.sender.stop();
		this.deliverer.stop();
		await this.mailbox?.close();
		await this.inbox?.close();
		await this.app.close();
	}

	/** Resets the simulator to its start, but keeps its address and its settings for deliveries. Current retries end. */
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

	/** Makes the next calls fail. */
	fail(failure: Failure): void {
		this.failures.add(failure);
	}

	/** Makes calls succeed again. */
	recover(): void {
		this.failures.clear();
	}

	/** Resolves when all faxes that are now being sent, including scheduled ones, are sent or canceled. */
	async faxesSent(): Promise<void> {
		await this.sender.settled();
	}

	/** Sends all current faxes without any more delays. */
	endCalls(): void {
		this.sender.hurry();
	}

	/** The log of deliveries, with the oldest first. */
	get deliveries(): readonly Delivery[] {
		return this.deliverer.log;
	}

	/** Settings for sending deliveries. They can be changed at any time. */
	get deliverySettings(): DeliverySettings {
		return this.deliverer.settings;
	}

	/** Emits a fax event, as described in FaxEvents.emit. */
	emit(event: EventName, values?: FaxEvent): Delivery[] {
		return this.events.emit(event, values);
	}

	/** Emits the event of a received fax. */
	faxReceived(values?: FaxEvent): Delivery[] {
		return this.emit('fax_received', values);
	}

	/**
	 * Repeats the deliveries with an id, each to its endpoint if that still exists.
	 *
	 * @param endpointId limits this to deliveries to one endpoint
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

/** Starts a Fax.Plus simulator, which runs until `stop()`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(options);
	await simulator.start();
	return simulator;
}
