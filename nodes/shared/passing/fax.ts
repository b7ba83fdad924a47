import type { INodeExecutionData } from 'n8n-workflow';

import { faxesOf } from '../faxes/faxNames';

/** What can confirm a fax: the signature of a delivery, a check with Fax.Plus, or a list. */
export const CONFIRMED_BY = ['signature', 'service', 'list'] as const;

/** What confirmed the fax of an item: the signature of its delivery, a check with Fax.Plus, or a list. */
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];

/**
 * What n8n's store keeps about an item that has started the workflow. There are five kinds of entries. They show the ID of
 * a delivery, the name of a fax, how a fax was confirmed (`confirmationEntry`), which execution has it (`passedBy`), and
 * what has happened and when (`happenedIn`, `firstPublishFoundAt`).
 */
export interface Entries {
	/** ID of a signed delivery, which all its copies have. */
	delivery?: string;
	/** Names of the fax. An item without a signature is a copy if one of them is known. */
	faxes: readonly string[];
	/** Undefined for an unconfirmed item, such as a test event. */
	confirmedBy?: ConfirmedBy | undefined;
	/** Event of a signed delivery. Polls have to know whether there was a signed delivery of an event. */
	event?: string;
	/** Entries about facts that also apply to other items. */
	facts?: readonly string[];
}

/** Usual number of entries for one fax in n8n's store. There are more if a delivery has two IDs. */
export const ENTRIES_OF_A_FAX = 3;

/** @returns undefined for an item that can't be identified, such as an unsigned test event */
export function entriesFor({ json }: INodeExecutionData): Entries | undefined {
	const { webhookId, confirmedBy } = json as { webhookId?: unknown; confirmedBy?: ConfirmedBy | null };
	const faxes = faxesOf(json);
	if (typeof webhookId === 'string')
		return { delivery: webhookId, faxes, confirmedBy: 'signature', event: json['event'] as string };
	return faxes.length === 0 ? undefined : { faxes, confirmedBy: confirmedBy ?? undefined };
}

/** Identifies the delivery of an item among all deliveries of its trigger. Without a signature, it's the name of the fax. */
export function deliveryOf({ json }: INodeExecutionData): string {
	return JSON.stringify(json['webhookId'] ?? faxesOf(json)[0]);
}

/** The entry that shows how a fax was confirmed, or that any fax of an event was. */
export function confirmationEntry(confirmedBy: ConfirmedBy, faxOrEvent: string): string {
	return `${confirmedBy}: ${faxOrEvent}`;
}

/** The entry that shows that lists and deliveries of an event use the same IDs. */
export function idsAgreeFor(event: string): string {
	return confirmationEntry('list', event);
}

/** The entry that shows which execution has a fax. */
export function passedBy(execution: string, fax: string): string {
	return `${execution} ${fax}`;
}

/** The entry that shows that something has happened in a period, such as an hour, whatever process recorded it. */
export function happenedIn(period: string, what: string): string {
	return `${what} in ${period}`;
}

const HOUR = 3_600_000;

/** Both entries for one fact. A process that's killed while it looks them up leaves only one of the two. */
export function bothEntries(what: string): [string, string] {
	return [what, `${what} again`];
}

/** The fact that nothing had ever started the workflow when a poll noticed that n8n had lost the trigger's memory. */
export function firstPublishFoundAt(lostAt: number): string {
	return `first publish at ${lostAt}`;
}

/** The fact that something was recorded in the hour of a time. Hour 0 is recorded if the store is empty. */
export function recordingIn(time: number): string {
	return happenedIn(`hour ${Math.floor(time / HOUR)}`, 'recording');
}

/** Both entries for the fact that something was recorded in an hour. */
export function hourEntries(time: number): [string, string] {
	return bothEntries(recordingIn(time));
}

/** All entries of an item that starts the workflow. The facts come first, because the store drops the oldest entries first. */
export function namesOf({ delivery, faxes, confirmedBy, event, facts = [] }: Entries): string[] {
	const named = event === undefined ? faxes : [event, ...faxes];
	const confirmations = confirmedBy ? named.map((one) => confirmationEntry(confirmedBy, one)) : [];
	return [...facts, ...(delivery === undefined ? [] : [delivery]), ...faxes, ...confirmations];
}

/**
 * Whether an item isn't a copy of a known one. Two tries at one fax have two deliveries but one ID. Both start the workflow
 * if both were signed.
 */
export function isNewTo(recorded: ReadonlySet<string>, { delivery, faxes, confirmedBy }: Entries): boolean {
	if (delivery !== undefined && recorded.has(delivery)) return false;
	const isOfTry = (fax: string): boolean =>
		confirmedBy === 'signature' && recorded.has(confirmationEntry('signature', fax));
	return !faxes.some((fax) => recorded.has(fax) && !isOfTry(fax));
}
