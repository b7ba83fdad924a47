import { sleep } from 'n8n-workflow';

import { canceled, isBrokenConnection, ServiceFault } from './faults';
import { rethrow } from './rethrow';

/** Whether a request may be made again after a fault. */
export type RetryRule = (fault: ServiceFault) => boolean;

const TRANSIENT_STATUS = new Set([408, 429, 502, 503, 504]);
const RETRIES = 3;
const FIRST_PAUSE = 500;

/** In milliseconds. What asks for less, a Retry-After of 0, would meet the same failure. */
const SHORTEST_PAUSE = 250;

/** Reads are made again after what seconds may cure; `ServiceFault.isTransient` counts what minutes or hours may cure too. */
export const afterTransientFaults: RetryRule = (fault) =>
	TRANSIENT_STATUS.has(fault.status ?? 0) || isBrokenConnection(fault);

/** Writes are made again only where it is certain that the service has not carried them out. */
export const afterTooManyRequests: RetryRule = ({ status }) => status === 429;

/**
 * Makes attempts, up to four, until one succeeds or fails in a way that the rule leaves alone. The pauses between them
 * grow, or are as long as the service asks for.
 *
 * @param longestPause in milliseconds; when the service asks for more, there is no other attempt
 * @param stop the execution's own end, after which there is none either
 */
export async function withRetries<T>(
	attempt: () => Promise<T>,
	rule: RetryRule,
	longestPause: number,
	stop?: AbortSignal,
): Promise<T> {
	for (let retry = 0; ; retry++) {
		try {
			return await attempt();
		} catch (error) {
			const mayRetry = error instanceof ServiceFault && retry < RETRIES && rule(error);
			const pause = mayRetry ? Math.max(error.retryAfter ?? growingPause(retry), SHORTEST_PAUSE) : Infinity;
			if (pause > longestPause) return rethrow(error);
			await sleep(pause);
			if (stop?.aborted) throw canceled(error instanceof ServiceFault ? error.outcome : 'unknown');
		}
	}
}

/** In milliseconds, with some randomness, so that callers who failed together do not return together. */
function growingPause(retry: number): number {
	return FIRST_PAUSE * 2 ** retry * (0.75 + Math.random() / 2);
}
