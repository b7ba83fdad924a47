import { pause } from '../async/pause';
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

/** Writes are made again only where the service itself says that it has not carried them out. */
export const afterTooManyRequests: RetryRule = ({ status, outcome }) =>
	status === 429 && outcome === 'refused';

/**
 * Makes attempts, up to four, until one succeeds or fails in a way that the rule leaves alone. The pauses between them
 * grow, or are as long as the service asks for: where that is more than the longest, there is no other attempt, and none
 * after the execution's own end.
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
			const fault = error instanceof ServiceFault && retry < RETRIES && rule(error) ? error : undefined;
			const wait = Math.max(fault?.retryAfter ?? growingPause(retry), SHORTEST_PAUSE);
			if (!fault || wait > longestPause) return rethrow(error);
			await pause(wait, stop);
			if (stop?.aborted) throw canceled(fault.outcome);
		}
	}
}

/** In milliseconds, with some randomness, so that callers who failed together do not return together. */
function growingPause(retry: number): number {
	return FIRST_PAUSE * 2 ** retry * (0.75 + Math.random() / 2);
}
