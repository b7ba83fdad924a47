import type { Reader } from '../http/requests';
import type { Here } from '../passing/here';
import type { FoundFax, WatchedList } from '../faxes/faxEvents';
import type { Memory } from './memory';

/** What is different where lists only tell of what no delivery has brought. Times are in milliseconds. */
export interface Delivered {
	/** What began before is not new, by the service's clock. */
	floor: number;
	/** For so long after its end a delivery may still bring a fax. */
	patience: number;
	/** Whether executions may hold a fax back, which only those that hold it know. */
	mayBeHeld: (found: FoundFax) => boolean;
	/** Whether an execution of this process has begun with a fax. */
	isDone: (found: FoundFax) => boolean;
}

/** What it takes to look for new faxes. Times are in milliseconds. */
export interface Watch {
	reads: Reader;
	/** Encoded as one part of a path. */
	userId: string;
	/** Stands for the account and the user. */
	account: string;
	lists: readonly WatchedList[];
	/** For how long a fax may be listed after it began. */
	lateness: number;
	/** Where most faxes are delivered: what that changes. */
	delivered?: Delivered;
	/** How many faxes are passed on at once, at most. */
	most: number;
	/** When no other page is to be asked for. */
	deadline: number;
	memory: Memory;
	here: Here;
}
