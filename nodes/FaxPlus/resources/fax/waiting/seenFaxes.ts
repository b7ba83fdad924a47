import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { LruMap } from '../../../../shared/values/lruMap';
import { ByTraits, traitsInOutbox, type FaxTraits } from './faxTraits';

/**
 * How many seconds two submission times of one fax may differ, because one source rounds the time and the other one truncates it.
 */
export const TOLERANCE = 1;

/** How many faxes a process remembers. That's enough for two sends to the maximum number of recipients, and some more. */
const CAPACITY = 10_000;

// A process remembers what all its executions have seen, because one execution's fax may be mistaken for another's.

/** A fax that the outbox has shown under an ID. */
interface Shown {
	account: string;
	/** Digits of the recipient's number, if the record has only one recipient. */
	to: string | undefined;
	/** Time of the last outbox request that showed the fax, in milliseconds of `performance.now()`. */
	at: number;
}

const shown = new LruMap<string, Shown>(CAPACITY);
const byTraits = new ByTraits<string>(CAPACITY);

/** When the record with each ID was first listed, in milliseconds of `performance.now()`. */
const listedAt = new LruMap<string, number>(CAPACITY);

/** Accounts in which a sent fax had the same ID as in the outbox. */
const keepingIds = new LruMap<string, true>(CAPACITY);

/** The outbox ID and the recipient of each record whose fax is known, by the ID of the record. */
const owners = new LruMap<string, { id: string; to: string }>(CAPACITY);
const found = new LruMap<string, true>(CAPACITY);

/**
 * Remembers what the outbox shows.
 *
 * @param at when the outbox was requested, in milliseconds of `performance.now()`
 * @param account identifies the outbox if its records don't name the user
 */
export function rememberOutbox(outbox: readonly OutboxFax[], at: number, account: string): void {
	for (const fax of outbox) {
		const before = shown.get(fax.id);
		if (before) before.at = at;
		if (before) continue;
		const [to = '', ...others] = recipientsOf(fax);
		const recipient = others.length === 0 ? digitsOf(to) : undefined;
		shown.set(fax.id, { account: fax.uid || account, to: recipient, at });
		for (const traits of traitsInOutbox(fax)) byTraits.add(traits, fax.id);
	}
}

/** Remembers the record of a sent fax that Fax.Plus has just returned. */
export function rememberSent(fax: Fax): void {
	listedAt.getOrAdd(fax.id, () => performance.now());
	const before = shown.get(fax.id);
	if (before && before.to === digitsOf(normalized(fax).to)) keepingIds.set(before.account, true);
}

/** Remembers which fax a record belongs to, by the IDs that the fax had in the outbox. */
export function rememberOwner(outboxIds: readonly string[], fax: Fax): void {
	const to = digitsOf(normalized(fax).to);
	for (const id of outboxIds) {
		owners.set(fax.id, { id, to });
		found.set(nameOf(id, to), true);
	}
}

/** True if another fax of the account kept its ID when it left the outbox. This fax then keeps its ID too. */
export function keepsIds({ id }: OutboxFax): boolean {
	const account = shown.get(id)?.account;
	return account !== undefined && keepingIds.get(account) !== undefined;
}

/** True if a record could also belong to a fax of another send whose record isn't known yet. */
export function hasRivals(sendIds: ReadonlySet<string>, traits: FaxTraits): boolean {
	const ids = byTraits.near(traits, 2 * TOLERANCE);
	return ids.some((id) => !sendIds.has(id) && !found.get(nameOf(id, traits.to)));
}

/** True if a record belongs to another fax. Either the outbox showed its ID, or another wait has found it. */
export function isOfAnother(sendIds: ReadonlySet<string>, { to }: FaxTraits, { id }: Fax): boolean {
	const owner = owners.get(id);
	if (!owner) return shown.get(id) !== undefined;
	return owner.to !== to || !sendIds.has(owner.id);
}

/** True if a record was listed while the fax with this ID was still in the outbox, so it belongs to another fax. */
export function wasListedBefore(outboxId: string, { id }: Fax): boolean {
	const { to, at } = shown.get(outboxId) ?? {};
	const listed = listedAt.get(id);
	// If several recipients share an ID, some of them may have left the outbox earlier.
	return to !== undefined && at !== undefined && listed !== undefined && listed < at;
}

function nameOf(outboxId: string, to: string): string {
	return `${outboxId} to ${to}`;
}
