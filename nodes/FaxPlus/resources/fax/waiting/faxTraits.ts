import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { LruMap } from '../../../../shared/values/lruMap';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { millisecondsOf } from '../../../../shared/values/times';

/** The traits that tell a fax to one recipient from others if its ID doesn't. */
export interface FaxTraits {
	/** The digits of the number; empty where the service takes one at random. */
	from: string;
	/** The digits of the recipient. */
	to: string;
	/** When it was submitted, in seconds since 1970 by the service's clock. */
	second: number;
}

/** Of each recipient of a record in the outbox; of none where it tells no time. */
export function traitsInOutbox(fax: OutboxFax): FaxTraits[] {
	return recipientsOf(fax).flatMap((to) => traitsOf(fax.src ?? '', to, fax.submit_time) ?? []);
}

/** Of a sent fax; undefined where its record does not tell enough. */
export function traitsOfSent(fax: Fax): FaxTraits | undefined {
	const { from, to } = normalized(fax);
	return traitsOf(from, to, fax.submit_time);
}

function traitsOf(from: string, to: string, time: unknown): FaxTraits | undefined {
	const milliseconds = millisecondsOf(time);
	if (milliseconds === undefined || to === '') return undefined;
	return { from: digitsOf(from), to: digitsOf(to), second: Math.floor(milliseconds / 1000) };
}

/** Finds values by the traits of their faxes, at the same cost however many there are. */
export class ByTraits<T> {
	private readonly places: LruMap<string, Map<T, string>>;

	/** @param capacity in recipients and seconds; those go first that nobody has asked about for longest */
	constructor(capacity = Number.POSITIVE_INFINITY) {
		this.places = new LruMap(capacity);
	}

	add({ from, to, second }: FaxTraits, value: T): void {
		this.places.getOrAdd(`${to} ${second}`, () => new Map()).set(value, from);
	}

	/** Those with the same numbers, submitted so many seconds before or after at most. */
	near({ from, to, second }: FaxTraits, seconds: number): T[] {
		const around = Array.from({ length: 2 * seconds + 1 }, (_one, at) => second - seconds + at);
		return around
			.flatMap((at) => [...(this.places.get(`${to} ${at}`) ?? [])])
			.filter(([, other]) => from === '' || other === '' || other === from)
			.map(([value]) => value);
	}
}
