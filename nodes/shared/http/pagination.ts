import { InputError } from '../values/inputError';

/** Entries that are asked for at once: as many as sources name (docs/api.md, "Pages"). */
export const PAGE = 50;

/** The service gives at least so many at once, if there are as many: a shorter page ends its list. */
export const SHORTEST_FULL_PAGE = 10;

/** So often the place is looked for at which the pages before have ended. */
const DETOURS = 6;

/**
 * The way through a list, page by page, that leaves nothing out, however many entries the service gives at once, and whatever
 * comes and goes meanwhile (docs/api.md, "Pages"). Every page begins with the last entry of the one before, because one that
 * was deleted in between would else hide another. A page that is shorter than a full one is the last.
 */
export class Pagination<T> {
	offset = 0;
	isLast = false;
	/** Whether the service gives the same full page again, from which nobody can tell whether there is more. */
	isStuck = false;
	/** A full page has at least so many entries: as many as the longest before, which may have been asked for by a lower limit. */
	private full = SHORTEST_FULL_PAGE;
	private readonly seen = new Set<string>();
	/** What was seen of the part of the list that `offset` counts. */
	private readonly part = new Set<string>();
	private end = 0;
	private lastPage: string | undefined;
	private detours = 0;

	/** @param keyOf tells entries apart */
	constructor(private readonly keyOf: (entry: T) => string) {}

	/** Answers what no page before had; undefined for a page that does not follow on. An InputError tells that none does. */
	take(page: readonly T[]): T[] | undefined {
		const keys = page.map(this.keyOf);
		if (this.offset > 0 && !keys.some((key) => this.part.has(key))) {
			this.goBack(this.offset - PAGE * 2 ** this.detours);
			return undefined;
		}
		const fresh = page.filter((_entry, at) => !this.seen.has(keys[at] ?? ''));
		for (const key of keys) {
			this.seen.add(key);
			this.part.add(key);
		}
		this.end = this.offset + page.length;
		const ids = keys.join();
		this.isLast = this.isCertain && page.length < this.full;
		this.isStuck = !this.isLast && ids === this.lastPage;
		if (fresh.length === 0 && !this.isCertain && !this.isStuck) {
			this.goBack(0);
			return undefined;
		}
		this.lastPage = ids;
		this.full = Math.max(this.full, Math.min(page.length, PAGE));
		this.offset = this.isStuck ? 0 : this.offset + Math.max(page.length - 1, 1);
		return fresh;
	}

	/** Begins a new part with the last entries of the page; false where the part before has to be read again first. */
	leave(): boolean {
		if (!this.isCertain) {
			this.goBack(0);
			return false;
		}
		this.offset = 0;
		this.part.clear();
		this.lastPage = undefined;
		this.detours = 0;
		return true;
	}

	/** Whether as many were seen as stand before the end of the page: fewer where the order has changed meanwhile. */
	private get isCertain(): boolean {
		return this.part.size >= this.end;
	}

	private goBack(offset: number): void {
		this.detours += 1;
		if (this.detours > DETOURS)
			throw new InputError(
				'The list cannot be read to its end: the next page does not follow on the one before. Try again later.',
			);
		this.offset = Math.max(0, offset);
		this.lastPage = undefined;
		// Read from its beginning, the part is counted anew.
		if (this.offset === 0) this.part.clear();
	}
}
