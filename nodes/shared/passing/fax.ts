import type { INodeExecutionData } from 'n8n-workflow';

import { faxesOf } from '../faxes/faxNames';

/** What lets a fax pass: a signed delivery, one about which the service was asked, or a list. */
export const CONFIRMED_BY = ['signature', 'service', 'list'] as const;

/** Who says that an item is of a fax: the signature of its delivery, the service when it was asked about it, or a list of it. */
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];

/**
 * What n8n's store holds of an item that has passed. There are five kinds of entry: the id of a delivery, what a fax is called, how
 * one has come (`confirmationEntry`), which execution has passed it on (`passedBy`), and what has happened in an hour, a minute or a day
 * (`happenedIn`).
 */
export interface Entries {
	/** The id of a signed delivery, which each copy of it has. */
	delivery?: string;
	/** What the fax is called: each item that anybody else vouches for is a copy if one of these is known. */
	faxes: readonly string[];
	/** Undefined for an item of the polling trigger, which knows no other way. */
	confirmedBy?: ConfirmedBy | undefined;
	/** Of a signed delivery: polls have to know whether any of its event has come. */
	event?: string;
	/** What holds for more than this item. */
	facts?: readonly string[];
}

/** How many entries n8n's store holds of one fax, as a rule: more where a delivery tells two ids. */
export const ENTRIES_OF_A_FAX = 3;

/** @returns undefined for what nothing tells from others, such as a test event that nobody has signed */
export function entriesFor({ json }: INodeExecutionData): Entries | undefined {
	const { webhookId, confirmedBy } = json as { webhookId?: unknown; confirmedBy?: ConfirmedBy | null };
	const faxes = faxesOf(json);
	if (typeof webhookId === 'string')
		return { delivery: webhookId, faxes, confirmedBy: 'signature', event: json['event'] as string };
	return faxes.length === 0 ? undefined : { faxes, confirmedBy: confirmedBy ?? undefined };
}

/** What tells the delivery of an item from others of its trigger; the name of its fax where no signature vouches for it. */
export function deliveryOf({ json }: INodeExecutionData): string {
	return JSON.stringify(json['webhookId'] ?? faxesOf(json)[0]);
}

/** The entry that says how a fax has come, or that any of an event has. */
export function confirmationEntry(confirmedBy: ConfirmedBy, faxOrEvent: string): string {
	return `${confirmedBy}: ${faxOrEvent}`;
}

/** The entry that says that lists call faxes of an event what their deliveries call them. */
export function idsAgreeFor(event: string): string {
	return confirmationEntry('list', event);
}

/** The entry that says which execution has passed a fax on. */
export function passedBy(execution: string, fax: string): string {
	return `${execution} ${fax}`;
}

/** The entry that says that something has happened in a period, such as an hour, in whichever process. */
export function happenedIn(period: string, what: string): string {
	return `${what} in ${period}`;
}

const HOUR = 3_600_000;

/** Both entries that say something: whoever was killed while it asked about them has left one of the two. */
export function bothEntries(what: string): [string, string] {
	return [what, `${what} again`];
}

/** What says that nothing had ever started the workflow when it was found that n8n had lost since when the trigger is active. */
export function firstPublishFoundAt(lostAt: number): string {
	return `first publish at ${lostAt}`;
}

/** What says that something was recorded in the hour of a time; in that of time 0, when the store was empty. */
export function recordingIn(time: number): string {
	return happenedIn(`hour ${Math.floor(time / HOUR)}`, 'recording');
}

/** Both entries that say so. */
export function hourEntries(time: number): [string, string] {
	return bothEntries(recordingIn(time));
}

/** All entries of an item that passes; the facts first, as the store drops what was recorded first. */
export function namesOf({ delivery, faxes, confirmedBy, event, facts = [] }: Entries): string[] {
	const told = event === undefined ? faxes : [event, ...faxes];
	const ways = confirmedBy ? told.map((one) => confirmationEntry(confirmedBy, one)) : [];
	return [...facts, ...(delivery === undefined ? [] : [delivery]), ...faxes, ...ways];
}

/**
 * Whether an item is no copy of what is known. Two tries at one fax have two deliveries and one id: both pass, if both were
 * signed.
 */
export function isNewTo(recorded: ReadonlySet<string>, { delivery, faxes, confirmedBy }: Entries): boolean {
	if (delivery !== undefined && recorded.has(delivery)) return false;
	const isOfTry = (fax: string): boolean =>
		confirmedBy === 'signature' && recorded.has(confirmationEntry('signature', fax));
	return !faxes.some((fax) => recorded.has(fax) && !isOfTry(fax));
}
