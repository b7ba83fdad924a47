import { datesOf, FaxCursor } from '../service/faxCursor';
import type { NormalizedFax } from '../service/faxRecords';
import { faxPages } from '../service/faxRecords';
import { isUnderWay } from '../service/faxStatus';
import type { Reads } from '../service/requests';
import { rethrow } from '../service/rethrow';
import { InputError } from '../values/inputError';
import { faxOwnerOf } from './account';
import type { Category, FoundFax, WatchedList } from './faxes';
import { idOf, latestTimeOf, startOf } from './faxes';
import type { Memory } from './memory';

const SECOND = 1_000;
const DAY = 86_400_000;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const WHOLE_EVERY = 600_000;

/** How many new faxes are passed on at once. */
const MOST_NEW = 500;

/** What it takes to look for new faxes. Times are in milliseconds. */
export interface Watch {
	reads: Pick<Reads, 'read'>;
	/** Encoded as one part of a path. */
	userId: string;
	lists: readonly WatchedList[];
	/** For how long a fax may be listed after it began. */
	lateness: number;
	/** When no other page is to be asked for. */
	deadline: number;
	memory: Memory;
}

/** What has been read. */
export interface Progress {
	/** Faxes that are to be passed on, by their ids. */
	found: Map<string, FoundFax>;
	lists: Partial<Record<Category, ListReader>>;
	/** Names a second of which the service may tell only some faxes, and of which nobody was told yet. */
	gap?: InputError | undefined;
}

/** Reads what has come into one list, newest first. What time or a failure has interrupted, the next poll goes on with. */
export class ListReader {
	/** When the last reading that went to the end of the period began. */
	wholeAt = 0;

	private begun = 0;

	private isEnded = true;

	/** Whether it goes on where a page has nothing new. */
	private isWhole = true;

	/** What began before is not new. */
	private history = 0;

	/** What is from then on was read. */
	private position: number | undefined;

	private readonly found: Progress['found'] = new Map();

	/** How many it has found, those that were passed on included. */
	private count = 0;

	constructor(private readonly list: WatchedList) {}

	/**
	 * Finds what is new. A usual poll reads one page, and all of the period in which faxes may be listed late is read every
	 * ten minutes.
	 *
	 * @throws ServiceFault
	 */
	async read(watch: Watch): Promise<void> {
		const { progress } = watch.memory;
		if (this.isEnded) this.begin(watch);
		const { position } = this;
		try {
			await this.readOn(watch);
		} catch (error) {
			// What fails again at the same place must not keep the newest from being read.
			if (this.position === position) Reflect.deleteProperty(progress.lists, this.list.category);
			rethrow(error);
		} finally {
			// Amid a reading nobody knows which are the oldest. If they are few, they are passed on all the same.
			if (this.isEnded || this.count <= MOST_NEW) {
				for (const [id, fax] of this.found) progress.found.set(id, fax);
				this.found.clear();
			}
		}
	}

	private begin({ memory: { lists } }: Watch): void {
		const history = lists[this.list.category]?.begun ?? Number.POSITIVE_INFINITY;
		this.begun = Date.now();
		const { isRead } = (lists[this.list.category] ??= { begun: this.begun, isRead: false });
		this.history = isRead ? 0 : history;
		this.isWhole = !isRead || Math.abs(this.begun - this.wholeAt) > WHOLE_EVERY;
		this.isEnded = false;
		this.position = undefined;
		this.count = 0;
	}

	/** Reads page after page. A second of which the service may tell only some faxes is left behind. */
	private async readOn(watch: Watch): Promise<void> {
		const { reads, userId, deadline, memory } = watch;
		const { category } = this.list;
		const list = memory.lists[category];
		// One second more: nobody knows whether the service includes it.
		const after = list?.isRead ? new Date(memory.since - SECOND) : undefined;
		while (!this.isEnded) {
			const cursor = new FaxCursor(this.position === undefined ? undefined : new Date(this.position));
			try {
				for await (const { faxes, isLast } of faxPages(reads, { userId, category, after }, cursor)) {
					const isNews = this.note(watch, faxes);
					this.position = cursor.position?.getTime() ?? this.position;
					const isAll = isLast || faxes.every((fax) => latestTimeOf(fax) < memory.since);
					if (isAll) this.wholeAt = this.begun;
					if (isAll && list) list.isRead = true;
					this.isEnded = isAll || !(isNews || this.isWhole);
					if (this.isEnded || Date.now() > deadline) return;
				}
			} catch (error) {
				const at = cursor.position?.getTime();
				if (!(error instanceof InputError) || at === undefined) return rethrow(error);
				if (at > this.history) memory.progress.gap ??= error;
				this.position = at - SECOND;
			}
		}
	}

	/** Notes the faxes of a page; returns whether any of them is new. */
	private note(watch: Watch, faxes: readonly NormalizedFax[]): boolean {
		const { memory, lateness } = watch;
		const { event, category } = this.list;
		memory.owner ??= faxes.map(faxOwnerOf).find((owner) => owner !== undefined);
		memory.newest = Math.max(memory.newest, ...faxes.flatMap((fax) => Object.values(datesOf(fax))));
		if (!memory.lists[category]?.isRead) settle(watch);
		const { count } = this;
		for (const fax of faxes) {
			const id = idOf(event, fax);
			const start = startOf(fax);
			// One that stays under way is passed on before it leaves the period that is watched.
			const isHeld = isUnderWay(fax.status) && Date.now() - start < lateness / 2;
			const isKnown = [memory.known, memory.progress.found, this.found].some((known) => known.has(id));
			if (start < memory.since || isHeld || isKnown) continue;
			this.count += 1;
			if (start < this.history) memory.known.add(id, start);
			else this.found.set(id, { event, fax });
		}
		return this.count > count;
	}
}

/**
 * Takes what is passed on now: the oldest of the faxes that are new, so many at most.
 *
 * @param isWanted whether a fax is to start the workflow; the others are done with
 * @returns oldest first
 */
export function takeNew(watch: Watch, isWanted: (found: FoundFax) => boolean): FoundFax[] {
	const { memory } = watch;
	// Lists begin with the newest, also within a second.
	const taken = [...memory.progress.found.values()]
		.reverse()
		.map(({ event, fax }) => ({ event, fax, time: latestTimeOf(fax) }))
		.sort((a, b) => a.time - b.time)
		.slice(0, MOST_NEW);
	for (const { event, fax } of taken) {
		const id = idOf(event, fax);
		memory.progress.found.delete(id);
		memory.known.add(id, startOf(fax), isWanted({ event, fax }) ? Date.now() : undefined);
	}
	settle(watch);
	return taken.filter(isWanted);
}

/**
 * Notes until when all faxes have been listed, and passed on: by the service's own clock, as its newest fax tells it, or by
 * that of n8n if that is behind. Without a fax only n8n's clock tells the time, and may be wrong by hours.
 */
function settle({ memory, lateness }: Watch): void {
	const { found, lists } = memory.progress;
	const now = Date.now();
	const read = (Object.keys(memory.lists) as Category[]).filter((one) => memory.lists[one]?.isRead);
	const at = Math.min(now, ...read.map((one) => lists[one]?.wholeAt ?? 0));
	const newest = memory.newest || now - DAY;
	let since = Math.min(newest - (now - at), at) - lateness;
	for (const { fax } of found.values()) since = Math.min(since, ...Object.values(datesOf(fax)));
	memory.since = Math.max(memory.isNew ? 0 : memory.since, Math.floor(since / SECOND) * SECOND);
}
