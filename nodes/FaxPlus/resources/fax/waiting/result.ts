import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { meaningOf, outcomeOf, type FaxOutcome } from '../../../../shared/faxes/faxStatus';
import type { OutboxFax } from '../../../../shared/records';
import type { Found } from './awaitedFax';
import type { Waited } from './wait';

/** A fax that was or is being sent, as the output has it. */
export interface FaxResult extends IDataObject {
	to: string;
	status: string;
	outcome: FaxOutcome;
	/** In words, with what to do. */
	statusMeaning: string;
	/** Of a fax that is not in the outbox any more, though nothing tells what became of it. */
	hasLeftOutbox?: boolean;
}

/** A fax that was sent, and perhaps not waited for. */
export interface AnyFax extends IDataObject, Partial<FaxResult> {
	id?: string | null;
	to: string;
	status: string;
}

/** What is known of a fax before it is looked for. */
interface KnownFax extends IDataObject {
	id: string | null;
	to?: string;
	status?: string;
}

const GONE =
	'It has left the outbox, and which of the sent faxes it is cannot be told: it was deleted, or the service lists it later or under another ID. Look at the sent faxes.';

/** What the output tells of a fax: what is known, its record, the numbers by their usual names, and what its status means. */
export function toResult({ found, isGone, fault }: Waited, known: KnownFax): FaxResult {
	const fax = { ...known, ...(found && recordOf(found, known)) };
	const { id, to = '', from, status = '' } = fax;
	// A fax may get another id when it leaves the outbox.
	const outboxId = typeof known.id === 'string' && known.id !== id ? { outboxId: known.id } : {};
	const told = {
		id,
		...outboxId,
		to,
		...(from !== undefined && { from }),
		status,
		outcome: isGone ? 'pending' : outcomeOf(status),
		statusMeaning: isGone ? GONE : wordsFor(status),
		...(isGone && { hasLeftOutbox: true }),
		...(fault && { waitError: fault.message }),
	} as const;
	// What people look for comes first.
	return { ...told, ...fax, ...told };
}

function wordsFor(status: string): string {
	const meaning = meaningOf(status);
	return outcomeOf(status) === 'pending' ? `${meaning} The wait ended before the fax did.` : meaning;
}

/** An empty number in a record takes nothing from what is known. */
function recordOf(found: Found, known: KnownFax): KnownFax {
	const { from, to, ...record } = found.in === 'faxes' ? normalized(found.fax) : ofOutbox(found.fax, known);
	return { ...record, ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** The outbox has other names for the numbers, and a list of recipients. */
function ofOutbox({ src = '', ...fax }: OutboxFax, known: KnownFax): FaxOnItsWay {
	return { ...fax, from: src, to: known.to ?? recipientsOf(fax).join(', ') };
}

type FaxOnItsWay = Omit<OutboxFax, 'src' | 'to'> & { from: string; to: string };

/**
 * Refuses faxes that were not delivered, and those of which nobody knows: a fax that was canceled looks like one whose
 * record cannot be told from another's. The error tells all that came of one input item.
 */
export function requireDelivery(results: AnyFax[]): void {
	const undelivered = results.filter(({ outcome, hasLeftOutbox }) => outcome === 'failure' || hasLeftOutbox);
	if (undelivered.length === 0) return;
	const code = undelivered.find(({ outcome }) => outcome === 'failure')?.status ?? 'left_outbox';
	const fault = new ServiceFault(undelivered.map(inWords).join(' '), 'carriedOut', undefined, code);
	fault.details = { faxes: results };
	throw fault;
}

function inWords({ to, outcome, statusMeaning = '' }: AnyFax): string {
	return outcome === 'failure'
		? `The fax to ${to} was not delivered: ${statusMeaning}`
		: `It is not known whether the fax to ${to} was delivered. ${statusMeaning}`;
}
