import { millisecondsOf } from '../values/times';
import { Pagination } from '../http/pagination';
import type { Fax } from '../records';

/** The dates of a fax record of which the service may list by any: which one is not public. */
export const FAX_DATES = ['start_time', 'submit_time', 'last_update'] as const;

export type FaxDate = (typeof FAX_DATES)[number];

/** The dates of a fax in milliseconds, as far as it has them. */
type Dates = Partial<Record<FaxDate, number>>;

type DatedFax = Pick<Fax, FaxDate>;

/**
 * A place in the list of faxes, which is newest first: where the next page begins. It begins by time, so that it takes no
 * `offset` but within a second that fills pages; and in doubt too early, whatever date the service lists by, and whether or
 * not `before` includes its own second (docs/api.md, "Fax records").
 */
export class FaxCursor {
	/** All that is from this time on was read; undefined where no fax has told a date. */
	position: Date | undefined;
	/** The second in which the last page ended, by the date that counts for the position. */
	second: Date | undefined;
	readonly pages = new Pagination<Fax>(({ id }) => id);
	/** The dates that the list may be ordered by: those that no page has contradicted. */
	private candidates: readonly FaxDate[] = FAX_DATES;

	/** @param before the next page is of faxes before it; of all when left out */
	constructor(public before?: Date) {}

	/** Takes a page, of which it answers the faxes that no page before had, and moves on. */
	advance(page: readonly Fax[]): Fax[] {
		const fresh = this.pages.take(page);
		if (!fresh) return [];
		const dates = page.map(datesOf);
		this.candidates = this.candidates.filter((name) => !this.isContradicted(valuesOf(dates, name)));
		if (!this.pages.isLast) this.move(dates);
		return fresh;
	}

	/**
	 * Where a full page is of one second by some of its dates, and not by others: the time to go on from if the others order the
	 * list. A page from there has the last fax of this one only then.
	 */
	asideOf(page: readonly Fax[]): Date | undefined {
		const dates = page.map(datesOf);
		const told = this.told(dates).map((name) => valuesOf(dates, name));
		const [still, moving] = [true, false].map((same) =>
			told.filter((values) => isOneSecond(values) === same).flatMap((values) => values.slice(-1)),
		) as [number[], number[]];
		const next = Math.max(...moving) + 1000;
		const isApart = still.length > 0 && moving.length > 0 && next < Math.min(...still);
		return isApart ? new Date(next) : undefined;
	}

	/** Goes on from such a time, as the list is not ordered by what is of one second. */
	stepAside(page: readonly Fax[], before: Date): void {
		const dates = page.map(datesOf);
		this.candidates = this.candidates.filter((name) => !isOneSecond(valuesOf(dates, name)));
		this.pages.leave();
		this.before = before;
	}

	/** Brings faxes that came in between pages to their place. */
	sorted<T extends DatedFax>(faxes: readonly T[]): T[] {
		const latest: Dates = {};
		// Without a date of its own a fax keeps its place, after the one before.
		const dated = faxes.map((fax) => ({ fax, dates: { ...Object.assign(latest, datesOf(fax)) } }));
		const byName = (a: Dates, b: Dates): number[] =>
			this.candidates.map((name) => (b[name] ?? Number.MAX_VALUE) - (a[name] ?? Number.MAX_VALUE));
		return dated
			.sort((a, b) => byName(a.dates, b.dates).find((later) => later !== 0) ?? 0)
			.map(({ fax }) => fax);
	}

	private move(page: readonly Dates[]): void {
		const told = this.told(page);
		if (told.length === 0) return;
		const last = Math.max(...told.flatMap((name) => valuesOf(page, name).slice(-1)));
		const next = told.every((name) => this.showsInclusion(page, name)) ? last : last + 1000;
		this.second = new Date(last);
		this.position = new Date(Math.min(next, this.latest));
		// Within one second there is no way on by time.
		const isStill = told.every((name) => isOneSecond(valuesOf(page, name)));
		if (!isStill && next < this.latest && this.pages.leave()) this.before = new Date(next);
	}

	/** The dates that the list may be ordered by, and a page has. */
	private told(page: readonly Dates[]): FaxDate[] {
		return this.candidates.filter((name) => valuesOf(page, name).length > 0);
	}

	private get latest(): number {
		return this.before?.getTime() ?? Number.POSITIVE_INFINITY;
	}

	/** Whether the dates of a page, of one name, say that the list is not ordered and limited by them. */
	private isContradicted(values: readonly number[]): boolean {
		return values.some((value, at) => value > (values[at - 1] ?? this.latest));
	}

	/** Whether a page shows, by one of the dates, that `before` includes its own second. */
	private showsInclusion(page: readonly Dates[], name: FaxDate): boolean {
		return valuesOf(page, name).some((value) => value === this.before?.getTime());
	}
}

/** The dates of a fax; none of those that it does not have. */
export function datesOf(fax: DatedFax): Dates {
	const read = FAX_DATES.map((name) => [name, millisecondsOf(fax[name])] as const);
	return Object.fromEntries(read.filter(([, time]) => time !== undefined));
}

function valuesOf(page: readonly Dates[], name: FaxDate): number[] {
	return page.flatMap((dates) => dates[name] ?? []);
}

/** Whether values, in their order, are all of one second. */
function isOneSecond(values: readonly number[]): boolean {
	return values[0] === values.at(-1);
}
