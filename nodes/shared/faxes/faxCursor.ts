import { REPORT } from '../editor/advice';
import { Pagination } from '../http/pagination';
import type { Fax } from '../records';
import { InputError } from '../values/inputError';
import { inServiceForm, millisecondsOf } from '../values/times';

/** Dates of a fax record. Fax.Plus may sort the list by any of them, because it isn't documented which one it uses. */
export const FAX_DATES = ['start_time', 'submit_time', 'last_update'] as const;

export type FaxDate = (typeof FAX_DATES)[number];

/** The dates that a fax has, in milliseconds. */
type Dates = Partial<Record<FaxDate, number>>;

type DatedFax = Pick<Fax, FaxDate>;

/** Where a page of the list begins. */
export interface PagePlace {
	/** The page has faxes from before this time. If it's undefined, there's no limit. */
	before: Date | undefined;
	offset: number;
}

/** A page of the list. */
interface FreshPage {
	/** Faxes that no page before had, newest first. */
	faxes: Fax[];
	isLast: boolean;
}

/**
 * The way through the list of faxes, newest first. A page starts at a time, so it only needs an `offset` within a second
 * that fills pages. In doubt, a page starts too early. So it doesn't matter which date Fax.Plus sorts the list by, or
 * whether `before` includes its own second (docs/contributing/api.md, "Fax records").
 */
export class FaxCursor {
	/** Time since which everything was read, or undefined if no fax had a date. */
	position: Date | undefined;
	/** The second in which the last page ended, by the date that is used for the position. */
	private second: Date | undefined;
	private readonly list = new Pagination<Fax>(({ id }) => id);
	/** Dates that the list may be sorted by, because no page has contradicted them. */
	private candidates: readonly FaxDate[] = FAX_DATES;

	/** @param before the first page has faxes from before this time. Without it, there's no limit */
	constructor(private before?: Date) {}

	/** Reads page after page, so that the caller can stop in between. An InputError names a second that can't be passed. */
	async *pages(read: (place: PagePlace) => Promise<Fax[]>): AsyncGenerator<FreshPage, void> {
		const { list } = this;
		for (let isLast = false; !isLast;) {
			const page = await read({ before: this.before, offset: list.offset });
			const faxes = list.take(page);
			if (faxes) this.move(page.map(datesOf));
			isLast = list.isLast;
			if (isLast || (faxes && faxes.length > 0)) yield { faxes: faxes ?? [], isLast };
			if (list.isStuck) await this.stepAside(page, read);
		}
	}

	/** Sorts faxes, because some may have arrived between two pages. */
	sorted<T extends DatedFax>(faxes: readonly T[]): T[] {
		const latest: Dates = {};
		// A fax without a date keeps its place after the fax before it.
		const dated = faxes.map((fax) => ({ fax, dates: { ...Object.assign(latest, datesOf(fax)) } }));
		const byName = (a: Dates, b: Dates): number[] =>
			this.candidates.map((name) => (b[name] ?? Number.MAX_VALUE) - (a[name] ?? Number.MAX_VALUE));
		return dated
			.sort((a, b) => byName(a.dates, b.dates).find((later) => later !== 0) ?? 0)
			.map(({ fax }) => fax);
	}

	/** Finds out from the dates of a page how the list may be sorted, and where the next page starts. */
	private move(page: readonly Dates[]): void {
		this.candidates = this.candidates.filter((name) => !this.isContradicted(valuesOf(page, name)));
		const dates = this.usableDates(page);
		if (this.list.isLast || dates.length === 0) return;
		const last = Math.max(...dates.flatMap((name) => valuesOf(page, name).slice(-1)));
		const next = dates.every((name) => this.showsInclusion(page, name)) ? last : last + 1000;
		this.second = new Date(last);
		this.position = new Date(Math.min(next, this.latest));
		// Within one second, the time alone doesn't get past the page.
		const isStill = dates.every((name) => isOneSecond(valuesOf(page, name)));
		if (!isStill && next < this.latest && this.list.leave()) this.before = new Date(next);
	}

	/**
	 * Finds another way if `offset` returns the same full page of one second again. Other dates of its faxes may differ.
	 * Then a page that starts at those dates shows whether the list is sorted by them, because only then does it contain
	 * this page's last fax.
	 */
	private async stepAside(page: readonly Fax[], read: (place: PagePlace) => Promise<Fax[]>): Promise<void> {
		const dates = page.map(datesOf);
		const aside = this.asideOf(dates);
		const next = aside ? await read({ before: aside, offset: 0 }) : [];
		if (!next.some(({ id }) => id === page.at(-1)?.id)) {
			const where = this.second ? `, ${inServiceForm(this.second)} UTC` : '';
			throw new InputError(
				`Fax.Plus lists ${page.length} faxes of one second${where}, and returns the same ones again with "offset". So n8n can't list more faxes of that second. Use "After" and "Before" to list the faxes before and after it. ${REPORT}`,
			);
		}
		this.candidates = this.candidates.filter((name) => !isOneSecond(valuesOf(dates, name)));
		this.list.leave();
		this.before = aside;
	}

	/**
	 * Returns the time to continue from if some dates of a full page are all in one second, while the list may be sorted by
	 * another date.
	 */
	private asideOf(page: readonly Dates[]): Date | undefined {
		const dates = this.usableDates(page).map((name) => valuesOf(page, name));
		const [still, moving] = [true, false].map((same) =>
			dates.filter((values) => isOneSecond(values) === same).flatMap((values) => values.slice(-1)),
		) as [number[], number[]];
		const next = Math.max(...moving) + 1000;
		const isApart = still.length > 0 && moving.length > 0 && next < Math.min(...still);
		return isApart ? new Date(next) : undefined;
	}

	/** Dates that the list may be sorted by, and that a page has. */
	private usableDates(page: readonly Dates[]): FaxDate[] {
		return this.candidates.filter((name) => valuesOf(page, name).length > 0);
	}

	private get latest(): number {
		return this.before?.getTime() ?? Number.POSITIVE_INFINITY;
	}

	/** Whether the values of one date on a page show that the list isn't sorted and limited by that date. */
	private isContradicted(values: readonly number[]): boolean {
		return values.some((value, at) => value > (values[at - 1] ?? this.latest));
	}

	/** Whether a page shows, by one of the dates, that `before` includes its own second. */
	private showsInclusion(page: readonly Dates[], name: FaxDate): boolean {
		return valuesOf(page, name).some((value) => value === this.before?.getTime());
	}
}

/** Returns the dates that a fax has. */
export function datesOf(fax: DatedFax): Dates {
	const read = FAX_DATES.map((name) => [name, millisecondsOf(fax[name])] as const);
	return Object.fromEntries(read.filter(([, time]) => time !== undefined));
}

function valuesOf(page: readonly Dates[], name: FaxDate): number[] {
	return page.flatMap((dates) => dates[name] ?? []);
}

/** Whether sorted values are all in one second. */
function isOneSecond(values: readonly number[]): boolean {
	return values[0] === values.at(-1);
}
