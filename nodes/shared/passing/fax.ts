import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { outcomeOf } from '../faxes/faxStatus';
import { labelTextOf } from '../values/text';
import type { FoundFax, ListedEvent } from '../watch/faxes';
import { itemOfRecord } from '../watch/faxes';

/** How a fax may come: by a signed delivery, by one about which the service was asked, or by a list. */
export const WAYS = ['signature', 'service', 'list'] as const;

/** Who says that an item is of a fax: the signature of its delivery, the service when it was asked about it, or a list of it. */
export type VouchedBy = (typeof WAYS)[number];

/** What an item of a trigger holds, as far as it tells one fax from another. */
interface FaxItem {
	event?: unknown;
	data?: IDataObject;
	hook?: IDataObject;
	webhookId?: unknown;
	confirmedBy?: VouchedBy | null;
}

/**
 * What n8n's store holds of an item that has passed. There are six kinds of entry: the id of a delivery, what a fax is called, how
 * one has come (`cameBy`), which execution has passed it on (`passedBy`), how often it has come again (`attemptsOf`), and what has
 * happened in an hour, a minute or a day (`happenedIn`).
 */
export interface Entries {
	/** The id of a signed delivery, which each copy of it has. */
	delivery?: string;
	/** What the fax is called: each item that anybody else vouches for is a copy if one of these is known. */
	faxes: readonly string[];
	/** Undefined for an item of the polling trigger, which knows no other way. */
	vouchedBy?: VouchedBy | undefined;
	/** Of a signed delivery: polls have to know whether any of its event has come. */
	event?: string;
	/** What holds for more than this item. */
	facts?: readonly string[];
}

/** How many entries n8n's store holds of one fax, as a rule: more where a delivery tells two ids, or a fax comes again. */
export const ENTRIES_OF_A_FAX = 3;

/** @returns undefined for what nothing tells from others, such as a test event that nobody has signed */
export function entriesFor({ json }: INodeExecutionData): Entries | undefined {
	const { webhookId, confirmedBy } = json as FaxItem;
	const faxes = faxesOf(json);
	if (typeof webhookId === 'string')
		return { delivery: webhookId, faxes, vouchedBy: 'signature', event: json['event'] as string };
	return faxes.length === 0 ? undefined : { faxes, vouchedBy: confirmedBy ?? undefined };
}

/**
 * What the fax of an item is called: its event, outcome and id. A fax that failed and was tried again has the same id, and two ids
 * where a delivery tells both (docs/api.md, "Events").
 *
 * @returns nothing for an event about a page, which has the id of its fax
 */
export function faxesOf({ event, data = {}, hook = {} }: FaxItem): string[] {
	if (event !== 'fax_received' && event !== 'fax_sent') return [];
	// One that has ended in an unknown word may have ended either way.
	const outcome = outcomeOf(data['status']);
	const outcomes = outcome === 'pending' ? ['success', 'failure'] : [outcome];
	const ids = new Set([data['id'], hook['id']].map(labelTextOf).filter((id) => id !== ''));
	return [...ids].flatMap((id) => outcomes.map((one) => `${event} ${one} ${id}`));
}

/** What tells the delivery of an item from others of its trigger; the name of its fax where no signature vouches for it. */
export function deliveryOf({ json }: INodeExecutionData): string {
	return JSON.stringify(json['webhookId'] ?? faxesOf(json)[0]);
}

/** What a fax of a list is called. */
export function listedNamesOf({ event, fax }: FoundFax): string[] {
	return faxesOf(itemOfRecord(event, fax).json);
}

/** The entry that says how a fax has come, or that any of an event has. */
export function cameBy(vouchedBy: VouchedBy, faxOrEvent: string): string {
	return `${vouchedBy}: ${faxOrEvent}`;
}

/** The entry that says that lists call faxes of an event what their deliveries call them. */
export function idsAgreeFor(event: ListedEvent): string {
	return cameBy('list', event);
}

/** The entry that says which execution has passed a fax on. */
export function passedBy(execution: string, fax: string): string {
	return `${execution} ${cameBy('list', fax)}`;
}

/** How many times the fax of an item has been passed on again, this time included. */
export function timesOf({ json: { isAgain, attempt } }: INodeExecutionData): number {
	return isAgain === true ? Number(attempt) - 1 : 0;
}

/** The entries that say that the fax of an item has come again for that time. */
export function attemptsOf(item: INodeExecutionData): string[] {
	return faxesOf(item.json).map((fax) => `again ${timesOf(item)} ${fax}`);
}

/** The entry that says that something has happened in a period, such as an hour, in whichever process. */
export function happenedIn(period: string, what: string): string {
	return `${what} in ${period}`;
}

const HOUR = 3_600_000;

/** Both entries that say that something was recorded in the hour of a time; in that of time 0, when the store was empty. */
export function hourEntries(time: number): [string, string] {
	const hour = `hour ${Math.floor(time / HOUR)}`;
	return [happenedIn(hour, 'recording'), happenedIn(`${hour} again`, 'recording')];
}

/** All entries of an item that passes; the facts first, as the store drops what was recorded first. */
export function namesOf({ delivery, faxes, vouchedBy, event, facts = [] }: Entries): string[] {
	const told = event === undefined ? faxes : [event, ...faxes];
	const ways = vouchedBy ? told.map((one) => cameBy(vouchedBy, one)) : [];
	return [...facts, ...(delivery === undefined ? [] : [delivery]), ...faxes, ...ways];
}

/**
 * Whether an item is no copy of what is known. Two tries at one fax have two deliveries and one id: both pass, if both were
 * signed.
 */
export function isNewTo(recorded: ReadonlySet<string>, { delivery, faxes, vouchedBy }: Entries): boolean {
	if (delivery !== undefined && recorded.has(delivery)) return false;
	const isOfTry = (fax: string): boolean =>
		vouchedBy === 'signature' && recorded.has(cameBy('signature', fax));
	return !faxes.some((fax) => recorded.has(fax) && !isOfTry(fax));
}
