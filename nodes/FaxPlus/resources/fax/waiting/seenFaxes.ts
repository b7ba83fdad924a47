import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { LruMap } from '../../../../shared/values/lruMap';
import { ByTraits, traitsInOutbox, type FaxTraits } from './faxTraits';

/** A record may tell a time of submission that is a second off, because one source rounds it and the other cuts it. */
export const TOLERANCE = 1;

/** How many faxes a process remembers: those of two sends to as many recipients as one can have, and some more. */
const CAPACITY = 10_000;

// A process remembers what all its executions have seen, because a fax of one may be taken for that of another.

/** A fax that the outbox has shown under an ID. */
interface Shown {
	account: string;
	/** The digits of the recipient, where it stands for one alone. */
	to: string | undefined;
	/** When the outbox was asked that has shown it last, in milliseconds of `performance.now()`. */
	at: number;
}

const shown = new LruMap<string, Shown>(CAPACITY);
const byTraits = new ByTraits<string>(CAPACITY);

/** When the record of an id was first listed, in milliseconds of `performance.now()`. */
const listedAt = new LruMap<string, number>(CAPACITY);

/** Accounts of which a fax has been found by the id that it had in the outbox. */
const keepingIds = new LruMap<string, true>(CAPACITY);

/** Whose fax is known by now: outbox id and recipient, by the id of the record. */
const owners = new LruMap<string, { id: string; to: string }>(CAPACITY);
const found = new LruMap<string, true>(CAPACITY);

/**
 * Remembers what the outbox shows.
 *
 * @param at when it was asked, in milliseconds of `performance.now()`
 * @param account what tells this outbox from others, where its records don't name the user
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

/** Remembers the record of a sent fax, which the service has just shown. */
export function rememberSent(fax: Fax): void {
	listedAt.getOrAdd(fax.id, () => performance.now());
	const before = shown.get(fax.id);
	if (before && before.to === digitsOf(normalized(fax).to)) keepingIds.set(before.account, true);
}

/** Remembers whose record it has turned out to be, by the ids that this fax had in the outbox. */
export function rememberOwner(outboxIds: readonly string[], fax: Fax): void {
	const to = digitsOf(normalized(fax).to);
	for (const id of outboxIds) {
		owners.set(fax.id, { id, to });
		found.set(nameOf(id, to), true);
	}
}

/** True if another fax of the account has kept its ID when it left the outbox, so this one will too. */
export function keepsIds({ id }: OutboxFax): boolean {
	const account = shown.get(id)?.account;
	return account !== undefined && keepingIds.get(account) !== undefined;
}

/** True if a record may belong to a fax of another send, because it's unknown yet which belongs to which. */
export function hasRivals(sendIds: ReadonlySet<string>, traits: FaxTraits): boolean {
	const ids = byTraits.near(traits, 2 * TOLERANCE);
	return ids.some((id) => !sendIds.has(id) && !found.get(nameOf(id, traits.to)));
}

/** True if a record belongs to another fax, by its ID in the outbox or because another wait has found it. */
export function isOfAnother(sendIds: ReadonlySet<string>, { to }: FaxTraits, { id }: Fax): boolean {
	const owner = owners.get(id);
	if (!owner) return shown.get(id) !== undefined;
	return owner.to !== to || !sendIds.has(owner.id);
}

/** True if a record was listed while the fax with this ID was still in the outbox, so it belongs to another fax. */
export function wasListedBefore(outboxId: string, { id }: Fax): boolean {
	const { to, at } = shown.get(outboxId) ?? {};
	const listed = listedAt.get(id);
	// Of several recipients with one id some may have left the outbox before.
	return to !== undefined && at !== undefined && listed !== undefined && listed < at;
}

function nameOf(outboxId: string, to: string): string {
	return `${outboxId} to ${to}`;
}
