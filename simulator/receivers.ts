import axios from 'axios';
import http from 'node:http';
import https from 'node:https';

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

/** Whoever is subscribed, over HTTP: sends a body to them, and does not follow redirects. */
export class Receivers {
	private readonly httpsAgent = new https.Agent({ keepAlive: true });

	private readonly client = axios.create({
		maxRedirects: 0,
		proxy: false,
		validateStatus: () => true,
		transformRequest: (body: string) => body,
		responseType: 'text',
		httpAgent: new http.Agent({ keepAlive: true }),
		httpsAgent: this.httpsAgent,
	});

	constructor(private readonly settings: DeliverySettings) {}

	/**
	 * Sends a body as JSON.
	 *
	 * @returns the status of the answer, and its body as text
	 * @throws when there is no answer in time
	 */
	async post(
		url: string,
		body: string,
		headers: Record<string, string>,
		signal: AbortSignal,
	): Promise<{ status: number; body: string }> {
		// The agent keeps connections apart by the certificates that they trust.
		this.httpsAgent.options.ca = this.settings.ca;
		const { status, data } = await this.client.post<string>(this.settings.mapUrl(url), body, {
			headers: { 'content-type': 'application/json', ...headers },
			timeout: this.settings.timeout,
			signal,
		});
		return { status, body: data };
	}
}
