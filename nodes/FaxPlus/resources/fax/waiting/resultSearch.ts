import { recordIn } from '../../../../shared/service/answers';
import { listFaxes, normalized, recipientsOf } from '../../../../shared/service/faxRecords';
import { ServiceFault } from '../../../../shared/service/faults';
import { outcomeOf } from '../../../../shared/service/faxStatus';
import { rethrow } from '../../../../shared/service/rethrow';
import type { Fax, OutboxFax } from '../../../../shared/service/types';
import { InputError } from '../../../../shared/values/inputError';
import { sameNumber } from '../../../../shared/values/phoneNumbers';
import { fromServiceForm } from '../../../../shared/values/times';
import { perRun } from '../../../execution/perRun';
import type { ReadCall } from '../../../itemCall';

/** A fax on its way, as far as it is known. */
export interface OutgoingFax {
	/** Encoded as one part of a path. */
	userId: string;
	/** Its id in the outbox; undefined where the service did not tell. */
	id: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
	/** Whether other recipients of the same send have the same id. */
	isIdShared?: boolean;
}

/** Where a fax is: in the outbox, or among the faxes that have ended. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** The outbox and the faxes may tell the time of submission with so many milliseconds between. */
const TOLERANCE_MS = 2000;

/** Faxes that were seen in the outbox by one run of the node, to tell apart those to one number at one time. */
const seenBy = perRun(() => new Map<string, OutboxFax>());

/**
 * Looks for a fax on its way: in the outbox, then by its id among the faxes, then, as the service may give it another id
 * when it leaves the outbox, by its numbers and time (docs/api.md, "Sending").
 */
export class ResultSearch {
	/** Why the fax was not there, in the service's own words. */
	missing: ServiceFault | undefined;

	private lastInOutbox: OutboxFax | undefined;
	private hasLeftOutbox = false;

	/** The id of the only fax that fitted at the last look. */
	private candidate: string | undefined;

	private readonly seen: Map<string, OutboxFax>;

	constructor(
		private readonly reads: ReadCall,
		private readonly outgoing: OutgoingFax,
	) {
		this.seen = seenBy(reads.context);
	}

	/** @returns undefined when it is nowhere, which may be so for a moment between outbox and faxes */
	async look(): Promise<Found | undefined> {
		return (await this.inOutbox()) ?? (await this.byId()) ?? (await this.byNumbers());
	}

	private async inOutbox(): Promise<Found | undefined> {
		const { userId, id } = this.outgoing;
		if (this.hasLeftOutbox || id === undefined) return undefined;
		const fax = await this.find<OutboxFax>(`/accounts/${userId}/outbox/${encodeURIComponent(id)}`);
		this.hasLeftOutbox = !fax && this.lastInOutbox !== undefined;
		if (!fax) return undefined;
		this.lastInOutbox = fax;
		this.seen.set(fax.id, fax);
		return { in: 'outbox', fax };
	}

	private async byId(): Promise<Found | undefined> {
		const { userId, id, to, isIdShared } = this.outgoing;
		if (id === undefined) return undefined;
		const fax = await this.find<Fax>(`/accounts/${userId}/faxes/${encodeURIComponent(id)}`);
		if (!fax) return undefined;
		// A send to several recipients may have one id in the outbox, and a fax of its own for each.
		const isShared = isIdShared ?? recipientsOf(this.lastInOutbox).length > 1;
		const isOther = isShared && to !== undefined && !sameNumber(normalized(fax).to, to);
		return isOther ? undefined : { in: 'faxes', fax };
	}

	/** Only one that nothing else can be mistaken for, at two looks: a wrong result would be worse than none. */
	private async byNumbers(): Promise<Found | undefined> {
		const submitted = fromServiceForm(this.lastInOutbox?.submit_time);
		const [recipient, ...others] = recipientsOf(this.lastInOutbox);
		const to = this.outgoing.to ?? (others.length === 0 ? recipient : undefined);
		if (!this.hasLeftOutbox || !submitted || to === undefined || this.hasTwin(to, submitted))
			return undefined;
		const candidates = await this.candidates(to, submitted);
		const [fax] = candidates;
		const isSure = fax !== undefined && candidates.length === 1 && fax.id === this.candidate;
		this.candidate = candidates.length === 1 ? fax?.id : undefined;
		return isSure ? { in: 'faxes', fax } : undefined;
	}

	private async candidates(to: string, submitted: Date): Promise<Fax[]> {
		const from = this.lastInOutbox?.src || this.outgoing.from;
		const after = new Date(submitted.getTime() - TOLERANCE_MS);
		try {
			return await listFaxes(
				this.reads,
				{ userId: this.outgoing.userId, category: 'sent', after },
				Number.POSITIVE_INFINITY,
				(fax) =>
					sameNumber(fax.to, to) &&
					(!from || fax.from === '' || sameNumber(fax.from, from)) &&
					isNear(fromServiceForm(fax.submit_time), submitted),
			);
		} catch (error) {
			// A list that cannot be read to its end tells nothing.
			if (error instanceof InputError) return [];
			return rethrow(error);
		}
	}

	/** Whether this run has sent another fax to the number at the same time. */
	private hasTwin(to: string, submitted: Date): boolean {
		return [...this.seen].some(
			([id, fax]) =>
				id !== this.lastInOutbox?.id &&
				recipientsOf(fax).some((number) => sameNumber(number, to)) &&
				isNear(fromServiceForm(fax.submit_time), submitted),
		);
	}

	private async find<T extends { id: string }>(path: string): Promise<T | undefined> {
		try {
			return recordIn(await this.reads.read<T>({ path }));
		} catch (error) {
			if (!(error instanceof ServiceFault) || !isMissing(error)) return rethrow(error);
			this.missing = error;
			return undefined;
		}
	}
}

/** Whether a fax has ended. */
export function hasEnded({ in: place, fax }: Found): boolean {
	return place === 'faxes' && outcomeOf(fax.status) !== 'pending';
}

/** The service's ways to say that there is nothing with an id (docs/api.md, "Errors"). */
function isMissing({ status, code }: ServiceFault): boolean {
	return status === 404 || (status === 400 && code !== 'invalid_user_id');
}

function isNear(one: Date | undefined, other: Date): boolean {
	return one !== undefined && Math.abs(one.getTime() - other.getTime()) <= TOLERANCE_MS;
}
