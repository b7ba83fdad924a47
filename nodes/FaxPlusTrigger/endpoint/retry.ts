import { sleep } from 'n8n-workflow';

import { isCredentialMissing } from '../../shared/editor/errors';
import { ServiceFault } from '../../shared/service/faults';
import type { Lease } from './leases';

/** Why an endpoint cannot be dealt with now, other than a fault of the service. */
export class Obstacle extends Error {
	constructor(
		/** A clause that goes on after "because". */
		message: string,
		/** Whether another attempt may well find it gone. */
		readonly isTransient: boolean,
	) {
		super(message);
	}
}

/** Work on an endpoint that is to be done later. */
interface LaterWork {
	/** Before each attempt, in milliseconds; there are as many attempts as pauses. */
	pauses: readonly number[];
	attempt: () => Promise<void>;
	/** Told about every attempt that fails, and how many milliseconds the next one waits; undefined when there is none. */
	onFailure: (error: unknown, nextPause: number | undefined) => void;
}

/**
 * Tries work for a lease until it succeeds, the attempts are used up or would not help, or the lease has ended. It never
 * throws.
 */
export async function retryLater(lease: Lease, { pauses, attempt, onFailure }: LaterWork): Promise<void> {
	for (const [index, pause] of pauses.entries()) {
		await sleep(pause);
		if (!lease.isCurrent()) return;
		try {
			await attempt();
			return;
		} catch (error) {
			if (!lease.isCurrent()) return;
			const nextPause = isPermanent(error) ? undefined : pauses[index + 1];
			onFailure(error, nextPause);
			if (nextPause === undefined) return;
		}
	}
}

/**
 * Whether no other attempt can succeed: the service has refused, or the credential is gone. What nobody has foreseen is
 * taken for transient, such as a failure of n8n's database.
 */
export function isPermanent(error: unknown): boolean {
	if (error instanceof ServiceFault || error instanceof Obstacle) return !error.isTransient;
	return isCredentialMissing(error);
}
