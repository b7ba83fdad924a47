import { normalized } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { LruMap } from '../../../../shared/values/lruMap';
import { ByTrace, tracesInOutbox, type Trace } from './traces';

/** A record may tell a time of submission that is a second off, because one source rounds it and the other cuts it. */
export const TOLERANCE = 1;

/** How many faxes of the outbox a process remembers: more than two sends can have recipients. */
const CAPACITY = 10_000;

// A process remembers what all its executions have seen, because a fax of one may be taken for that of another.

const shown = new LruMap<string, true>(CAPACITY);
const byTrace = new ByTrace<string>(CAPACITY);

/** Whose fax is known by now: outbox id and recipient, by the id of the record. */
const owners = new LruMap<string, { id: string; to: string }>(CAPACITY);
const found = new LruMap<string, true>(CAPACITY);

/** Remembers what the outbox shows. */
export function rememberOutbox(outbox: readonly OutboxFax[]): void {
	for (const fax of outbox) {
		if (shown.get(fax.id)) continue;
		shown.set(fax.id, true);
		for (const trace of tracesInOutbox(fax)) byTrace.add(trace, fax.id);
	}
}

/** Remembers which record has turned out to be that of a fax, whose outbox ids these are. */
export function rememberRecord(outboxIds: readonly string[], fax: Fax): void {
	const to = digitsOf(normalized(fax).to);
	for (const id of outboxIds) {
		owners.set(fax.id, { id, to });
		found.set(nameOf(id, to), true);
	}
}

/** Whether the record of a fax of another send may be taken for that of a fax, because nobody knows yet which is whose. */
export function hasRivals(sendIds: ReadonlySet<string>, trace: Trace): boolean {
	const ids = byTrace.near(trace, 2 * TOLERANCE);
	return ids.some((id) => !sendIds.has(id) && !found.get(nameOf(id, trace.to)));
}

/** Whether a record is known as that of another fax, by an id of the outbox or because that has found it. */
export function isOfAnother(sendIds: ReadonlySet<string>, { to }: Trace, { id }: Fax): boolean {
	const owner = owners.get(id);
	if (!owner) return shown.get(id) !== undefined;
	return owner.to !== to || !sendIds.has(owner.id);
}

function nameOf(outboxId: string, to: string): string {
	return `${outboxId} to ${to}`;
}
