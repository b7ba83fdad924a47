import { InputError } from '../values/inputError';

/**
 * The `limit` of every page. Fax.Plus returns that many entries if there are that many, so a shorter page is the last one
 * (docs/contributing/api.md, "Pages").
 */
export const PAGE = 50;

/** How often to search for the place where the previous pages ended, at most. */
const DETOURS = 6;

/**
 * Goes through a list page by page without leaving anything out, even if entries are added or deleted in between
 * (docs/contributing/api.md, "Pages"). Every page starts with the last entry of the previous one, because a deleted entry
 * would otherwise hide another one.
 */
export class Pagination<T> {
	offset = 0;
	isLast = false;
	/** Whether `offset` returns the same full page again, so that it's unknown whether there is more. */
	isStuck = false;
	private readonly seen = new Set<string>();
	/** Entries that were seen in the part of the list that `offset` refers to. */
	private readonly part = new Set<string>();
	private end = 0;
	private lastPage: string | undefined;
	private detours = 0;

	/** @param keyOf returns a key that is different for each entry */
	constructor(private readonly keyOf: (entry: T) => string) {}

	/**
	 * Returns the entries that no earlier page had, or undefined if the page doesn't continue the list. It throws an
	 * InputError if no page does.
	 */
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
		this.isLast = this.isCertain && page.length < PAGE;
		this.isStuck = !this.isLast && ids === this.lastPage;
		if (fresh.length === 0 && !this.isCertain && !this.isStuck) {
			this.goBack(0);
			return undefined;
		}
		this.lastPage = ids;
		// This is the first page of the part once more.
		if (this.isStuck) this.end = page.length;
		this.offset += Math.max(page.length - 1, 1);
		return fresh;
	}

	/**
	 * Starts a new part with the last entries of the page. It returns false if the previous part has to be read again
	 * first.
	 */
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

	/**
	 * Whether as many entries were seen as there should be up to the end of the page. If the order has changed in between,
	 * there are fewer.
	 */
	private get isCertain(): boolean {
		return this.part.size >= this.end;
	}

	private goBack(offset: number): void {
		this.detours += 1;
		if (this.detours > DETOURS)
			throw new InputError(
				"n8n can't read the whole list, because the pages don't fit together. Try again later.",
			);
		this.offset = Math.max(0, offset);
		this.lastPage = undefined;
		// The part is read from its start, so its entries are counted again.
		if (this.offset === 0) this.part.clear();
	}
}
