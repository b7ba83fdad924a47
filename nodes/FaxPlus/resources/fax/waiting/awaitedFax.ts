import type { ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { isE164, sameNumber } from '../../../../shared/values/phoneNumbers';
import { traitsInOutbox, type ByTraits, type FaxTraits } from './faxTraits';
import { hasRivals, isOfAnother, keepsIds, rememberOwner, TOLERANCE, wasListedBefore } from './seenFaxes';

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
	byTraits: ByTraits<Fax>;
	/** Whether the list was read to its end. */
	isWhole: boolean;
}

/** Sent faxes with a fax's numbers and second, and why none of them is taken for it. */
export interface Doubt {
	because: 'others are alike' | 'ids are kept' | 'it is too early';
	ids: string[];
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
	/** Why the outcome is unknown after the last look; where that will not pass, nothing more is waited for. */
	fault: ServiceFault | undefined;
	/** The service's words when there was nothing with its id. */
	missing: ServiceFault | undefined;
	/** Which sent faxes may be it, where that cannot be told. */
	doubt: Doubt | undefined;
	/** Whether all that may be mistaken for it has been seen in the outbox, as that was read when it was sent and ever since. */
	hasSeenRivals = false;
	/** Whether its time was extended, because it may be between the outbox and the faxes. */
	private isExtended = false;
	private inOutbox: OutboxFax | undefined;
	/** What tells it from others, read once, because thousands may be missed at each look. */
	private lastTraits: FaxTraits | undefined;
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
		const { traits } = this;
		return traits && (traits.second - TOLERANCE) * 1000;
	}

	/**
	 * Whether the list of sent faxes tells something about it: which it is, or while it is in the outbox which it is not, where
	 * others may have left that before anybody looked.
	 */
	get needsList(): boolean {
		return !this.fault && (!this.isSeen || (!this.hasSeenRivals && !this.keepsId));
	}

	/** Takes in what the outbox shows of it. */
	seeOutbox(record: OutboxFax | undefined): void {
		this.isSeen = false;
		this.fault = undefined;
		if (!record) return;
		this.inOutbox = record;
		this.lastTraits = undefined;
		this.note({ in: 'outbox', fax: record });
	}

	/** Takes in what is listed among the sent faxes: the one with its id, else the only one that it can be. */
	seeSent({ byId, byTraits, isWhole }: SentFaxes): void {
		const { outgoing, traits } = this;
		const own = byId.get(outgoing.id);
		// Of several recipients whose id is waited for the outbox may show the last only.
		const isAmbiguous = own !== undefined && outgoing.to === undefined;
		if (own && this.canBe(own)) this.noteRecord(own);
		else if (traits && isWhole && !isAmbiguous) this.seeOnly(traits, byTraits);
	}

	/** Takes in the record that the service has for its id, unless that is of another recipient. */
	seeById(fax: Fax): void {
		if (this.canBe(fax)) this.noteRecord(fax);
	}

	/** Takes in that the service could not be asked. */
	noteFault(fault: ServiceFault): void {
		this.fault = fault;
		this.hasSeenRivals = false;
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

	private seeOnly(traits: FaxTraits, sent: ByTraits<Fax>): void {
		const { id, sendIds = new Set([id]) } = this.outgoing;
		const shownAs = this.inOutbox?.id ?? id;
		const alike = sent
			.near(traits, TOLERANCE)
			.filter((fax) => !isOfAnother(sendIds, traits, fax) && !wasListedBefore(shownAs, fax));
		const [only, ...more] = alike;
		if (!only) return;
		const because =
			more.length > 0 || hasRivals(sendIds, traits) ? 'others are alike' : this.reasonAgainstTheOnly;
		if (because === undefined) this.noteRecord(only);
		else this.doubt = { because, ids: alike.map((fax) => fax.id) };
	}

	/** Why the only fax that it can be is not taken for it, as far as it is for what ids do. */
	private get reasonAgainstTheOnly(): Doubt['because'] | undefined {
		if (this.keepsId) return 'ids are kept';
		// One that nobody has seen in the outbox may be listed before this one is.
		return this.hasSeenRivals || this.isOverdue ? undefined : 'it is too early';
	}

	/** Whether its record will have its id, so that nothing else of a list tells anything. */
	get keepsId(): boolean {
		const { outgoing, inOutbox } = this;
		return !outgoing.isIdShared && inOutbox !== undefined && keepsIds(inOutbox);
	}

	private noteRecord(fax: Fax): void {
		const { id } = this.outgoing;
		rememberOwner([id, this.inOutbox?.id ?? id], fax);
		this.note({ in: 'faxes', fax });
	}

	private note(found: Found): void {
		this.found = found;
		this.isSeen = true;
		this.misses = 0;
		this.isOverdue = false;
		this.doubt = undefined;
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

	private get traits(): FaxTraits | undefined {
		const { to, inOutbox } = this;
		if (!inOutbox || to === undefined) return undefined;
		return (this.lastTraits ??= traitsInOutbox({ ...inOutbox, to })[0]);
	}
}
