import type { AxiosInstance } from 'axios';
import axios from 'axios';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

import type { Endpoint } from './state';
import { newId } from './state';

/** How a receiver answered once. */
export interface Attempt {
	/** Unix time in milliseconds. */
	at: number;
	/** HTTP status; undefined when there was no answer. */
	status?: number;
	error?: string;
}

/** One event on its way to one receiver. */
export interface Delivery {
	/** The same for all attempts and replays. */
	webhookId: string;
	/** Undefined for legacy hooks, which are not signed. */
	endpointId?: string;
	url: string;
	event: string;
	body: string;
	attempts: Attempt[];
	state: 'pending' | 'delivered' | 'failed';
	/** Resolves when it was delivered, or given up. */
	settled: Promise<Delivery>;
}

/** How a delivery may deviate from the usual. */
export interface DeliveryOptions {
	webhookId?: string;
	/** Prefix of the signature headers. */
	headerStyle?: 'webhook' | 'svix';
	/** Seconds by which the sender's clock is off. */
	clockOffset?: number;
}

export interface DeliverySettings {
	/** Pauses in milliseconds before each further attempt; the delivery fails after the last. */
	retrySchedule: number[];
	/** Where a URL really is; for receivers whose public address leads nowhere on this machine. */
	mapUrl: (url: string) => string;
	/** Certificate authority in PEM that receivers' certificates may come from. */
	ca?: string;
}

const TIMEOUT = 15_000;
const KEPT = 20_000;

/** Delivers events with a signature, again when a receiver does not answer with 2xx, and keeps a log. */
export class Deliveries {
	/** Oldest first. */
	readonly log: Delivery[] = [];

	private client: AxiosInstance | undefined;

	private readonly stopping = new AbortController();

	constructor(readonly settings: DeliverySettings) {}

	/** Begins to deliver to an endpoint. */
	deliver(endpoint: Endpoint, event: string, body: object, options: DeliveryOptions = {}): Delivery {
		const delivery = this.begin(options.webhookId ?? newId('msg_'), endpoint.url, event, body);
		delivery.endpointId = endpoint.id;
		delivery.settled = this.attemptAll(delivery, () => signedHeaders(endpoint, delivery, options));
		return delivery;
	}

	/** Begins to deliver in the old way, without a signature. */
	deliverUnsigned(url: string, event: string, body: object): Delivery {
		const delivery = this.begin(newId('legacy_'), url, event, body);
		delivery.settled = this.attemptAll(delivery, () => ({}));
		return delivery;
	}

	/** Sends a delivery once more, as the replay button of the integrations page does. */
	async replay(delivery: Delivery, endpoint: Endpoint): Promise<Attempt> {
		const attempt = await this.attempt(delivery, signedHeaders(endpoint, delivery, {}));
		if (isSuccess(attempt)) delivery.state = 'delivered';
		return attempt;
	}

	stop(): void {
		this.stopping.abort();
	}

	private begin(webhookId: string, url: string, event: string, body: object): Delivery {
		const delivery: Delivery = {
			webhookId,
			url,
			event,
			body: JSON.stringify(body),
			attempts: [],
			state: 'pending',
			settled: undefined as unknown as Promise<Delivery>,
		};
		if (this.log.length >= KEPT) this.log.shift();
		this.log.push(delivery);
		return delivery;
	}

	private async attemptAll(delivery: Delivery, headers: () => Record<string, string>): Promise<Delivery> {
		const pauses = [0, ...this.settings.retrySchedule];
		for (const milliseconds of pauses) {
			if (!(await this.waited(milliseconds))) break;
			if (isSuccess(await this.attempt(delivery, headers()))) {
				delivery.state = 'delivered';
				return delivery;
			}
		}
		delivery.state = 'failed';
		return delivery;
	}

	private async attempt(delivery: Delivery, headers: Record<string, string>): Promise<Attempt> {
		const attempt: Attempt = { at: Date.now() };
		delivery.attempts.push(attempt);
		try {
			const { status } = await this.connection().post(this.settings.mapUrl(delivery.url), delivery.body, {
				headers: { 'content-type': 'application/json', ...headers },
				signal: this.stopping.signal,
			});
			attempt.status = status;
		} catch (error) {
			attempt.error = error instanceof Error ? error.message : String(error);
		}
		return attempt;
	}

	/** Made with the first delivery, because the certificate authority may be set after the start. */
	private connection(): AxiosInstance {
		this.client ??= axios.create({
			timeout: TIMEOUT,
			maxRedirects: 0,
			validateStatus: () => true,
			transformRequest: (body: string) => body,
			responseType: 'text',
			httpAgent: new http.Agent({ keepAlive: true }),
			httpsAgent: new https.Agent({ keepAlive: true, ...(this.settings.ca ? { ca: this.settings.ca } : {}) }),
		});
		return this.client;
	}

	/** Waits; false when the simulator stops meanwhile. */
	private async waited(milliseconds: number): Promise<boolean> {
		if (milliseconds === 0) return !this.stopping.signal.aborted;
		return await pause(milliseconds, true, { signal: this.stopping.signal }).catch(() => false);
	}
}

function isSuccess({ status }: Attempt): boolean {
	return status !== undefined && status >= 200 && status < 300;
}

/** Each attempt is signed with the endpoint's current secret and the time of the attempt. */
function signedHeaders(
	{ secret }: Endpoint,
	{ webhookId, body }: Delivery,
	{ headerStyle = 'webhook', clockOffset = 0 }: DeliveryOptions,
): Record<string, string> {
	const date = new Date(Date.now() + clockOffset * 1000);
	return {
		[`${headerStyle}-id`]: webhookId,
		[`${headerStyle}-timestamp`]: String(Math.floor(date.getTime() / 1000)),
		[`${headerStyle}-signature`]: new Webhook(secret).sign(webhookId, date, body),
	};
}
