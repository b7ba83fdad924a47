import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/service/faults';
import { normalized, recipientsOf } from '../../../../shared/service/faxRecords';
import type { FaxOutcome } from '../../../../shared/service/faxStatus';
import { meaningOf, outcomeOf } from '../../../../shared/service/faxStatus';
import type { OutboxFax } from '../../../../shared/service/types';
import type { Found } from './resultSearch';
import type { Waited } from './wait';

/** A fax that was or is being sent, as the output has it. */
export interface FaxResult extends IDataObject {
	to: string;
	status: string;
	outcome: FaxOutcome;
	/** In words, with what to do. */
	statusMeaning: string;
}

/** What is known of a fax before it is looked for. */
interface KnownFax extends IDataObject {
	id: string | null;
	to?: string;
	status?: string;
}

const GONE =
	'It has left the outbox, and no fax has its ID: it was canceled, or the service lists it later or under another ID. Look at the sent faxes.';

/**
 * What the output tells of a fax: its record, the numbers by their usual names, and what its status means.
 *
 * @param known what is known of the fax beside
 */
export function toResult({ found, isGone, fault }: Waited, known: KnownFax): FaxResult {
	const fax = { ...known, ...(found && recordOf(found, known)) };
	const { id, to = '', from, status = '' } = fax;
	// A fax may get another id when it leaves the outbox.
	const outboxId = typeof known.id === 'string' && known.id !== id ? { outboxId: known.id } : {};
	const told = {
		id,
		...outboxId,
		to,
		...(from === undefined ? {} : { from }),
		status,
		outcome: isGone ? 'pending' : outcomeOf(status),
		statusMeaning: isGone ? GONE : wordsFor(status),
		...(fault ? { waitError: fault.message } : {}),
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
	return { ...record, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
}

/** The outbox has other names for the numbers, and a list of recipients. */
function ofOutbox({ src = '', ...fax }: OutboxFax, known: KnownFax): FaxOnItsWay {
	return { ...fax, from: src, to: known.to ?? recipientsOf(fax).join(', ') };
}

type FaxOnItsWay = Omit<OutboxFax, 'src' | 'to'> & { from: string; to: string };

/**
 * Refuses faxes that were not delivered.
 *
 * @param results all that came of one input item; the error tells them all
 * @throws ServiceFault
 */
export function requireDelivery(results: FaxResult[]): void {
	const undelivered = results.filter(({ outcome }) => outcome === 'failure');
	const [first] = undelivered;
	if (!first) return;
	const words = undelivered.map(
		({ to, statusMeaning }) => `The fax to ${to} was not delivered: ${statusMeaning}`,
	);
	const fault = new ServiceFault(words.join(' '), 'carriedOut', undefined, first.status);
	fault.details = { faxes: results };
	throw fault;
}
