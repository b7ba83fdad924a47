import { sleep } from 'n8n-workflow';

import { canceled, isBrokenConnection, ServiceFault } from './faults';
import { rethrow } from './rethrow';

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

/** Makes up to four attempts, with growing pauses or those that the service asks for; none after a longer one or a stop. */
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

/** A pause, which ends at once when a person stops the execution: one that the service asks for may take a minute. */
async function rest(milliseconds: number, stop?: AbortSignal): Promise<void> {
	let end = (): void => undefined;
	const stopped = new Promise<void>((resolve) => (end = resolve));
	stop?.addEventListener('abort', end);
	if (!stop?.aborted) await Promise.race([sleep(milliseconds), stopped]);
	stop?.removeEventListener('abort', end);
}

/** In milliseconds, with some randomness, so that callers who failed together do not return together. */
function growingPause(retry: number): number {
	return FIRST_PAUSE * 2 ** retry * (0.75 + Math.random() / 2);
}
