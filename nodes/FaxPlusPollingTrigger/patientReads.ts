import { sleep } from 'n8n-workflow';

import { ServiceFault } from '../shared/service/faults';
import type { ReadRequest, Reads } from '../shared/service/requests';
import { rethrow } from '../shared/service/rethrow';

const RETRIES = 3;

/** In milliseconds. */
const PAUSE = 1_000;

/**
 * Reads that are made again after status 500, too, which other reads leave alone: one that fails in the middle of a list
 * would cost all before it.
 */
export class PatientReads implements Pick<Reads, 'read'> {
	/** @param deadline in milliseconds; after it nothing is made again */
	constructor(
		private readonly reads: Pick<Reads, 'read'>,
		private readonly deadline: number,
	) {}

	/** See Reads. */
	async read<T>(request: ReadRequest): Promise<T> {
		for (let retry = 0; ; retry++) {
			try {
				return await this.reads.read<T>(request);
			} catch (error) {
				const isOfService = error instanceof ServiceFault && error.status === 500;
				if (!isOfService || retry === RETRIES || Date.now() > this.deadline) return rethrow(error);
				await sleep(PAUSE);
			}
		}
	}
}
