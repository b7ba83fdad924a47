import { sleep } from 'n8n-workflow';

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
	/** Told about every attempt that fails; after the last one nothing more is tried. */
	onFailure: (error: unknown, isLast: boolean) => void;
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
			const isLast = index === pauses.length - 1 || !isTransient(error);
			onFailure(error, isLast);
			if (isLast) return;
		}
	}
}

/** Whether another attempt may well succeed, as the service did not answer, or not properly. */
export function isTransient(error: unknown): error is ServiceFault | Obstacle {
	return (error instanceof ServiceFault || error instanceof Obstacle) && error.isTransient;
}
