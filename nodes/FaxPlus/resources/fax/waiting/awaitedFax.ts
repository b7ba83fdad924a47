import type { ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { isE164, sameNumber } from '../../../../shared/values/phoneNumbers';
import { hasRivals, isOfAnother, rememberRecord, TOLERANCE } from './rivals';
import { tracesInOutbox, type ByTrace, type Trace } from './traces';

/** A fax on its way, as far as it is known. */
export interface OutgoingFax {
	id: string;
	to?: string | undefined;
	/** Whether other recipients of the same send have the same id. */
	isIdShared?: boolean;
	/** The ids of all recipients of its send, under any of which the outbox may show it. */
	sendIds?: ReadonlySet<string>;
	/** Whether this run has just sent it, so that no look has been able to show it yet. */
	isNew?: boolean;
}

/** Where a fax is: in the outbox, or among the faxes that have ended. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** What a look has found among the sent faxes. */
export interface SentFaxes {
	byId: ReadonlyMap<string, Fax>;
	byTrace: ByTrace<Fax>;
	/** Whether the list was read to its end. */
	isWhole: boolean;
}

/** So long a fax may be nowhere, because it takes its time from the outbox to the faxes. */
const LISTING_MS = 60_000;

/** At how many looks it has to be nowhere, however long they are apart. */
const MISSES = 4;

/** A fax to one recipient that is waited for, and where it was seen (docs/api.md, "Sending"). */
export class AwaitedFax {
	found: Found | undefined;
	isSeen = false;
	/** Whether it was nowhere for so long that only its id may still find it. */
	isOverdue = false;
	/** Whether that has not found it either, or its time has passed, so that it is waited for no more. */
	isGivenUp = false;
	/** Why the last look told nothing; where that will not pass, nothing more is waited for. */
	fault: ServiceFault | undefined;
	/** The service's words when there was nothing with its id. */
	missing: ServiceFault | undefined;
	/** The ids of the sent faxes of which one may be it, as others may be the same. */
	possible: string[] = [];
	/** Whether its time was extended, because it may be between the outbox and the faxes. */
	private isExtended = false;
	private inOutbox: OutboxFax | undefined;
	/** What that tells, read once, because thousands may be missed at each look. */
	private lastTrace: Trace | undefined;
	private missingSince = 0;
	private misses = 0;

	/** @param deadline when it is looked for last, in milliseconds of `performance.now()` */
	constructor(
		readonly outgoing: OutgoingFax,
		public deadline: number,
	) {}

	/** Whether nothing more is to be learned of it. */
	get isOver(): boolean {
		const isRefused = this.fault !== undefined && !this.fault.isTransient;
		const hasEnded = this.found?.in === 'faxes' && outcomeOf(this.found.fax.status) !== 'pending';
		return this.isGivenUp || isRefused || hasEnded;
	}

	/** The faxes that share its id, one for each recipient that the outbox tells, where it is not known for which it stands. */
	get parts(): AwaitedFax[] {
		const recipients = recipientsOf(this.inOutbox);
		if (this.outgoing.to !== undefined || recipients.length < 2) return [this];
		return recipients.map((to) => {
			const part = new AwaitedFax({ ...this.outgoing, to, isIdShared: true }, this.deadline);
			part.seeOutbox(this.inOutbox);
			return part;
		});
	}

	/** Since when sent faxes have to be listed for it, in milliseconds by the service's clock; undefined if nothing tells. */
	get listedSince(): number | undefined {
		const { trace } = this;
		return trace && (trace.second - TOLERANCE) * 1000;
	}

	/** Takes in what the outbox shows of it. */
	seeOutbox(record: OutboxFax | undefined): void {
		this.isSeen = false;
		this.fault = undefined;
		if (!record) return;
		this.inOutbox = record;
		this.lastTrace = undefined;
		this.note({ in: 'outbox', fax: record });
	}

	/** Takes in what is listed among the sent faxes: the one with its id, else the only one that it can be. */
	seeSent({ byId, byTrace, isWhole }: SentFaxes): void {
		const { outgoing, trace } = this;
		const own = byId.get(outgoing.id);
		// Of several recipients whose id is waited for the outbox may show the last only.
		const isAmbiguous = own !== undefined && outgoing.to === undefined;
		if (own && this.canBe(own)) this.noteRecord(own);
		else if (trace && isWhole && !isAmbiguous) this.seeOnly(trace, byTrace);
	}

	/** Takes in the record that the service has for its id, unless that is of another recipient. */
	seeById(fax: Fax): void {
		if (this.canBe(fax)) this.noteRecord(fax);
	}

	/** Takes in that a look has found it nowhere. */
	noteMissing(now: number): void {
		if (this.misses === 0) this.missingSince = now;
		this.misses += 1;
		this.isOverdue = this.misses >= MISSES && now - this.missingSince >= LISTING_MS;
	}

	/**
	 * Gives it up where its time has passed, but looks once more for one that has just left the outbox.
	 *
	 * @param extension in milliseconds
	 */
	endAt(now: number, extension: number): void {
		if (now < this.deadline) return;
		const isBetween = !this.isSeen && !this.fault && this.found !== undefined;
		this.isGivenUp = !isBetween || this.isExtended;
		this.isExtended = true;
		this.deadline = now + extension;
	}

	private seeOnly(trace: Trace, sent: ByTrace<Fax>): void {
		const { id, sendIds = new Set([id]) } = this.outgoing;
		const records = sent.near(trace, TOLERANCE).filter((fax) => !isOfAnother(sendIds, trace, fax));
		const [only, ...more] = records;
		if (only && more.length === 0 && !hasRivals(sendIds, trace)) this.noteRecord(only);
		else this.possible = records.map((fax) => fax.id);
	}

	private noteRecord(fax: Fax): void {
		const { id } = this.outgoing;
		rememberRecord([id, this.inOutbox?.id ?? id], fax);
		this.note({ in: 'faxes', fax });
	}

	private note(found: Found): void {
		this.found = found;
		this.isSeen = true;
		this.misses = 0;
		this.isOverdue = false;
		this.possible = [];
	}

	/** Whether the record with its id can be its own: several recipients may share an id that only one of them keeps. */
	private canBe(fax: Fax): boolean {
		const { to } = this;
		if (to === undefined) return true;
		const given = normalized(fax).to;
		// The service may write a number in another way.
		const isCertain = this.outgoing.isIdShared ?? (isE164(to) && isE164(given));
		return !isCertain || sameNumber(given, to);
	}

	private get to(): string | undefined {
		const [recipient, ...others] = recipientsOf(this.inOutbox);
		return this.outgoing.to ?? (others.length === 0 ? recipient : undefined);
	}

	private get trace(): Trace | undefined {
		const { to, inOutbox } = this;
		if (!inOutbox || to === undefined) return undefined;
		return (this.lastTrace ??= tracesInOutbox({ ...inOutbox, to })[0]);
	}
}
