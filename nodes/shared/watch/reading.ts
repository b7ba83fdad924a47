import { datesOf, FaxCursor } from '../service/faxCursor';
import type { NormalizedFax } from '../service/faxRecords';
import { faxPages } from '../service/faxRecords';
import { isUnderWay } from '../service/faxStatus';
import type { Reader } from '../service/requests';
import { rethrow } from '../service/rethrow';
import { InputError } from '../values/inputError';
import type { Category, FoundFax, WatchedList } from './faxes';
import { faxOwnerOf, idOf, latestTimeOf, startOf } from './faxes';
import type { Memory, Reading } from './memory';

const SECOND = 1_000;
const DAY = 86_400_000;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const WHOLE_EVERY = 600_000;

/** How many new faxes are passed on at once. */
const MOST_NEW = 500;

/** What it takes to look for new faxes. Times are in milliseconds. */
export interface Watch {
	reads: Reader;
	/** Encoded as one part of a path. */
	userId: string;
	lists: readonly WatchedList[];
	/** For how long a fax may be listed after it began. */
	lateness: number;
	/** When no other page is to be asked for. */
	deadline: number;
	memory: Memory;
}

/**
 * Finds what is new in one list. A usual poll reads one page, and all of the period in which faxes may be listed late is read
 * every ten minutes.
 *
 * @throws ServiceFault
 */
export async function readList(watch: Watch, list: WatchedList): Promise<void> {
	const { readings } = watch.memory;
	const reading = nextReading(watch.memory, list.category);
	const { position } = reading;
	readings[list.category] = reading;
	try {
		await readOn(watch, list, reading);
	} catch (error) {
		// What fails again at the same place must not keep the newest from being read.
		if (reading.position === position) Object.assign(reading, { isEnded: true, wholeAt: 0 });
		// Nobody knows which of many are the oldest.
		if (reading.isEnded && reading.count > MOST_NEW) reading.found.clear();
		rethrow(error);
	}
}

/** The reading that is to go on, or another one. */
function nextReading({ readings, lists }: Memory, category: Category): Reading {
	const last = readings[category];
	if (last && !last.isEnded) return last;
	const { wholeAt = 0, found = new Map<string, FoundFax>() } = last ?? {};
	const begun = Date.now();
	const history = lists[category]?.begun ?? Number.POSITIVE_INFINITY;
	const { isRead } = (lists[category] ??= { begun, isRead: false });
	return {
		begun,
		wholeAt,
		isEnded: false,
		isWhole: !isRead || Math.abs(begun - wholeAt) > WHOLE_EVERY,
		history: isRead ? 0 : history,
		position: undefined,
		count: 0,
		found,
	};
}

/** Reads page after page. A second of which the service may tell only some faxes is left behind. */
async function readOn(watch: Watch, watched: WatchedList, reading: Reading): Promise<void> {
	const { reads, userId, deadline, memory } = watch;
	const { category } = watched;
	const list = memory.lists[category];
	// One second more: nobody knows whether the service includes it.
	const after = list?.isRead ? new Date(memory.since - SECOND) : undefined;
	while (!reading.isEnded) {
		const cursor = new FaxCursor(reading.position === undefined ? undefined : new Date(reading.position));
		try {
			for await (const { faxes, isLast } of faxPages(reads, { userId, category, after }, cursor)) {
				const isNews = note(watch, watched, reading, faxes);
				reading.position = cursor.position?.getTime() ?? reading.position;
				const isAll = isLast || faxes.every((fax) => latestTimeOf(fax) < memory.since);
				if (isAll) reading.wholeAt = reading.begun;
				if (isAll && list) list.isRead = true;
				reading.isEnded = isAll || !(isNews || reading.isWhole);
				if (reading.isEnded || Date.now() > deadline) return;
			}
		} catch (error) {
			const at = cursor.position?.getTime();
			if (!(error instanceof InputError) || at === undefined) return rethrow(error);
			if (at > reading.history) memory.gap ??= error;
			reading.position = at - SECOND;
		}
	}
}

/** Notes the faxes of a page; returns whether any of them is new. */
function note(
	watch: Watch,
	{ category, event }: WatchedList,
	reading: Reading,
	faxes: readonly NormalizedFax[],
): boolean {
	const { memory, lateness } = watch;
	memory.owner ??= faxes.map(faxOwnerOf).find((owner) => owner !== undefined);
	memory.newest = Math.max(memory.newest, ...faxes.flatMap((fax) => Object.values(datesOf(fax))));
	if (!memory.lists[category]?.isRead) settle(watch);
	const { count } = reading;
	for (const fax of faxes) {
		const id = idOf(event, fax);
		const start = startOf(fax);
		// One that stays under way is passed on before it leaves the period that is watched.
		const isHeld = isUnderWay(fax.status) && Date.now() - start < lateness / 2;
		if (start < memory.since || isHeld || memory.has(id)) continue;
		reading.count += 1;
		if (start < reading.history) memory.known.add(id, start);
		else reading.found.set(id, { event, fax });
	}
	return reading.count > count;
}

/**
 * Takes what is passed on now: the oldest of the faxes that are new, so many at most. Amid a reading nobody knows which are the
 * oldest; if they are few, they are passed on all the same.
 *
 * @param isWanted whether a fax is to start the workflow; the others are done with
 * @returns oldest first
 */
export function takeNew(watch: Watch, isWanted: (found: FoundFax) => boolean): FoundFax[] {
	const { known, open, readings } = watch.memory;
	const taken = Object.values(readings)
		.filter(({ isEnded, count }) => isEnded || count <= MOST_NEW)
		// Lists begin with the newest, also within a second.
		.flatMap(({ found }) => [...found].reverse().map(([id, one]) => ({ id, one, found })))
		.map((entry) => ({ ...entry, time: latestTimeOf(entry.one.fax) }))
		.sort((a, b) => a.time - b.time)
		.slice(0, MOST_NEW);
	for (const { id, one, found } of taken) {
		found.delete(id);
		if (isWanted(one)) open.set(id, one);
		else known.add(id, startOf(one.fax));
	}
	settle(watch);
	return taken.map(({ one }) => one).filter(isWanted);
}

/**
 * Notes until when all faxes have been listed, and n8n has begun with them: by the service's own clock, as its newest fax tells
 * it, or by that of n8n if that is behind. Without a fax only n8n's clock tells the time, and may be wrong by hours.
 */
function settle({ memory, lateness }: Watch): void {
	const { lists, readings, open } = memory;
	const now = Date.now();
	const wholeAt = (Object.keys(lists) as Category[]).map((one) =>
		lists[one]?.isRead ? (readings[one]?.wholeAt ?? 0) : (readings[one]?.begun ?? now),
	);
	const at = Math.min(now, ...wholeAt);
	const newest = memory.newest || now - DAY;
	let since = Math.min(newest - (now - at), at) - lateness;
	for (const { found } of Object.values(readings))
		for (const { fax } of found.values()) since = Math.min(since, ...Object.values(datesOf(fax)));
	for (const { fax } of open.values()) since = Math.min(since, startOf(fax));
	memory.since = Math.max(memory.since, Math.floor(since / SECOND) * SECOND);
}
