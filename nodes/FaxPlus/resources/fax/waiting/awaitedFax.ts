import type { ServiceFault } from '../../../../shared/http/faults';
import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import { outcomeOf } from '../../../../shared/faxes/faxStatus';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { digitsOf, isE164, sameNumber } from '../../../../shared/values/phoneNumbers';
import { areAlike, areOfOne, LIKENESS_MS, traceOf, type Records, type Trace } from './records';

/** A fax on its way, as far as it is known. */
export interface OutgoingFax {
	id: string;
	from?: string | undefined;
	to?: string | undefined;
	/** Whether other recipients of the same send have the same id. */
	isIdShared?: boolean;
	/** When this run sent it: from right before the request to right after it. */
	sent?: Period;
}

/** In milliseconds of `performance.now()`. */
export interface Period {
	begin: number;
	end: number;
}

/** What a look has found in the outbox, and when. */
export interface Look extends Period {
	outbox: Records<OutboxFax>;
}

/** Where a fax is: in the outbox, or among the faxes that have ended. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** So long after a fax every other that may be mistaken for it has been submitted: times are told in whole seconds. */
const SETTLING_MS = LIKENESS_MS + 1000;

/** No fax ends sooner after it was submitted, as far as is known. */
const SHORTEST_LIFE_MS = 10_000;

/** So long a fax may be nowhere: it takes its time from the outbox to the faxes. */
const LISTING_MS = 60_000;

/** At how many looks it has to be nowhere, however long they are apart. */
const MISSES = 4;

/**
 * A fax to one recipient that is waited for: where it was seen, and whether another can be mistaken for it, as the service
 * may give it another id when it leaves the outbox (docs/api.md, "Sending").
 */
export class AwaitedFax {
	found: Found | undefined;
	isSeen = false;
	/** Whether it was nowhere for so long that only its id may still find it. */
	isOverdue = false;
	/** Whether that has not found it either, so that it is waited for no more. */
	isLost = false;
	/** Why the last look told nothing; where that will not pass, nothing more is waited for. */
	fault: ServiceFault | undefined;
	/** The service's words when there was nothing with its id. */
	missing: ServiceFault | undefined;
	private inOutbox: OutboxFax | undefined;
	/** From when on all that may be mistaken for it is in the outbox, or has left it. */
	private settledFrom: number;
	/** The end of the first look since then that found it in the outbox. */
	private settledAt = Number.POSITIVE_INFINITY;
	/** Whether there is another fax that may be mistaken for it; undefined while that is not certain. */
	private hasTwin: boolean | undefined;
	private missingSince = 0;
	private misses = 0;

	/** @param all that the run waits for */
	constructor(
		readonly outgoing: OutgoingFax,
		private readonly all: () => AwaitedFax[],
	) {
		const { sent } = outgoing;
		this.settledFrom = sent ? sent.end + SETTLING_MS : Number.POSITIVE_INFINITY;
	}

	/** Whether nothing more is to be learned of it. */
	get isOver(): boolean {
		const isRefused = this.fault !== undefined && !this.fault.isTransient;
		const hasEnded = this.found?.in === 'faxes' && outcomeOf(this.found.fax.status) !== 'pending';
		return this.isLost || isRefused || hasEnded;
	}

	private get isInOutbox(): boolean {
		return this.isSeen && this.found?.in === 'outbox';
	}

	/** The faxes that share its id, one for each recipient that the outbox tells, where it is not known for which it stands. */
	get parts(): AwaitedFax[] {
		const recipients = recipientsOf(this.inOutbox);
		if (this.outgoing.to !== undefined || recipients.length < 2) return [this];
		return recipients.map((to) => new AwaitedFax({ ...this.outgoing, to, isIdShared: true }, this.all));
	}

	/** When a look is due that may show that nothing can be mistaken for it, or the first; in `performance.now()`. */
	get nextStep(): number {
		if (this.found ? !this.isInOutbox || !this.isUndecided() : !this.outgoing.sent)
			return Number.POSITIVE_INFINITY;
		return Number.isFinite(this.settledAt) ? this.settledAt + LISTING_MS : this.settledFrom;
	}

	/** Since when sent faxes have to be listed for it, by the service's clock; undefined where they tell nothing of it. */
	listedSince(look: Period): number | undefined {
		const { submitted } = this.trace();
		const isNeeded = this.isInOutbox ? this.canBeDecided(look) : !this.isSeen;
		return isNeeded && submitted !== undefined ? submitted - LIKENESS_MS : undefined;
	}

