import axios, { AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';

import { until } from '../until';

/** How long an n8n may be too busy for a request, in milliseconds of pauses: three times what a slow machine took. */
const BUSY_LIMIT_MS = 180_000;

/** n8n and the front before it answer so as long as they have done nothing with a request. */
const NOT_READY = /is not ready/;

/** Requests that may be made again although the first one may have arrived. */
const REPEATABLE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Makes a request to a running n8n, through its front or straight. All tests, benchmarks and the demo reach n8n this way.
 *
 * A busy n8n answers 503 while its database doesn't answer in time, or drops a connection. The request is then made again, unless
 * n8n may have carried it out. Any other status is returned, so the caller decides what it means.
 *
 * @throws AxiosError if there's no answer
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
		() => `n8n stays busy: ${reason} (${config.method ?? 'GET'} ${config.url ?? ''})`,
	);
}

function isNotReady({ status, data }: AxiosResponse<unknown>): boolean {
	return status === 503 && NOT_READY.test(textOf(data));
}

function textOf(data: unknown): string {
	if (typeof data === 'string') return data;
	return data instanceof Uint8Array ? Buffer.from(data).toString() : JSON.stringify(data ?? '');
}

/** Whether a connection broke before n8n can have acted on the request. */
function wasDropped(error: unknown, method = 'GET'): error is AxiosError {
	if (!(error instanceof AxiosError) || error.response) return false;
	return ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') && REPEATABLE.includes(method.toUpperCase());
}
