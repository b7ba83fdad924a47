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
	/** Other recipients of the same send have the same ID. */
	isIdShared?: boolean;
	/** The ids of all recipients of its send, under any of which the outbox may show it. */
	sendIds?: ReadonlySet<string>;
	/** This run has just sent it, so no check could show it yet. */
	isNew?: boolean;
}

/** Where a fax is: in the outbox, or among the sent faxes. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** The result of a check among the sent faxes. */
export interface SentFaxes {
	byId: ReadonlyMap<string, Fax>;
	byTraits: ByTraits<Fax>;
	/** The list was read to its end. */
	isWhole: boolean;
}

/** Sent faxes with a fax's numbers and second, and why none of them is taken for it. */
export interface Doubt {
	because: 'others are alike' | 'ids are kept' | 'it is too early';
	ids: string[];
}

/** How long a fax may be nowhere, because it takes a while from the outbox to the sent faxes. */
const LISTING_MS = 60_000;

/** How many checks must not find it, regardless of the time between them. */
const MISSES = 4;

/** The places where a check may find a fax, in the order of the check. */
type Sight =
	/** The record in the outbox with its ID, if there is one. */
	| { of: 'outbox'; record: OutboxFax | undefined }
	/** The outbox was read when the fax was sent, so every fax that may be mistaken for it was seen there. */
	| { of: 'outbox at first'; wasRead: boolean }
	/** The record that Fax.Plus has for its ID. */
	| { of: 'record'; fax: Fax }
	/** The error of Fax.Plus if it has nothing with its ID. */
	| { of: 'no record'; fault: ServiceFault }
	/** The records among the sent faxes. */
	| { of: 'list'; sent: SentFaxes }
	/** Its ID couldn't be requested. */
	| { of: 'no answer'; fault: ServiceFault }
	/** Nothing could be read. */
	| { of: 'no check'; fault: ServiceFault }
	/** The time at which it was in none of these places. */
	| { of: 'nowhere'; now: number }
	/** A last request by its ID didn't find it either. */
	| { of: 'nowhere at last' }
	/** The check that began at this time is over. If the fax needs it, the next one comes `soon` milliseconds later. */
	| { of: 'end'; now: number; soon: number };

/** The result of a wait. */
export interface Waited {
	/** Where the fax was last seen. */
	found: Found | undefined;
	/** It has left the outbox, and its result is unknown. */
	isGone: boolean;
	/** The sent faxes that may be it, if it's unknown which one is. */
	doubt: Doubt | undefined;
	/** Why the outcome is unknown after the last check. */
	fault: ServiceFault | undefined;
}

/** The state of a fax during a wait. */
interface State {
	/** The time of the last check for it, in milliseconds of `performance.now()`. */
	deadline: number;
	/** The end was put off, because the fax may be between the outbox and the sent faxes. */
	isPutOff: boolean;
	/** True if the last check showed it. */
	isSeen: boolean;
	/** The wait is over, because the fax is nowhere or its time has passed. */
	isGivenUp: boolean;
	/** Every fax that may be mistaken for it was seen in the outbox, which was read when it was sent and ever since. */
	hasSeenRivals: boolean;
	/** The place where it was last seen. */
	found?: Found;
	/** The last record of it in the outbox. */
	inOutbox?: OutboxFax;
	/** Why the last check shows nothing. If that's permanent, the wait ends. */
	fault?: ServiceFault | undefined;
	/** The error of Fax.Plus when there was nothing with its ID. */
	missing?: ServiceFault;
	doubt?: Doubt | undefined;
	/** Since when it has been nowhere, the time of the last such check, and their number. */
	absence?: { since: number; until: number; checks: number } | undefined;
}

/** A fax to one recipient that is waited for (docs/contributing/api.md, "Sending"). What a check shows of it changes its state, and nothing else does. */
export class AwaitedFax {
	private state: State;
	/** The traits that identify it. They're read once, because a check may miss thousands of faxes. */
	private lastTraits: { of: OutboxFax; traits: FaxTraits | undefined } | undefined;

