import { InputError } from '../values/inputError';

/** Entries that are asked for at once: as many as sources name (docs/api.md, "Pages"). */
export const PAGE = 50;

/** So often the place is looked for at which the pages before have ended. */
const DETOURS = 6;

/**
 * The way through a list, page by page, that leaves nothing out, however many entries the service gives at once, and whatever
 * comes and goes meanwhile (docs/api.md, "Pages"). Every page begins with the last entry of the one before: so none is hidden
 * by one that was deleted. The list has ended where a page brings nothing new, though the service gives more at once.
 */
export class Pagination<T> {
	offset = 0;
	isLast = false;
	/** Whether the service gives the same page again and again, from which nobody can tell whether there is more. */
	isStuck = false;
	/** The service is known to give so many at once, though never more than were asked for. */
	private longest = 1;
	private readonly known = new Set<string>();
	/** What was seen of the part of the list that `offset` counts. */
	private readonly part = new Set<string>();
	private end = 0;
	private lastPage: string | undefined;
	/** The list has ended before this place. */
	private emptyFrom = Number.POSITIVE_INFINITY;
	private detours = 0;

	/** @param keyOf tells entries apart */
	constructor(private readonly keyOf: (entry: T) => string) {}

	/** Answers what no page before had; undefined for a page that does not follow on. An InputError tells that none does. */
	take(page: readonly T[]): T[] | undefined {
		const keys = page.map(this.keyOf);
		if (this.offset > 0 && !keys.some((key) => this.part.has(key))) {
			if (page.length === 0) this.emptyFrom = this.offset;
			this.goBack(this.offset - PAGE * 2 ** this.detours);
			return undefined;
		}
		const fresh = page.filter((_entry, at) => !this.known.has(keys[at] ?? ''));
		for (const key of keys) {
			this.known.add(key);
			this.part.add(key);
		}
		this.end = this.offset + page.length;
		const ids = keys.join();
		const isRepeated = ids === this.lastPage;
		this.lastPage = ids;
		this.isLast = fresh.length === 0 && this.isCertain && this.isShort(page);
		if (fresh.length === 0 && !this.isCertain && !isRepeated) {
			this.goBack(0);
			return undefined;
		}
		this.longest = Math.max(this.longest, Math.min(page.length, PAGE));
		this.isStuck = isRepeated && this.offset === 0 && !this.isLast;
		this.offset = isRepeated ? 0 : this.offset + Math.max(page.length - 1, 1);
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
		this.emptyFrom = Number.POSITIVE_INFINITY;
		this.detours = 0;
		return true;
	}

	/** Whether as many were seen as stand before the end of the page: fewer where the order has changed meanwhile. */
	private get isCertain(): boolean {
		return this.part.size >= this.end;
	}

	/** Whether the page would be longer if there were more. */
	private isShort({ length }: readonly T[]): boolean {
		return length < this.longest || (this.offset === 0 && length >= this.emptyFrom);
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
