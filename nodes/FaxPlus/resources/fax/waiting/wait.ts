import { ServiceFault } from '../../../../shared/service/faults';
import { rethrow } from '../../../../shared/service/rethrow';
import type { ItemFields } from '../../../fields/itemFields';
import type { ReadCall } from '../../../itemCall';
import { pause } from '../../../../shared/async/pause';
import { pollingIntervalOption, waitLimitOption } from './options';
import type { Found, OutgoingFax } from './resultSearch';
import { hasEnded, ResultSearch } from './resultSearch';

/** How long to wait, in milliseconds. */
export interface Wait {
	/** Before the second look. */
	interval: number;
	limit: number;
}

/** What a wait came to. */
export interface Waited {
	/** Where the fax was last seen. */
	found: Found | undefined;
	/** Whether it has left the outbox, and was nowhere since. */
	isGone: boolean;
	/** Why the last look told nothing. */
	fault: ServiceFault | undefined;
}

const GROWTH = 1.5;
const LONGEST_INTERVAL_MS = 60_000;

/** For so long a fax may be nowhere: it takes its time from the outbox to the faxes. */
const NOWHERE_LIMIT_MS = 60_000;

/** How long the user wants to wait. */
export function waitOf(fields: ItemFields): Wait {
	return {
		interval: fields.numberOption(pollingIntervalOption) * 1000,
		limit: fields.numberOption(waitLimitOption) * 1000,
	};
}

/**
 * Waits until a fax has ended, with growing pauses, no longer than the limit.
 *
 * @throws ServiceFault where the service refuses
 */
export async function waitForFax(call: ReadCall, outgoing: OutgoingFax, wait: Wait): Promise<Waited> {
	const stop = call.context.getExecutionCancelSignal();
	const search = new ResultSearch(call, outgoing);
	let { interval } = wait;
	let elapsed = 0;
	let lastSeen = 0;
	let found: Found | undefined;
	for (;;) {
		const begin = Date.now();
		const { now, fault } = await look(search);
		elapsed += Date.now() - begin;
		if (now ?? fault) lastSeen = elapsed;
		found = now ?? found;
		const isOver = elapsed >= wait.limit || elapsed - lastSeen >= NOWHERE_LIMIT_MS;
		// No error: n8n would show the execution as failed instead of canceled.
		if ((found && hasEnded(found)) || isOver || stop?.aborted) {
			const isGone = !now && !fault && found !== undefined;
			return { found, isGone, fault: fault ?? (found ? undefined : search.missing) };
		}
		const milliseconds = Math.min(interval, wait.limit - elapsed);
		await pause(milliseconds, stop);
		elapsed += milliseconds;
		interval = Math.min(interval * GROWTH, Math.max(LONGEST_INTERVAL_MS, interval));
	}
}

/** A service that cannot be asked for a while ends no wait. */
async function look(search: ResultSearch): Promise<{ now?: Found | undefined; fault?: ServiceFault }> {
	try {
		return { now: await search.look() };
	} catch (error) {
		if (error instanceof ServiceFault && error.isTransient) return { fault: error };
		return rethrow(error);
	}
}
