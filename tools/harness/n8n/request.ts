import axios, { AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';

import { until } from '../until';

/**
 * How long n8n may be too busy for a request, as the sum of all pauses in milliseconds. It's three times what a slow
 * machine needed.
 */
const BUSY_LIMIT_MS = 180_000;

/** Text of a response from n8n or its front if the request wasn't handled at all. */
const NOT_READY = /is not ready/;

/** Methods of requests that can be repeated, even if the first request arrived. */
const REPEATABLE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Makes a request to a running n8n instance, through its front or directly. All tests, benchmarks and the demo reach n8n this
 * way.
 *
 * A busy n8n instance responds with 503 if its database is too slow, or drops a connection. The request is then repeated, unless
 * n8n may have carried it out. Any other status is returned, so that the caller decides what it means.
 *
 * @throws AxiosError if there's no response
 * @throws Error if n8n stays too busy
 */
export async function requestN8n<T = unknown>(config: AxiosRequestConfig): Promise<AxiosResponse<T>> {
	let reason = '';
	return await until(
		async () => {
			try {
				const response = await axios.request<T>({ validateStatus: () => true, ...config });
				if (!isNotReady(response)) return response;
				reason = textOf(response.data);
			} catch (error) {
				if (!wasDropped(error, config.method)) throw error;
				reason = error.message;
			}
			return undefined;
		},
		BUSY_LIMIT_MS,
		() => `n8n is still busy: ${reason} (${config.method ?? 'GET'} ${config.url ?? ''})`,
	);
}

function isNotReady({ status, data }: AxiosResponse<unknown>): boolean {
	return status === 503 && NOT_READY.test(textOf(data));
}

function textOf(data: unknown): string {
	if (typeof data === 'string') return data;
	return data instanceof Uint8Array ? Buffer.from(data).toString() : JSON.stringify(data ?? '');
}

/** Whether a connection broke and the request can be repeated. */
function wasDropped(error: unknown, method = 'GET'): error is AxiosError {
	if (!(error instanceof AxiosError) || error.response) return false;
	return ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') && REPEATABLE.includes(method.toUpperCase());
}
