import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { LruMap } from '../../../../shared/values/lruMap';
import { digitsOf, withoutExtension } from '../../../../shared/values/phoneNumbers';
import { millisecondsOf } from '../../../../shared/values/times';

/** The traits that identify a fax to one recipient if its ID doesn't. */
export interface FaxTraits {
	/** Digits of the sender's number. The text is empty if Fax.Plus picks a number at random. */
	from: string;
	/** Digits of the recipient's number. */
	to: string;
	/** When the fax was submitted, in seconds since 1970 by Fax.Plus's clock. */
	second: number;
}

/** Returns the traits for each recipient of a record in the outbox. The list is empty if the record has no submission time. */
export function traitsInOutbox(fax: OutboxFax): FaxTraits[] {
	return recipientsOf(fax).flatMap((to) => traitsOf(fax.src ?? '', to, fax.submit_time) ?? []);
}

/** Returns the traits of a sent fax, or undefined if its record lacks the recipient or the time. */
export function traitsOfSent(fax: Fax): FaxTraits | undefined {
	const { from, to } = normalized(fax);
	return traitsOf(from, to, fax.submit_time);
}

function traitsOf(from: string, to: string, time: unknown): FaxTraits | undefined {
	const milliseconds = millisecondsOf(time);
	if (milliseconds === undefined || to === '') return undefined;
	const sender = digitsOf(withoutExtension(from));
	return { from: sender, to: digitsOf(to), second: Math.floor(milliseconds / 1000) };
}

/** Finds values by the traits of their faxes. Lookups take the same time, however many values there are. */
export class ByTraits<T> {
	private readonly places: LruMap<string, Map<T, string>>;

	/** @param capacity how many pairs of a recipient and a second are kept. The least recently used ones are dropped first. */
	constructor(capacity = Number.POSITIVE_INFINITY) {
		this.places = new LruMap(capacity);
	}

	add({ from, to, second }: FaxTraits, value: T): void {
		this.places.getOrAdd(`${to} ${second}`, () => new Map()).set(value, from);
	}

	/** Returns the values of faxes with the same numbers that were submitted at most this many seconds before or after. */
	near({ from, to, second }: FaxTraits, seconds: number): T[] {
		const around = Array.from({ length: 2 * seconds + 1 }, (_one, at) => second - seconds + at);
		return around
			.flatMap((at) => [...(this.places.get(`${to} ${at}`) ?? [])])
			.filter(([, other]) => from === '' || other === '' || other === from)
			.map(([value]) => value);
	}
}
