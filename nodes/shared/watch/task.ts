import type { Reader } from '../http/requests';
import type { Here } from '../passing/here';
import type { FoundFax, WatchedList } from '../faxes/faxEvents';
import type { Memory } from './memory';

/**
 * What differs for a trigger with deliveries. It only uses lists to find faxes that weren't delivered. Times are in
 * milliseconds.
 */
export interface Delivered {
	/** Faxes that began before this time aren't new, by Fax.Plus's clock. */
	floor: number;
	/** How long after its end a fax may still be delivered. */
	patience: number;
	/** Whether executions may hold a fax back. Only the executions know whether they do. */
	mayBeHeld: (found: FoundFax) => boolean;
	/** Whether an execution of this process has begun to process a fax. */
	isDone: (found: FoundFax) => boolean;
}

/** Everything that a poll needs to look for new faxes. Times are in milliseconds. */
export interface Watch {
	reads: Reader;
	/** User whose faxes are listed, encoded as one part of a path. */
	userId: string;
	/** Fingerprint of the account and the user. */
	account: string;
	lists: readonly WatchedList[];
	/** How long after its start a fax may first be listed. */
	lateness: number;
	/** What differs for a trigger with deliveries. */
	delivered?: Delivered;
	/** Maximum number of faxes that are handed over at once. */
	most: number;
	/** Time after which no more pages are requested. */
	deadline: number;
	memory: Memory;
	here: Here;
}
