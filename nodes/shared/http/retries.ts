import { sleep } from 'n8n-workflow';

import { canceled, isBrokenConnection, ServiceFault } from './faults';
import { rethrow } from './rethrow';

export type RetryRule = (fault: ServiceFault) => boolean;

const TRANSIENT_STATUS = new Set([408, 429, 502, 503, 504]);
const RETRIES = 3;
const FIRST_PAUSE = 500;

/** Shortest pause in milliseconds. After a shorter one, such as a Retry-After of 0, the request would probably fail again. */
const SHORTEST_PAUSE = 250;

/**
 * Repeats reads after a fault that may end within seconds. `ServiceFault.isTransient` includes faults that last minutes or hours.
 */
export const afterTransientFaults: RetryRule = (fault) =>
	TRANSIENT_STATUS.has(fault.status ?? 0) || isBrokenConnection(fault);

/** Repeats writes only if Fax.Plus itself reports that it hasn't carried them out. */
export const afterTooManyRequests: RetryRule = ({ status, outcome }) =>
	status === 429 && outcome === 'refused';

/**
 * Makes up to four attempts, with growing pauses or those that the server asks for. There's no further attempt if the pause
 * would be too long, or after a stop.
 *
 * @param rule decides after which faults there may be a further attempt. After any other error, there's none
 * @param longestPause in milliseconds
 * @throws the error of the last attempt. If the user stops the execution during a pause, the fault for that instead
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
			await rest(wait, stop);
			if (stop?.aborted) throw canceled(fault.outcome);
		}
	}
}

/** Waits, but ends at once if the user stops the execution, because a pause that Fax.Plus asks for may take a minute. */
async function rest(milliseconds: number, stop?: AbortSignal): Promise<void> {
	let end = (): void => undefined;
	const stopped = new Promise<void>((resolve) => (end = resolve));
	stop?.addEventListener('abort', end);
	if (!stop?.aborted) await Promise.race([sleep(milliseconds), stopped]);
	stop?.removeEventListener('abort', end);
}

/** Returns a pause in milliseconds. It's partly random, so that callers that failed together don't retry together. */
function growingPause(retry: number): number {
	return FIRST_PAUSE * 2 ** retry * (0.75 + Math.random() / 2);
}
