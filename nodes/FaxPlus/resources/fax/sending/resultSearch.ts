import { listFaxes, normalized } from '../../../../shared/service/faxRecords';
import { ServiceFault } from '../../../../shared/service/faults';
import { outcomeOf } from '../../../../shared/service/faxStatus';
import type { Reads } from '../../../../shared/service/requests';
import { rethrow } from '../../../../shared/service/rethrow';
import type { Fax, OutboxFax } from '../../../../shared/service/types';
import { fromServiceForm } from '../../../../shared/values/times';
import { sameNumber } from '../../../../shared/values/phoneNumbers';

/** A fax on its way, as far as it is known. */
export interface OutgoingFax {
	/** Encoded as one part of a path. */
	userId: string;
	/** Its id in the outbox; undefined where the service did not tell. */
	id: string | undefined;
	from?: string | undefined;
	to?: string | undefined;
	submitted?: Date | undefined;
}

/** Where a fax is: in the outbox, or among the faxes that have ended. */
export type Found = { in: 'outbox'; fax: OutboxFax } | { in: 'faxes'; fax: Fax };

/** The clocks of the service and of n8n differ by this much at most, in milliseconds. */
const CLOCK_TOLERANCE = 10 * 60_000;

/** Candidates that are looked at when a fax has another id than in the outbox. */
const MOST_CANDIDATES = 200;

/**
 * Looks for a fax on its way: in the outbox, then by its id among the faxes, then, as the service may give it another id
 * when it leaves the outbox, by its numbers and time (docs/api.md, "Sending").
 */
export class ResultSearch {
	/** Why the fax was not there, in the service's own words. */
	missing: ServiceFault | undefined;

	private lastInOutbox: OutboxFax | undefined;
	private hasLeftOutbox = false;

	constructor(
		private readonly reads: Reads,
		private readonly outgoing: OutgoingFax,
	) {}

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
		return { in: 'outbox', fax };
	}

	private async byId(): Promise<Found | undefined> {
		const { userId, id, to } = this.outgoing;
		if (id === undefined) return undefined;
		const fax = await this.find<Fax>(`/accounts/${userId}/faxes/${encodeURIComponent(id)}`);
		if (!fax) return undefined;
		// A send to several recipients may have one id in the outbox, and a fax of its own for each.
		const isOther = to !== undefined && !sameNumber(normalized(fax).to, to);
		return isOther ? undefined : { in: 'faxes', fax };
	}

	/** Only one that nothing else can be mistaken for: a wrong result would be worse than none. */
	private async byNumbers(): Promise<Found | undefined> {
		const { userId, to = this.soleRecipient(), from = this.lastInOutbox?.src } = this.outgoing;
		const submitTime = fromServiceForm(this.lastInOutbox?.submit_time);
		const submitted = submitTime ?? this.outgoing.submitted;
		if (to === undefined || submitted === undefined) return undefined;
		const after = new Date(submitted.getTime() - (submitTime ? 1000 : CLOCK_TOLERANCE));
		const candidates = await listFaxes(
			this.reads,
			{ userId, category: 'sent', after },
			MOST_CANDIDATES,
			(fax) =>
				sameNumber(fax.to, to) &&
				(from === undefined || fax.from === '' || sameNumber(fax.from, from)) &&
				isSameTime(fromServiceForm(fax.submit_time), submitTime),
		);
		const [fax] = candidates;
		return fax && candidates.length === 1 && fax.id !== this.outgoing.id ? { in: 'faxes', fax } : undefined;
	}

	private soleRecipient(): string | undefined {
		const recipients = [this.lastInOutbox?.to ?? []].flat();
		return recipients.length === 1 ? recipients[0] : undefined;
	}

	private async find<T>(path: string): Promise<T | undefined> {
		try {
			return await this.reads.read<T>({ path });
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

/** Where one of the times is not known, nothing speaks against it. */
function isSameTime(one: Date | undefined, other: Date | undefined): boolean {
	return one === undefined || other === undefined || one.getTime() === other.getTime();
}
