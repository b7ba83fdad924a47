import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FaxEvent } from '../editor/events';
import { sameNumber } from '../values/phoneNumbers';
import { datesOf } from './faxCursor';
import type { NormalizedFax } from './faxRecords';
import { statusMeaningOf } from './faxStatus';
import { isWantedOutcome } from './wantedOutcome';

/** Events that the lists of faxes tell of. */
export type ListedEvent = Extract<FaxEvent, 'fax_received' | 'fax_sent'>;

/** The name of a list of faxes (docs/contributing/api.md, "Fax records"). */
export type Category = 'inbox' | 'sent' | 'spam';

/** A list of faxes, and the event that each of its faxes stands for. */
export interface WatchedList {
	category: Category;
	event: ListedEvent;
}

/** A fax, and the event that its list stands for. */
export interface FoundFax {
	event: ListedEvent;
	fax: NormalizedFax;
}

/** The same, with its list. */
export type ListedFax = FoundFax & WatchedList;

/** Which faxes a person has asked for, of those that the lists have. */
export interface AskedFields {
	outcome: unknown;
	/** Of which a fax has to have one, with the plus sign and the country code; none stand for all. */
	numbers: string[];
	/** Whether lists weren't read at all. */
	isOff?: boolean;
}

/** How many faxes one poll passes on at most. */
export const MOST_AT_ONCE = 500;

const LISTS: readonly WatchedList[] = [
	{ category: 'inbox', event: 'fax_received' },
	{ category: 'spam', event: 'fax_received' },
	{ category: 'sent', event: 'fax_sent' },
];

/** The lists in which the faxes of some events are. */
export function listsOf(events: readonly string[], includesSpam: boolean): WatchedList[] {
	return LISTS.filter(
		({ category, event }) => events.includes(event) && (includesSpam || category !== 'spam'),
	);
}

/**
 * Whether a fax may start a workflow.
 *
 * @param outcome the value of the field Outcome
 * @param numbers of which the fax has to have one, with the plus sign and the country code; none stand for all
 */
export function isWantedFax({ event, fax }: FoundFax, outcome: unknown, numbers: readonly string[]): boolean {
	const own = event === 'fax_received' ? fax.to : fax.from;
	const hasNumber = (one: string): boolean => sameNumber(one, fax.from) || sameNumber(one, fax.to);
	// A fax whose own number is not told may be one of theirs: one too many costs less than one that is missed.
	const isOfNumbers = numbers.length === 0 || own === '' || numbers.some(hasNumber);
	return isOfNumbers && isWantedOutcome(outcome, fax.status);
}

/** The event that a fax stands for, by its record. */
export function eventOf({
	direction,
	submit_time: submitTime,
}: Pick<NormalizedFax, 'direction' | 'submit_time'>): ListedEvent {
	// Only what was sent has been submitted; the direction may be missing.
	const isSent = direction === undefined ? Boolean(submitTime) : direction === 'outgoing';
	return isSent ? 'fax_sent' : 'fax_received';
}

/** Whether the record of a fax has any date. */
export function isDated(fax: NormalizedFax): boolean {
	return Object.keys(datesOf(fax)).length > 0;
}

/** When something happened to a fax last, in milliseconds; now when its record has no date. */
export function latestTimeOf(fax: NormalizedFax): number {
	const times = Object.values(datesOf(fax));
	return times.length === 0 ? Date.now() : Math.max(...times);
}

/** When a fax began, in milliseconds. */
export function startOf(fax: NormalizedFax): number {
	return datesOf(fax).start_time ?? latestTimeOf(fax);
}

/**
 * Makes of a fax record what the workflow gets: the same as of a delivery to the webhook trigger, as far as the record tells
 * (docs/contributing/api.md, "Events").
 */
export function itemOfRecord(event: ListedEvent, fax: NormalizedFax): INodeExecutionData {
	const { owner_id: owner } = fax;
	const data = { ...(fax as unknown as IDataObject), ...(owner === undefined ? {} : { uid: owner }) };
	const json = {
		event,
		// Before the many fields of the record, because a panel shows no more than the beginning.
		...statusMeaningOf(event, data),
		data,
		isRetry: false,
		// Of a delivery: there was none.
		webhookId: null,
		timestamp: null,
		hook: { id: fax.id, event, event_time: fax.last_update ?? fax.start_time ?? null, target: '' },
	};
	return { json };
}
