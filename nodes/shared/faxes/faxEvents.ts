import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FaxEvent } from '../editor/events';
import { sameNumber } from '../values/phoneNumbers';
import { datesOf } from './faxCursor';
import type { NormalizedFax } from './faxRecords';
import { statusMeaningOf } from './faxStatus';
import { isWantedOutcome } from './wantedOutcome';

/** Events that correspond to lists of faxes. */
export type ListedEvent = Extract<FaxEvent, 'fax_received' | 'fax_sent'>;

/** Name of a list of faxes (docs/contributing/api.md, "Fax records"). */
export type Category = 'inbox' | 'sent' | 'spam';

/** A list of faxes, and the event that each of its faxes corresponds to. */
export interface WatchedList {
	category: Category;
	event: ListedEvent;
}

/** A fax, and the event that its list corresponds to. */
export interface FoundFax {
	event: ListedEvent;
	fax: NormalizedFax;
}

/** A fax with its event and its list. */
export type ListedFax = FoundFax & WatchedList;

/** Which of the faxes in the lists the user wants. */
export interface AskedFields {
	outcome: unknown;
	/** Numbers, one of which a fax must have, with the plus sign and the country code. An empty list means any number. */
	numbers: string[];
	/** Whether lists weren't read at all. */
	isOff?: boolean;
}

/** Maximum number of faxes that one poll hands over. */
export const MOST_AT_ONCE = 500;

const LISTS: readonly WatchedList[] = [
	{ category: 'inbox', event: 'fax_received' },
	{ category: 'spam', event: 'fax_received' },
	{ category: 'sent', event: 'fax_sent' },
];

/** Returns the lists that have the faxes of some events. */
export function listsOf(events: readonly string[], includesSpam: boolean): WatchedList[] {
	return LISTS.filter(
		({ category, event }) => events.includes(event) && (includesSpam || category !== 'spam'),
	);
}

/**
 * Whether a fax may start a workflow.
 *
 * @param outcome value of the field "Outcome"
 * @param numbers one of which the fax must have, with the plus sign and the country code. An empty list means any number
 */
export function isWantedFax({ event, fax }: FoundFax, outcome: unknown, numbers: readonly string[]): boolean {
	const own = event === 'fax_received' ? fax.to : fax.from;
	const hasNumber = (one: string): boolean => sameNumber(one, fax.from) || sameNumber(one, fax.to);
	// A fax whose record has no number may have one of these. One fax too many does less harm than a missed one.
	const isOfNumbers = numbers.length === 0 || own === '' || numbers.some(hasNumber);
	return isOfNumbers && isWantedOutcome(outcome, fax.status);
}

/** Returns the event that a fax corresponds to, according to its record. */
export function eventOf({
	direction,
	submit_time: submitTime,
}: Pick<NormalizedFax, 'direction' | 'submit_time'>): ListedEvent {
	// The direction may be missing, but only sent faxes have a submission time.
	const isSent = direction === undefined ? Boolean(submitTime) : direction === 'outgoing';
	return isSent ? 'fax_sent' : 'fax_received';
}

/** Whether the record of a fax has any date. */
export function isDated(fax: NormalizedFax): boolean {
	return Object.keys(datesOf(fax)).length > 0;
}

/** When something last happened to a fax, in milliseconds. A fax without a date gets the current time. */
export function latestTimeOf(fax: NormalizedFax): number {
	const times = Object.values(datesOf(fax));
	return times.length === 0 ? Date.now() : Math.max(...times);
}

/** When a fax began, in milliseconds. */
export function startOf(fax: NormalizedFax): number {
	return datesOf(fax).start_time ?? latestTimeOf(fax);
}

/**
 * Turns a fax record into the item that the workflow gets. As far as possible, the item is the same as for a delivery to
 * the webhook trigger (docs/contributing/api.md, "Events").
 */
export function itemOfRecord(event: ListedEvent, fax: NormalizedFax): INodeExecutionData {
	const { owner_id: owner } = fax;
	const data = { ...(fax as unknown as IDataObject), ...(owner === undefined ? {} : { uid: owner }) };
	const json = {
		event,
		// These fields come before the many fields of the record, because a panel only shows the beginning.
		...statusMeaningOf(event, data),
		data,
		isRetry: false,
		// These two come from a delivery, and there was none.
		webhookId: null,
		timestamp: null,
		hook: { id: fax.id, event, event_time: fax.last_update ?? fax.start_time ?? null, target: '' },
	};
	return { json };
}
