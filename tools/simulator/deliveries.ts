import axios from 'axios';
import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

import { answerWords } from './answerWords';
import { signedHeaders, type DeliveryOptions } from './signature';
import { newId, type Endpoint, type LegacyHook } from './state';

/** Settings for sending deliveries. */
export interface DeliverySettings {
	/** Pauses before each retry, in milliseconds. After the last retry, the delivery fails. */
	retrySchedule: number[];
	/** Time for a receiver to respond, in milliseconds. */
	timeout: number;
	/** Returns the real address of a URL. This helps if a receiver's public address isn't reachable on this machine. */
	mapUrl: (url: string) => string;
	/** Certificate authority that receivers' certificates can come from, in PEM format. */
	ca?: string;
}

/** One attempt to deliver, and its result. */
export interface Attempt {
	/** Unix time in milliseconds. */
	at: number;
	/** HTTP status, or undefined if there was no response. */
	status?: number;
	/** Text in the body of the response, if there is any. */
	answer?: string;
	error?: string;
}

/** The delivery of an event to one receiver. */
export interface Delivery {
	/** Id that all attempts and replays of the delivery share. All endpoints that get an event share it, but not legacy hooks. */
	webhookId: string;
	/** Id of the endpoint. Undefined for legacy hooks, whose deliveries aren't signed. */
	endpointId?: string;
	url: string;
	event: string;
	body: string;
	attempts: Attempt[];
	state: 'pending' | 'delivered' | 'failed';
	/** Resolves when the delivery is accepted, or when no attempt follows. */
	settled: Promise<Delivery>;
}

/** Maximum number of deliveries in the log. */
const KEPT = 20_000;

/** Delivers events, retries if a receiver doesn't respond with 2xx, and keeps a log. */
export class Deliveries {
	/** Deliveries with the oldest first. */
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
		// Each unfinished delivery adds a listener, and there may be many.
		setMaxListeners(0, this.stopping.signal);
	}

	/**
	 * Starts a delivery. Endpoints get a signature, but legacy hooks don't.
	 *
	 * @param isRegistered returns false if the receiver was removed in between
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
		// Each attempt needs a new signature, because the time and the secret may have changed.
		const headers = () =>
			endpoint ? signedHeaders(endpoint.secret, begun.webhookId, begun.body, options) : {};
		if (this.log.length >= KEPT) this.log.shift();
		this.log.push(begun);
		begun.settled = this.attemptAll(begun, headers, isRegistered).then(() => begun);
		return begun;
	}

	/** Repeats a delivery, as the replay button of the integrations page does. */
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
		// A replay may have been accepted between two attempts.
		if (delivery.state === 'pending') delivery.state = 'failed';
	}

	private async attempt(delivery: Delivery, headers: Record<string, string>): Promise<Attempt> {
		const attempt: Attempt = { at: Date.now() };
		delivery.attempts.push(attempt);
		try {
			const { mapUrl, timeout, ca } = this.settings;
			// The agent keeps separate connections for each trusted certificate.
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

	/** Waits for a time. Returns false if the simulator stops before that. */
	private async waited(milliseconds: number): Promise<boolean> {
		if (milliseconds === 0) return !this.stopping.signal.aborted;
		return await pause(milliseconds, true, { signal: this.stopping.signal }).catch(() => false);
	}
}

function isSuccess({ status }: Attempt): boolean {
	return status !== undefined && status >= 200 && status < 300;
}

/** If several connection attempts failed, the error has no message, so its code is used. */
function messageOf(error: unknown): string {
	const { message, code } = axios.isAxiosError(error) ? error : { message: String(error), code: undefined };
	return message === '' ? (code ?? 'No connection') : message;
}
