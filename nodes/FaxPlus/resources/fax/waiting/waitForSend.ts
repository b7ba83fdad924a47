import { isNotFound, ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { OutboxFax } from '../../../../shared/records';
import { simplifyDelivery } from '../../../fields/simplify';
import { stopOf } from '../../../execution/waits';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../operation/itemCall';
import type { Found, Waited } from './awaitedFax';
import { DELIVERY_UNKNOWN, type FaxResult, type KnownFax, type SentFax } from './faxResult';
import { waitForFax } from './waitForFax';
import {
	WORDS_FOR_NOT_CONFIRMED,
	wordsForAll,
	wordsForEnd,
	wordsForFault,
	wordsForMissing,
	wordsForPending,
} from './resultTexts';

const NOTHING: Waited = { found: undefined, isGone: false, doubt: undefined, fault: undefined };

/**
 * Waits for the results of the faxes of one send. Errors during the wait become part of the results, because the faxes were sent.
 */
export async function waitedFor(
	call: ReadCall,
	userId: string,
	faxes: SentFax[],
	wait: Wait,
	/** True if this run, and not an earlier attempt, has just sent the faxes. */
	isNew: boolean,
): Promise<FaxResult[]> {
	const ids = faxes.flatMap(({ id }) => id ?? []);
	const sendIds = new Set(ids);
	const last = new Map(ids.map((id, at) => [id, at]));
	const shared = new Set(ids.filter((id, at) => last.get(id) !== at));
	const isOneOfSeveral = faxes.length > 1;
	const results = faxes.map(async (fax) => {
		const { to, id } = fax;
		if (id === null) return toResult(NOTHING, fax, isOneOfSeveral);
		const outgoing = { id, to, isIdShared: shared.has(id), sendIds, isNew };
		const [waited = NOTHING] = await waitForFax(call, userId, outgoing, wait);
		const isNowhere = !waited.found && waited.fault !== undefined && isNotFound(waited.fault);
		return toResult(isNowhere ? { ...waited, isGone: true } : waited, fax, isOneOfSeveral);
	});
	return (await Promise.all(results)).map(simplified);
}

/**
 * Returns the output for a fax. It has the record of the fax, its numbers under their usual names, its result, and what its
 * status means.
 */
export function toResult(waited: Waited, outgoing: KnownFax, isOneOfSeveral = false): FaxResult {
	const { found } = waited;
	const fax = { ...outgoing, ...(found && recordOf(found, outgoing)) };
	const { id, to = '', from, status = '' } = fax;
	// A fax may get another ID when it leaves the outbox.
	const outboxId = outgoing.id !== null && outgoing.id !== id ? { outboxId: outgoing.id } : {};
	const result = {
		id,
		...outboxId,
		to,
		...(from !== undefined && { from }),
		status,
		...endOf(waited, { id, to, status }, isOneOfSeveral),
	};
	// The fields that people look for come first.
	return { ...result, ...fax, ...result };
}

function endOf(
	{ isGone, doubt, fault }: Waited,
	{ id, to, status }: Pick<FaxResult, 'id' | 'to' | 'status'>,
	isOneOfSeveral: boolean,
): Pick<FaxResult, 'outcome' | 'statusMeaning'> {
	if (id === null) return { outcome: 'unknown', statusMeaning: WORDS_FOR_NOT_CONFIRMED };
	if (isGone) return { outcome: 'unknown', statusMeaning: wordsForMissing(doubt) };
	const outcome = outcomeOf(status);
	if (outcome !== 'pending') return { outcome, statusMeaning: wordsForEnd(status, to, isOneOfSeveral) };
	if (fault) return { outcome: 'unknown', statusMeaning: wordsForFault(fault, id) };
	return { outcome, statusMeaning: wordsForPending(status, id) };
}

/**
 * Returns the record of a fax, with its numbers as "from" and "to". The outbox uses other names, and has a list of
 * recipients. A known number isn't replaced with an empty one.
 */
function recordOf(found: Found, outgoing: KnownFax): KnownFax {
	const ofOutbox = ({ src = '', page_count: pages, ...fax }: OutboxFax): KnownFax => ({
		...fax,
		...(pages !== undefined && { pages }),
		from: src,
		to: outgoing.to ?? recipientsOf(fax).join(', '),
	});
	const { from, to, ...record } = found.in === 'faxes' ? normalized(found.fax) : ofOutbox(found.fax);
	return { ...record, ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** Returns the fields of a sent fax that people use, and the ones that this node adds. */
function simplified(fax: FaxResult): FaxResult {
	const { sendTime, evidence } = fax;
	const own = { ...(sendTime !== undefined && { sendTime }), ...(evidence !== undefined && { evidence }) };
	return { ...simplifyDelivery.of(fax), ...own } as FaxResult;
}

/**
 * Fails the item unless all its faxes were delivered. An unknown result fails too, because a canceled fax looks like one that's
 * listed late. The error contains all faxes of the item.
 *
 * @throws ServiceFault
 */
export function requireDelivery({ context }: ReadCall, results: readonly FaxResult[]): void {
	// If the user stops the execution, nobody needs the result, and an error would show the execution as failed.
	const isStopped = stopOf(context).aborted;
	if (isStopped || results.every(({ outcome }) => outcome === 'success')) return;
	const code = results.find(({ outcome }) => outcome === 'failure')?.status ?? DELIVERY_UNKNOWN;
	const fault = new ServiceFault(wordsForAll(results), 'carriedOut', undefined, code);
	fault.details = { faxes: results.map(simplified) };
	throw fault;
}
