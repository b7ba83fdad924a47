import axios from 'axios';
import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

import { answerWords } from './answerWords';
import { signedHeaders, type DeliveryOptions } from './signature';
import { newId, type Endpoint, type LegacyHook } from './state';

/** How deliveries are sent. */
export interface DeliverySettings {
	/** Pauses in milliseconds before each further attempt; the delivery fails after the last. */
	retrySchedule: number[];
	/** Milliseconds that a receiver has to answer. */
	timeout: number;
	/** Where a URL really is; for receivers whose public address leads nowhere on this machine. */
	mapUrl: (url: string) => string;
	/** Certificate authority in PEM that receivers' certificates may come from. */
	ca?: string;
}

/** How a receiver answered once. */
export interface Attempt {
	/** Unix time in milliseconds. */
	at: number;
	/** HTTP status; undefined when there was no answer. */
	status?: number;
	/** What the body of the answer says, if it says anything. */
	answer?: string;
	error?: string;
}

/** One event on its way to one receiver. */
export interface Delivery {
	/** The same for all attempts and replays, and for all receivers of an event. */
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

const KEPT = 20_000;

/** Delivers events with a signature, again when a receiver does not answer with 2xx, and keeps a log. */
export class Deliveries {
	/** Oldest first. */
	readonly log: Delivery[] = [];

	private readonly httpsAgent = new https.Agent({ keepAlive: true });

	private readonly client = axios.create({
		maxRedirects: 0,
		proxy: false,
		validateStatus: () => true,
		headers: { 'content-type': 'application/json' },
		transformRequest: (body: string) => body,
		responseType: 'text',
		httpAgent: new http.Agent({ keepAlive: true }),
		httpsAgent: this.httpsAgent,
	});

	private readonly stopping = new AbortController();

	constructor(readonly settings: DeliverySettings) {
		// Each delivery under way listens, and there may be many.
		setMaxListeners(0, this.stopping.signal);
	}

	/**
	 * Begins to deliver: to an endpoint, or to a legacy hook in the old way, without a signature.
	 *
	 * @param isRegistered whether the receiver has not been removed meanwhile
	 */
	deliver(
		receiver: Endpoint | LegacyHook,
		event: string,
		body: object,
		options: DeliveryOptions = {},
		isRegistered: () => boolean = () => true,
	): Delivery {
		const endpoint = 'secret' in receiver ? receiver : undefined;
		const begun = {
			webhookId: endpoint ? (options.webhookId ?? newId('msg_')) : newId('legacy_'),
			...(endpoint && { endpointId: endpoint.id }),
			url: 'secret' in receiver ? receiver.url : receiver.target,
			event,
			body: JSON.stringify(body),
			attempts: [],
			state: 'pending',
		} as Omit<Delivery, 'settled'> as Delivery;
		// Signed anew for each attempt, because the time and the secret may have changed.
		const headers = () =>
			endpoint ? signedHeaders(endpoint.secret, begun.webhookId, begun.body, options) : {};
		if (this.log.length >= KEPT) this.log.shift();
		this.log.push(begun);
		begun.settled = this.attemptAll(begun, headers, isRegistered).then(() => begun);
		return begun;
	}

	/** Sends a delivery once more, as the replay button of the integrations page does. */
	async replay(delivery: Delivery, { secret }: Endpoint): Promise<Attempt> {
		const attempt = await this.attempt(delivery, signedHeaders(secret, delivery.webhookId, delivery.body));
		if (isSuccess(attempt)) delivery.state = 'delivered';
		return attempt;
	}

	stop(): void {
		this.stopping.abort();
	}

	private async attemptAll(
		delivery: Delivery,
		headers: () => Record<string, string>,
		isRegistered: () => boolean,
	): Promise<void> {
		for (const milliseconds of [0, ...this.settings.retrySchedule]) {
			if (!(await this.waited(milliseconds)) || !isRegistered()) break;
			if (isSuccess(await this.attempt(delivery, headers()))) {
				delivery.state = 'delivered';
				return;
			}
		}
		// A replay may have been accepted while this was being retried.
		if (delivery.state === 'pending') delivery.state = 'failed';
	}

	private async attempt(delivery: Delivery, headers: Record<string, string>): Promise<Attempt> {
		const attempt: Attempt = { at: Date.now() };
		delivery.attempts.push(attempt);
		try {
			const { mapUrl, timeout, ca } = this.settings;
			// The agent keeps connections apart by the certificates that they trust.
			this.httpsAgent.options.ca = ca;
			const options = { headers, timeout, signal: this.stopping.signal };
			const answer = await this.client.post<string>(mapUrl(delivery.url), delivery.body, options);
			attempt.status = answer.status;
			const words = answerWords(answer.data);
			if (words !== undefined) attempt.answer = words;
		} catch (error) {
			attempt.error = messageOf(error);
		}
		return attempt;
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

/** Errors of several connection attempts have no text of their own. */
function messageOf(error: unknown): string {
	const { message, code } = axios.isAxiosError(error) ? error : { message: String(error), code: undefined };
	return message === '' ? (code ?? 'No connection') : message;
}