	/** Takes in what the outbox shows, which may list a record under the id of another recipient. */
	seeOutbox(look: Look, record = look.outbox.get(this.outgoing.id)): void {
		this.isSeen = false;
		this.fault = undefined;
		if (!record) return;
		this.inOutbox = record;
		this.note({ in: 'outbox', fax: record });
		this.settledFrom = Math.min(this.settledFrom, look.end + SETTLING_MS);
		if (look.begin >= this.settledFrom) this.settledAt = Math.min(this.settledAt, look.end);
		if (look.outbox.like(this.trace(), record.id).length > 0) this.hasTwin = true;
	}

	/** Takes in what is listed among the sent faxes right after that. */
	seeSent(sent: Records<Fax>, look: Period): void {
		const { id } = this.outgoing;
		const like = sent.isWhole ? sent.like(this.trace(), id) : undefined;
		if (this.isInOutbox && like && this.canBeDecided(look)) this.hasTwin = like.length > 0;
		if (this.isSeen) return;
		const own = sent.get(id);
		if (own && !this.isOfAnother(own)) this.note({ in: 'faxes', fax: own });
		else if (like) this.seeOnly(like);
	}

	/** Takes in the record that the service has for its id, unless that is of another recipient. */
	noteById(fax: Fax): void {
		if (!this.isOfAnother(fax)) this.note({ in: 'faxes', fax });
	}

	/** Takes in that a look has found it nowhere. */
	noteMissing({ end }: Period): void {
		if (this.misses === 0) this.missingSince = end;
		this.misses += 1;
		this.isOverdue = this.misses >= MISSES && end - this.missingSince >= LISTING_MS;
	}

	private note(found: Found): void {
		this.found = found;
		this.isSeen = true;
		this.misses = 0;
		this.isOverdue = false;
	}

	/** Takes the only fax that it may be, where nothing else can be mistaken for it. */
	private seeOnly([only, ...others]: ReturnType<Records<Fax>['like']>): void {
		if (!only || others.length > 0 || this.hasTwin !== false || this.hasTwinInRun()) return;
		if (areOfOne(only.trace, this.trace())) this.note({ in: 'faxes', fax: only.record });
	}

	/** Whether a fax that the same run has sent may be mistaken for it; that may have ended before the first look. */
	private hasTwinInRun(): boolean {
		const trace = this.trace();
		return this.all().some((other) => {
			const { id, to = '' } = other.outgoing;
			return id !== this.outgoing.id && trace.to.includes(digitsOf(to)) && areAlike(other.trace(), trace);
		});
	}

	/** Whether it is open yet, and can be known, if another fax can be mistaken for it. */
	private isUndecided(): boolean {
		const { to, submitted } = this.trace();
		return this.hasTwin === undefined && to.length > 0 && submitted !== undefined;
	}

	/**
	 * Whether the outbox and the list of sent faxes together show all that may be mistaken for it: what has left the one has had
	 * the time to be in the other, or none can have ended yet.
	 */
	private canBeDecided({ end }: Period): boolean {
		const { sent } = this.outgoing;
		const isEarly = sent !== undefined && this.settledAt <= sent.begin - SETTLING_MS + SHORTEST_LIFE_MS;
		return this.isUndecided() && (end >= this.settledAt + LISTING_MS || isEarly);
	}

	private isOfAnother(fax: Fax): boolean {
		const { to } = this;
		const given = normalized(fax).to;
		// Somebody may wait for two faxes with one id, of which the outbox has not told for whom they are.
		if (to === undefined)
			return this.all().some((other) => other !== this && other.outgoing.id === this.outgoing.id);
		// A fax of its own for each recipient, but only one of them with the id; or a number written in another way.
		const isCertain = this.outgoing.isIdShared ?? (isE164(to) && isE164(given));
		return isCertain && !sameNumber(given, to);
	}

	private get to(): string | undefined {
		const [recipient, ...others] = recipientsOf(this.inOutbox);
		return this.outgoing.to ?? (others.length === 0 ? recipient : undefined);
	}

	private trace(): Trace {
		const { to } = this;
		const from = this.inOutbox?.src || this.outgoing.from || '';
		const { submit_time: time } = this.inOutbox ?? this.found?.fax ?? {};
		return traceOf(from, to === undefined ? [] : [to], time);
	}
}
