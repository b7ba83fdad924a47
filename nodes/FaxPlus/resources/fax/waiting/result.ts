import type { IDataObject } from 'n8n-workflow';

import { REPORT } from '../../../../shared/editor/advice';
import { isNotFound, ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { onlyFor } from '../../../../shared/http/rethrow';
import { meaningOf, outcomeOf, type FaxOutcome } from '../../../../shared/faxes/faxStatus';
import type { OutboxFax } from '../../../../shared/records';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../itemCall';
import type { Doubt, Found } from './awaitedFax';
import type { WaitTerms } from './options';
import { waitForFax, type Waited } from './watch';

/** A fax that was sent, and perhaps waited for, as the output has it. */
export interface FaxResult extends IDataObject {
	/** Of its record, or while there is none its id in the outbox; null where the service did not tell. */
	id: string | null;
	to: string;
	status: string;
	outcome?: FaxOutcome;
	/** In words, with what to do. */
	statusMeaning?: string;
	/** Of a fax that is not in the outbox any more, though nothing tells what became of it. */
	hasLeftOutbox?: boolean;
}

/** The same of a fax that "Send" has sent. */
export interface SentFax extends FaxResult {
	from: string;
}

/** What is known of a fax before it is looked for. */
interface KnownFax extends IDataObject {
	id: string | null;
	to?: string;
	status?: string;
}

/** The status of a fax of which nobody tells whether the service took it. */
export const NOT_CONFIRMED = 'not_confirmed';

const NOWHERE =
	'It has left the outbox, and the sent faxes do not show it: it was deleted, or the service lists it later or with other numbers. Look at the sent faxes.';

const WHY_NOT: Record<Doubt['because'], string> = {
	'others are alike':
		'which of the sent faxes it is cannot be told: the service has given it another ID, and more than one fax to this number was submitted in that second (IDS). Look at the sent faxes.',
	'it is too early':
		'the wait ended before it was certain which of the sent faxes it is: one to this number was submitted in that second, with another ID (IDS). Look at it.',
	'ids are kept': `no sent fax has its ID, though others have kept theirs; to this number and in that second was submitted IDS. Look at the sent faxes. ${REPORT}`,
};

const UNKNOWN: Waited = { found: undefined, isGone: false, doubt: undefined, fault: undefined };

/**
 * Waits, where that is wanted, for what becomes of the faxes of one send; see waitForFax. Nothing that goes wrong meanwhile takes
 * away that they were sent.
 *
 * @param isNew whether this run has just sent them, not an earlier attempt
 * @throws ServiceFault where one was not delivered and that fails the item
 */
export async function waitedFor(
	call: ReadCall,
	{ userId, terms: { wait, isDeliveryRequired } }: { userId: string; terms: WaitTerms },
	sent: SentFax[],
	isNew: boolean,
): Promise<FaxResult[]> {
	if (!wait) return sent;
	const results = await resultsOf(call, userId, sent, wait, isNew);
	if (isDeliveryRequired) requireDelivery(results);
	return results;
}

async function resultsOf(
	call: ReadCall,
	userId: string,
	faxes: SentFax[],
	wait: Wait,
	isNew: boolean,
): Promise<FaxResult[]> {
	const ids = faxes.flatMap(({ id }) => id ?? []);
	const sendIds = new Set(ids);
	const last = new Map(ids.map((id, at) => [id, at]));
	const shared = new Set(ids.filter((id, at) => last.get(id) !== at));
	return await Promise.all(
		faxes.map(async (fax) => {
			const { to, id } = fax;
			if (id === null) return toResult(UNKNOWN, fax);
			const outgoing = { id, to, isIdShared: shared.has(id), sendIds, isNew };
			const [waited = UNKNOWN] = await waitForFax(call, userId, outgoing, wait).catch(
				onlyFor(ServiceFault, (fault) => [{ ...UNKNOWN, fault }]),
			);
			const isNowhere = !waited.found && waited.fault !== undefined && isNotFound(waited.fault);
			return toResult(isNowhere ? { ...waited, isGone: true } : waited, fax);
		}),
	);
}

/** What the output tells of a fax: what is known, its record, the numbers by their usual names, and what its status means. */
export function toResult({ found, isGone, doubt, fault }: Waited, outgoing: KnownFax): FaxResult {
	const fax = { ...outgoing, ...(found && recordOf(found, outgoing)) };
	const { id, to = '', from, status = '' } = fax;
	// A fax may get another id when it leaves the outbox.
	const outboxId = outgoing.id !== null && outgoing.id !== id ? { outboxId: outgoing.id } : {};
	const told = {
		id,
		...outboxId,
		to,
		...(from !== undefined && { from }),
		status,
		outcome: isGone ? 'pending' : outcomeOf(status),
		statusMeaning: isGone ? wordsForGone(doubt) : wordsFor(status),
		...(isGone && { hasLeftOutbox: true }),
		...(fault && { waitError: fault.message }),
	} as const;
	// What people look for comes first.
	return { ...told, ...fax, ...told };
}

function wordsForGone(doubt: Doubt | undefined): string {
	if (!doubt) return NOWHERE;
	const ids = doubt.ids.slice(0, 5).join(', ');
	return `It has left the outbox, and ${WHY_NOT[doubt.because].replace('IDS', ids)}`;
}

function wordsFor(status: string): string {
	const meaning = meaningOf(status);
	const isWaitedFor = outcomeOf(status) === 'pending' && status !== NOT_CONFIRMED;
	return isWaitedFor ? `${meaning} The wait ended before the fax did.` : meaning;
}

/** The outbox has other names for the numbers, and a list of recipients. An empty number takes nothing from what is known. */
function recordOf(found: Found, outgoing: KnownFax): KnownFax {
	const ofOutbox = ({ src = '', ...fax }: OutboxFax): KnownFax => ({
		...fax,
		from: src,
		to: outgoing.to ?? recipientsOf(fax).join(', '),
	});
	const { from, to, ...record } = found.in === 'faxes' ? normalized(found.fax) : ofOutbox(found.fax);
	return { ...record, ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** Refuses what was not delivered, and what nobody knows: a canceled fax looks like that. The error tells all of the item. */
export function requireDelivery(results: FaxResult[]): void {
	const undelivered = results.filter(
		({ outcome, status, hasLeftOutbox }) =>
			outcome === 'failure' || status === NOT_CONFIRMED || hasLeftOutbox,
	);
	if (undelivered.length === 0) return;
	const told = undelivered.find(({ outcome, hasLeftOutbox }) => outcome === 'failure' || !hasLeftOutbox);
	const code = told?.status ?? 'left_outbox';
	const fault = new ServiceFault(wordsOf(results, undelivered), 'carriedOut', undefined, code);
	fault.details = { faxes: results };
	throw fault;
}

/** Of one fax what became of it; of several how many were delivered, and of each other why it was not. */
function wordsOf(results: FaxResult[], undelivered: FaxResult[]): string {
	if (results.length === 1) return undelivered.map(inWords).join(' ');
	const delivered = results.filter(({ outcome }) => outcome === 'success');
	const others = results.filter((result) => !delivered.includes(result) && !undelivered.includes(result));
	return [
		`Delivered to ${delivered.length} of ${results.length}.`,
		...undelivered.map(amongOthers),
		...(others.length > 0 ? [`Still on its way to ${others.map(({ to }) => to).join(', ')}.`] : []),
	].join(' ');
}

function amongOthers(result: FaxResult): string {
	const { to, outcome, statusMeaning = '' } = result;
	return outcome === 'failure' ? `Not to ${to}: ${statusMeaning}` : inWords(result);
}

function inWords({ to, outcome, statusMeaning = '' }: FaxResult): string {
	return outcome === 'failure'
		? `The fax to ${to} was not delivered: ${statusMeaning}`
		: `It is not known whether the fax to ${to} was delivered. ${statusMeaning}`;
}
