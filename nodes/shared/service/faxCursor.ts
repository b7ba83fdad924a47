import { fromServiceForm } from '../values/times';
import type { Fax } from './types';

/** The dates of a fax record of which the service may list by any: which one is not public. */
const DATES = ['start_time', 'submit_time', 'last_update'] as const;

type DateName = (typeof DATES)[number];

/** The dates of a fax in milliseconds, as far as it has them. */
type Dates = Partial<Record<DateName, number>>;

type DatedFax = Pick<Fax, DateName>;

/**
 * A place in the list of faxes, which is newest first: where the next page begins. No fax is left out by that, whatever the
 * service does where its documentation is silent: the date it lists by, whether `before` includes its own second, and
 * whether there is an offset. In doubt the next page begins too early, and what it repeats is dropped (docs/api.md, "Fax
 * records").
 */
export class FaxCursor {
	/** How many of the faxes before `before` the next page leaves out, as all of them have been seen. */
	offset = 0;

	/** Whether the last page brought nothing but the page before it once more. */
	isStuck = false;

	private readonly seenIds = new Set<string>();

	/** Of the faxes that were seen, in their order. */
	private readonly seen: Dates[] = [];

	/** The dates that the list may be ordered by: those that no page has contradicted. */
	private candidates: readonly DateName[] = DATES;

	private lastPage = '';

	/** @param before the next page is of faxes before it; of all when left out */
	constructor(public before?: Date) {}

	/**
	 * Takes a page and moves on.
	 *
	 * @returns its faxes that no page before had
	 */
	advance(page: readonly Fax[]): Fax[] {
		const fresh = page.filter(({ id }) => !this.seenIds.has(id) && this.seenIds.add(id));
		this.seen.push(...fresh.map(datesOf));
		const ids = page.map(({ id }) => id).join();
		const isRepeated = ids === this.lastPage || this.offset > this.seen.length;
		this.lastPage = ids;
		const { before } = this;
		this.move(page.map(datesOf));
		this.isStuck = page.length > 0 && fresh.length === 0 && isRepeated && this.before === before;
		return fresh;
	}

	/** Brings faxes that came in between pages to their place. */
	sorted<T extends DatedFax>(faxes: readonly T[]): T[] {
		const name = this.candidates.find((one) => this.seen.some((dates) => dates[one] !== undefined));
		if (name === undefined) return [...faxes];
		let latest = Number.MAX_VALUE;
		const dated = faxes.map((fax) => ({ fax, date: (latest = datesOf(fax)[name] ?? latest) }));
		return dated.sort((a, b) => b.date - a.date).map(({ fax }) => fax);
	}

	private move(page: readonly Dates[]): void {
		this.candidates = this.candidates.filter((name) => !this.isContradicted(valuesOf(page, name)));
		const told = this.candidates.filter((name) => valuesOf(page, name).length > 0);
		const last = Math.max(...told.flatMap((name) => valuesOf(page, name).slice(-1)));
		const next = told.every((name) => this.showsInclusion(page, name)) ? last : last + 1000;
		if (told.length > 0 && next < (this.before?.getTime() ?? Number.POSITIVE_INFINITY)) {
			this.before = new Date(next);
			this.offset = Math.min(...told.map((name) => this.countSeenBefore(next, name)));
		} else {
			this.offset += page.length;
		}
	}

	/** Whether the dates of a page, of one name, say that the list is not ordered and limited by them. */
	private isContradicted(values: readonly number[]): boolean {
		const latest = this.before?.getTime() ?? Number.POSITIVE_INFINITY;
		return values.some((value, at) => value > (values[at - 1] ?? latest));
	}

	/** Whether a page shows, by one of the dates, that `before` includes its own second. */
	private showsInclusion(page: readonly Dates[], name: DateName): boolean {
		return valuesOf(page, name).some((value) => value === this.before?.getTime());
	}

	/** How many of the faxes that were seen last are before a time, by one of their dates. */
	private countSeenBefore(time: number, name: DateName): number {
		let first = this.seen.length;
		while (first > 0 && (this.seen[first - 1]?.[name] ?? time) < time) first -= 1;
		return this.seen.length - first;
	}
}

/** The dates of a fax; none of those that it does not have. */
export function datesOf(fax: DatedFax): Dates {
	const read = DATES.map((name) => [name, fromServiceForm(fax[name])?.getTime()] as const);
	return Object.fromEntries(read.filter(([, time]) => time !== undefined));
}

function valuesOf(page: readonly Dates[], name: DateName): number[] {
	return page.flatMap((dates) => dates[name] ?? []);
}