	/** @param deadline when it is looked for last, in milliseconds of `performance.now()` */
	constructor(
		readonly outgoing: OutgoingFax,
		deadline: number,
	) {
		const not = { isPutOff: false, isSeen: false, isGivenUp: false, hasSeenRivals: false };
		this.state = { deadline, ...not };
	}

	/** Updates its state with the result of a check. */
	next(sight: Sight): void {
		this.state = { ...this.state, ...this.changeBy(sight) };
	}

	/** The result so far. */
	get result(): Waited {
		const { found, isSeen, isGivenUp, fault, missing, doubt } = this.state;
		const isGone = isGivenUp && !isSeen && !fault && found !== undefined;
		return { found, isGone, doubt, fault: fault ?? (found ? undefined : missing) };
	}

	/** True if there's nothing more to learn about it. */
	get isOver(): boolean {
		const { fault, found, isGivenUp } = this.state;
		const isRefused = fault !== undefined && !fault.isTransient;
		const hasEnded = found?.in === 'faxes' && outcomeOf(found.fax.status) !== 'pending';
		return isGivenUp || isRefused || hasEnded;
	}

	/** When it is looked for last, in milliseconds of `performance.now()`. */
	get deadline(): number {
		return this.state.deadline;
	}

	/** True if the last check showed it. */
	get isSeen(): boolean {
		return this.state.isSeen;
	}

	/** True if the last check worked, but didn't show it. */
	get isMissing(): boolean {
		return !this.state.isSeen && !this.state.fault;
	}

	/** True if no check has ever shown it. */
	get isUnknown(): boolean {
		return this.state.found === undefined;
	}

	/** True if it was nowhere for so long that only a request by ID may find it. */
	get isOverdue(): boolean {
		const { since, until, checks } = this.state.absence ?? { since: 0, until: 0, checks: 0 };
		return checks >= MISSES && until - since >= LISTING_MS;
	}

	/** The faxes that share its ID, one for each recipient in the outbox, if it's unknown which of them it stands for. */
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

	/** Since when sent faxes have to be listed for it, in milliseconds by the service's clock; undefined if nothing tells. */
	get listedSince(): number | undefined {
		const { traits } = this;
		return traits && (traits.second - TOLERANCE) * 1000;
	}

	/**
	 * True if the list of sent faxes helps: it shows which fax it is, or while it's in the outbox which it isn't, where
	 * others may have left that before anybody checked.
	 */
	get needsList(): boolean {
		const { fault, isSeen, hasSeenRivals } = this.state;
		return !fault && (!isSeen || (!hasSeenRivals && !this.keepsId));
	}

	/** True if its record will have its ID, so nothing else in a list matters. */
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

	/** Takes the record with its ID, or the only one that it can be. */
	private amongSent({ byId, byTraits, isWhole }: SentFaxes): Partial<State> {
		const { outgoing, traits } = this;
		const own = byId.get(outgoing.id);
		// If several recipients share the ID, the outbox may show only the last of them.
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

	/** Why the only fax that it can be isn't taken for it, judged by its ID. */
	private get reasonAgainstTheOnly(): Doubt['because'] | undefined {
		if (this.keepsId) return 'ids are kept';
		// A fax that no check saw in the outbox may be listed before this one.
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

	/** Gives it up after the deadline. If it has just left the outbox, it's checked once more. */
	private atEnd(now: number, soon: number): Partial<State> {
		const { deadline, isPutOff } = this.state;
		if (now < deadline) return {};
		const isBetween = this.isMissing && !this.isUnknown;
		return { isGivenUp: !isBetween || isPutOff, isPutOff: true, deadline: now + soon };
	}

	/** True if the record with its ID can be its own. Several recipients may share an ID that only one of them keeps. */
	private canBe(fax: Fax): boolean {
		const { to } = this;
		if (to === undefined) return true;
		const given = normalized(fax).to;
		// Fax.Plus may write a number in another way.
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
