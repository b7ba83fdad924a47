import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/service/faults';
import { normalized } from '../../../../shared/service/faxRecords';
import type { FaxOutcome } from '../../../../shared/service/faxStatus';
import { meaningOf, outcomeOf } from '../../../../shared/service/faxStatus';
import { rethrow } from '../../../../shared/service/rethrow';
import type { ReadCall } from '../../../itemCall';
import { pause } from '../../../pause';
import { failIfNotDeliveredOption, pollingIntervalOption, waitLimitOption } from '../waitOptions';
import type { Found, OutgoingFax } from './resultSearch';
import { hasEnded, ResultSearch } from './resultSearch';

const GROWTH = 1.5;
const LONGEST_INTERVAL = 60_000;

/** For so many milliseconds a fax may be nowhere: it takes its time from the outbox to the faxes. */
const NOWHERE_LIMIT = 60_000;

/**
 * Waits until a fax has ended, with growing pauses, no longer than the limit.
 *
 * @param isCertain whether the fax is known to be on its way, so that it cannot be missing for good
 * @returns the fax as it ended, or as it is when the limit passes; undefined when it was seen nowhere by then
 * @throws ServiceFault where the service refuses, and when a fax that is not certain is nowhere to be found
 */
export async function waitForResult(
	call: ReadCall,
	outgoing: OutgoingFax,
	isCertain: boolean,
): Promise<Found | undefined> {
	const stop = call.context.getExecutionCancelSignal();
	const limit = call.numberOption(waitLimitOption) * 1000;
	const search = new ResultSearch(call, outgoing);
	let interval = call.numberOption(pollingIntervalOption) * 1000;
	let elapsed = 0;
	let found: Found | undefined;
	for (let isFirst = !isCertain; ; isFirst = false) {
		if (!isFirst) {
			const milliseconds = Math.min(interval, limit - elapsed);
			await pause(milliseconds, stop);
			elapsed += milliseconds;
			interval = Math.min(interval * GROWTH, Math.max(LONGEST_INTERVAL, interval));
		}
		// No error: n8n would show the execution as failed instead of canceled.
		if (stop?.aborted) return found;
		const begin = Date.now();
		const { now, fault } = await look(search);
		elapsed += Date.now() - begin;
		found = now ?? found;
		if (found && hasEnded(found)) return found;
		if (!found && !isCertain && elapsed >= Math.min(fault ? limit : NOWHERE_LIMIT, limit)) {
			const reason = fault ?? search.missing;
			if (reason) throw reason;
		}
		if (elapsed >= limit) return found;
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

/** A fax that was or is being sent, as the output has it. */
export interface FaxResult extends IDataObject {
	to: string;
	status: string;
	outcome: FaxOutcome;
	/** In words, with what to do. */
	statusMeaning: string;
}

/**
 * What the output tells of a fax: its record, the numbers by their usual names, and what its status means.
 *
 * @param known what is known of the fax beside
 */
export function toResult(found: Found | undefined, known: KnownFax): FaxResult {
	const fax = { ...known, ...(found && recordOf(found, known)) };
	const { id, to = '', status = '' } = fax;
	// A fax may get another id when it leaves the outbox.
	const outboxId = typeof known.id === 'string' && known.id !== id ? { outboxId: known.id } : {};
	return { ...fax, to, ...outboxId, status, outcome: outcomeOf(status), statusMeaning: meaningOf(status) };
}

interface KnownFax extends IDataObject {
	id: string | null;
	to?: string;
	status?: string;
}

function recordOf({ in: place, fax }: Found, { to }: KnownFax): KnownFax {
	if (place === 'faxes') return { ...normalized(fax) };
	// The outbox has other names for the numbers, and a list of recipients.
	const { src = '', ...record } = fax;
	return { ...record, from: src, to: to ?? [fax.to ?? []].flat().join(',') };
}

/**
 * Lets an item fail whose faxes were not delivered, where the user wants that.
 *
 * @throws ServiceFault
 */
export function checkDelivered(call: ReadCall, faxes: FaxResult[]): void {
	if (!call.isOptionOn(failIfNotDeliveredOption)) return;
	const undelivered = faxes.filter(({ outcome }) => outcome === 'failure');
	const [first] = undelivered;
	if (!first) return;
	const words = undelivered.map(
		({ to, statusMeaning }) => `The fax to ${to} was not delivered: ${statusMeaning}`,
	);
	throw new ServiceFault(words.join(' '), 'carriedOut', undefined, first.status);
}
