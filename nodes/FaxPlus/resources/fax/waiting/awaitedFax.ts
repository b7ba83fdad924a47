import type { ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { isE164, sameNumber } from '../../../../shared/values/phoneNumbers';
import { traitsInOutbox, type ByTraits, type FaxTraits } from './faxTraits';
import { hasRivals, isOfAnother, keepsIds, rememberOwner, TOLERANCE, wasListedBefore } from './seenFaxes';

/** What's known about a fax that's being sent. */
export interface OutgoingFax {
	id: string;
	to?: string | undefined;
	/** True if other recipients of the same send have the same ID. */
	isIdShared?: boolean;
	/** The IDs of all recipients of the send. In the outbox, this fax may have any of them. */
	sendIds?: ReadonlySet<string>;
	/** True if this run has just sent the fax, so that no check could show it yet. */
	isNew?: boolean;
}

/** Where a fax is: in the outbox, or among the sent faxes. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** What a check of the sent faxes found. */
export interface SentFaxes {
	byId: ReadonlyMap<string, Fax>;
	byTraits: ByTraits<Fax>;
	/** True if the list was read to its end. */
	isWhole: boolean;
}

/** Sent faxes with the same numbers and the same second as a fax, and why none of them is accepted as that fax. */
export interface Doubt {
	because: 'others are alike' | 'ids are kept' | 'it is too early';
	ids: string[];
}

/** How long a fax may be in neither list, in milliseconds. The move from the outbox to the sent faxes takes a while. */
const LISTING_MS = 60_000;

/** How many checks in a row must miss a fax before it's overdue, however far apart they are. */
const MISSES = 4;

/** What the steps of a check can show about a fax, in order. */
type Sight =
	/** The record in the outbox with the ID of the fax, if there is one. */
	| { of: 'outbox'; record: OutboxFax | undefined }
	/**
	 * If `wasRead` is true, the outbox was read when the fax was sent. It then showed every fax that may be mistaken for this
	 * one.
	 */
	| { of: 'outbox at first'; wasRead: boolean }
	/** The record that Fax.Plus has for the ID of the fax. */
	| { of: 'record'; fax: Fax }
	/** The error from Fax.Plus if it has nothing with the ID of the fax. */
	| { of: 'no record'; fault: ServiceFault }
	/** The list of sent faxes. */
	| { of: 'list'; sent: SentFaxes }
	/** The request for the ID of the fax failed. */
	| { of: 'no answer'; fault: ServiceFault }
	/** The check failed, so it shows nothing. */
	| { of: 'no check'; fault: ServiceFault }
	/** None of these places had the fax at this time. */
	| { of: 'nowhere'; now: number }
	/** A last request for the ID of the fax didn't find it either. */
	| { of: 'nowhere at last' }
	/** The check that began at `now` is over. If the fax needs another check, it comes `soon` milliseconds later. */
	| { of: 'end'; now: number; soon: number };

/** The result of a wait. */
export interface Waited {
	/** Where the fax was last seen. */
	found: Found | undefined;
	/** True if the fax has left the outbox and its result is unknown. */
	isGone: boolean;
	/** The sent faxes that could be this one, if it's unknown which of them is. */
	doubt: Doubt | undefined;
	/** Why the outcome is unknown after the last check. */
	fault: ServiceFault | undefined;
}

/** The state of a fax during a wait. */
interface State {
	/** When the fax is checked for the last time, in milliseconds of `performance.now()`. */
	deadline: number;
	/** True if the deadline was postponed, because the fax may be on its way from the outbox to the sent faxes. */
	isPutOff: boolean;
	/** True if the last check showed the fax. */
	isSeen: boolean;
	/** True if the wait is over, because no check finds the fax or the time is up. */
	isGivenUp: boolean;
	/**
	 * True if the outbox was read when the fax was sent, and in every check since. It then showed every fax that may be mistaken
	 * for this one.
	 */
	hasSeenRivals: boolean;
	/** Where the fax was last seen. */
	found?: Found;
	/** The last record of the fax in the outbox. */
	inOutbox?: OutboxFax;
	/** Why the last check shows nothing. If that's permanent, the wait ends. */
	fault?: ServiceFault | undefined;
	/** The error from Fax.Plus when it had nothing with the ID of the fax. */
	missing?: ServiceFault;
	doubt?: Doubt | undefined;
	/** When a check first missed the fax, when one last did, and how many did in a row. */
	absence?: { since: number; until: number; checks: number } | undefined;
}

/**
 * A fax to one recipient whose result is awaited (docs/contributing/api.md, "Sending"). Only the results of checks change its
 * state.
 */
export class AwaitedFax {
	private state: State;
	/** The traits that identify the fax. They're read only once for each record, because a check may miss thousands of faxes. */
	private lastTraits: { of: OutboxFax; traits: FaxTraits | undefined } | undefined;

	/** @param deadline when the fax is checked for the last time, in milliseconds of `performance.now()` */
	constructor(
		readonly outgoing: OutgoingFax,
		deadline: number,
	) {
		const not = { isPutOff: false, isSeen: false, isGivenUp: false, hasSeenRivals: false };
		this.state = { deadline, ...not };
	}

	/** Updates the state of the fax with the result of a check. */
	next(sight: Sight): void {
		this.state = { ...this.state, ...this.changeBy(sight) };
	}

	/** The result of the wait so far. */
	get result(): Waited {
		const { found, isSeen, isGivenUp, fault, missing, doubt } = this.state;
		const isGone = isGivenUp && !isSeen && !fault && found !== undefined;
		return { found, isGone, doubt, fault: fault ?? (found ? undefined : missing) };
	}

	/** True if there's nothing more to learn about the fax. */
	get isOver(): boolean {
		const { fault, found, isGivenUp } = this.state;
		const isRefused = fault !== undefined && !fault.isTransient;
		const hasEnded = found?.in === 'faxes' && outcomeOf(found.fax.status) !== 'pending';
		return isGivenUp || isRefused || hasEnded;
	}

	/** When the fax is checked for the last time, in milliseconds of `performance.now()`. */
	get deadline(): number {
		return this.state.deadline;
	}

	/** True if the last check showed the fax. */
	get isSeen(): boolean {
		return this.state.isSeen;
	}

	/** True if the last check worked, but didn't show the fax. */
	get isMissing(): boolean {
		return !this.state.isSeen && !this.state.fault;
	}

	/** True if no check has ever shown the fax. */
	get isUnknown(): boolean {
		return this.state.found === undefined;
	}

	/** True if the lists haven't shown the fax for so long that only a request for its ID may find it. */
	get isOverdue(): boolean {
		const { since, until, checks } = this.state.absence ?? { since: 0, until: 0, checks: 0 };
		return checks >= MISSES && until - since >= LISTING_MS;
	}

	/** The faxes that share this ID, one for each recipient in the outbox. If the recipient is known, it's only this fax. */
	get parts(): AwaitedFax[] {
		const { deadline, inOutbox: record } = this.state;
		const recipients = recipientsOf(record);
		if (this.outgoing.to !== undefined || recipients.length < 2) return [this];
		return recipients.map((to) => {
			const part = new AwaitedFax({ ...this.outgoing, to, isIdShared: true }, deadline);
			part.next({ of: 'outbox', record });
			return part;
		});
	}

	/**
	 * How far back sent faxes must be listed to find this one, as a time in milliseconds by Fax.Plus's clock. Undefined if
	 * unknown.
	 */
	get listedSince(): number | undefined {
		const { traits } = this;
		return traits && (traits.second - TOLERANCE) * 1000;
	}

	/**
	 * True if the list of sent faxes helps. If the last check didn't show the fax, the list may have it. While the fax is
	 * still in the outbox, the list shows which records can't be this fax. That matters if similar faxes may have left the
	 * outbox before any check.
	 */
	get needsList(): boolean {
		const { fault, isSeen, hasSeenRivals } = this.state;
		return !fault && (!isSeen || (!hasSeenRivals && !this.keepsId));
	}

	/** True if the record of the sent fax will have the same ID, so that the list is only searched for that ID. */
	get keepsId(): boolean {
		const { inOutbox } = this.state;
		return !this.outgoing.isIdShared && inOutbox !== undefined && keepsIds(inOutbox);
	}

	private changeBy(sight: Sight): Partial<State> {
		switch (sight.of) {
			case 'outbox':
				return { isSeen: false, fault: undefined, ...this.inOutbox(sight.record) };
			case 'outbox at first':
				return { hasSeenRivals: sight.wasRead };
			case 'record':
				return this.canBe(sight.fax) ? this.asRecord(sight.fax) : {};
			case 'no record':
				return { missing: sight.fault };
			case 'list':
				return this.amongSent(sight.sent);
			case 'no answer':
				return { fault: sight.fault };
			case 'no check':
				return { fault: sight.fault, hasSeenRivals: false };
			case 'nowhere':
				return { absence: this.absenceAt(sight.now) };
			case 'nowhere at last':
				return { isGivenUp: this.isOverdue };
			case 'end':
				return this.atEnd(sight.now, sight.soon);
		}
	}

	private inOutbox(record: OutboxFax | undefined): Partial<State> {
		return record ? { inOutbox: record, ...seenAs({ in: 'outbox', fax: record }) } : {};
	}

	/** Accepts the record with the fax's ID, or else the only record that can be this fax. */
	private amongSent({ byId, byTraits, isWhole }: SentFaxes): Partial<State> {
		const { outgoing, traits } = this;
		const own = byId.get(outgoing.id);
		// If several recipients share the ID, the outbox may show only the last one.
		const isAmbiguous = own !== undefined && outgoing.to === undefined;
		if (own && this.canBe(own)) return this.asRecord(own);
		return traits && isWhole && !isAmbiguous ? this.asOnly(traits, byTraits) : {};
	}

	private asOnly(traits: FaxTraits, sent: ByTraits<Fax>): Partial<State> {
		const { id, sendIds = new Set([id]) } = this.outgoing;
		const shownAs = this.state.inOutbox?.id ?? id;
		const alike = sent
			.near(traits, TOLERANCE)
			.filter((fax) => !isOfAnother(sendIds, traits, fax) && !wasListedBefore(shownAs, fax));
		const [only, ...more] = alike;
		if (!only) return {};
		const because =
			more.length > 0 || hasRivals(sendIds, traits) ? 'others are alike' : this.reasonAgainstTheOnly;
		return because === undefined
			? this.asRecord(only)
			: { doubt: { because, ids: alike.map((fax) => fax.id) } };
	}

	/** Why the only matching record, which has another ID, isn't accepted as this fax. Undefined if it's accepted. */
	private get reasonAgainstTheOnly(): Doubt['because'] | undefined {
		if (this.keepsId) return 'ids are kept';
		// A similar fax that no check saw in the outbox may be listed before this one.
		return this.state.hasSeenRivals || this.isOverdue ? undefined : 'it is too early';
	}

	private asRecord(fax: Fax): Partial<State> {
		const { id } = this.outgoing;
		rememberOwner([id, this.state.inOutbox?.id ?? id], fax);
		return seenAs({ in: 'faxes', fax });
	}

	private absenceAt(now: number): State['absence'] {
		const { since, checks } = this.state.absence ?? { since: now, checks: 0 };
		return { since, until: now, checks: checks + 1 };
	}

	/** Gives up on the fax after the deadline. If it has just left the outbox, there's one more check. */
	private atEnd(now: number, soon: number): Partial<State> {
		const { deadline, isPutOff } = this.state;
		if (now < deadline) return {};
		const isBetween = this.isMissing && !this.isUnknown;
		return { isGivenUp: !isBetween || isPutOff, isPutOff: true, deadline: now + soon };
	}

	/** True if a record with this ID can belong to this fax. Several recipients may share an ID that only one of them keeps. */
	private canBe(fax: Fax): boolean {
		const { to } = this;
		if (to === undefined) return true;
		const given = normalized(fax).to;
		// Fax.Plus may write a number differently.
		const isCertain = this.outgoing.isIdShared ?? (isE164(to) && isE164(given));
		return !isCertain || sameNumber(given, to);
	}

	private get to(): string | undefined {
		const [recipient, ...others] = recipientsOf(this.state.inOutbox);
		return this.outgoing.to ?? (others.length === 0 ? recipient : undefined);
	}

	private get traits(): FaxTraits | undefined {
		const { to } = this;
		const { inOutbox } = this.state;
		if (!inOutbox || to === undefined) return undefined;
		if (this.lastTraits?.of !== inOutbox)
			this.lastTraits = { of: inOutbox, traits: traitsInOutbox({ ...inOutbox, to })[0] };
		return this.lastTraits.traits;
	}
}

function seenAs(found: Found): Partial<State> {
	return { found, isSeen: true, absence: undefined, doubt: undefined };
}
