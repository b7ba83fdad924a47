import { datesOf, FaxCursor } from '../faxes/faxCursor';
import type { NormalizedFax } from '../faxes/faxRecords';
import { faxPages } from '../faxes/faxRecords';
import { isUnderWay } from '../faxes/faxStatus';
import type { Reader } from '../http/requests';
import { rethrow } from '../http/rethrow';
import { InputError } from '../values/inputError';
import type { Category, FoundFax, WatchedList } from './faxes';
import { faxOwnerOf, idOf, latestTimeOf, MOST_AT_ONCE, startOf } from './faxes';
import type { Memory, Reading } from './memory';
import type { Seen } from './seen';

const SECOND = 1_000;
const DAY = 86_400_000;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const WHOLE_EVERY = 600_000;

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
	seen: Seen;
}

/**
 * Finds what is new in one list. A usual poll reads one page, and all of the period in which faxes may be listed late is read
 * every ten minutes.
 *
 * @throws ServiceFault
 */
export async function readList(watch: Watch, list: WatchedList): Promise<void> {
	const { lists, readings } = watch.memory;
	const { category } = list;
	const now = Date.now();
	lists[category] ??= { begun: now, isRead: false };
	const reading = (readings[category] ??= { begun: now, position: undefined, count: 0 });
	const { position } = reading;
	try {
		if (await readOn(watch, list, reading)) Reflect.deleteProperty(readings, category);
	} catch (error) {
		// What fails again at the same place must not keep the newest from being read.
		if (reading.position === position) giveUp(watch.memory, category, reading);
		rethrow(error);
	}
}

/** Lets a list be read from its beginning again. Nobody knows which of many that it has found are the oldest. */
function giveUp({ found, readings, wholeAt }: Memory, category: Category, { count }: Reading): void {
	Reflect.deleteProperty(readings, category);
	Reflect.deleteProperty(wholeAt, category);
	if (count > MOST_AT_ONCE) for (const [id, one] of found) if (one.category === category) found.delete(id);
}

/**
 * Reads page after page. A second of which the service may tell only some faxes is left behind.
 *
 * @returns whether it came to the end, and was not interrupted by the deadline
 */
async function readOn(watch: Watch, list: WatchedList, reading: Reading): Promise<boolean> {
	const { reads, userId, deadline, memory } = watch;
	const { category } = list;
	const state = memory.lists[category];
	const isWhole = !state?.isRead || Math.abs(reading.begun - (memory.wholeAt[category] ?? 0)) > WHOLE_EVERY;
	// One second more: nobody knows whether the service includes it.
	const after = state?.isRead ? new Date(memory.since - SECOND) : undefined;
	for (;;) {
		const cursor = new FaxCursor(reading.position === undefined ? undefined : new Date(reading.position));
		try {
			for await (const { faxes, isLast } of faxPages(reads, { userId, category, after }, cursor)) {
				const isNews = note(watch, list, reading, faxes);
				reading.position = cursor.position?.getTime() ?? reading.position;
				const isAll = isLast || faxes.every((fax) => latestTimeOf(fax) < memory.since);
				if (isAll) memory.wholeAt[category] = reading.begun;
				if (isAll && state) state.isRead = true;
				if (isAll || !(isNews || isWhole)) return true;
				if (Date.now() > deadline) return false;
			}
		} catch (error) {
			const at = cursor.position?.getTime();
			if (!(error instanceof InputError) || at === undefined) return rethrow(error);
			if (at > historyOf(memory, category, reading)) memory.gap ??= error;
			reading.position = at - SECOND;
		}
	}
}

/** What began before is not new: all that the very first reading of a list finds; after its failure, what was there before it. */
function historyOf({ lists }: Memory, category: Category, reading: Reading): number {
	const { begun = reading.begun, isRead = false } = lists[category] ?? {};
	if (isRead) return 0;
	return begun === reading.begun ? Number.POSITIVE_INFINITY : begun;
}

/** Notes the faxes of a page; returns whether any of them is new. */
function note(watch: Watch, list: WatchedList, reading: Reading, faxes: readonly NormalizedFax[]): boolean {
	const { memory, lateness } = watch;
	memory.owner ??= faxes.map(faxOwnerOf).find((owner) => owner !== undefined);
	memory.newest = Math.max(memory.newest, ...faxes.flatMap((fax) => Object.values(datesOf(fax))));
	if (!memory.lists[list.category]?.isRead) settle(watch);
	const history = historyOf(memory, list.category, reading);
	const { count } = reading;
	for (const fax of faxes) {
		const id = idOf(list.event, fax);
		const start = startOf(fax);
		// One that stays under way is passed on before it leaves the period that is watched.
		const isHeld = isUnderWay(fax.status) && Date.now() - start < lateness / 2;
		if (start < memory.since || isHeld || memory.has(id)) continue;
		reading.count += 1;
		if (start < history) memory.known.add(id, start);
		else memory.found.set(id, { ...list, fax });
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
	const { seen, memory } = watch;
	const { known, open, found, readings } = memory;
	const taken = [...found]
		.filter(([, { category }]) => (readings[category]?.count ?? 0) <= MOST_AT_ONCE)
		// Lists begin with the newest, also within a second.
		.reverse()
		.map(([id, one]) => ({ id, one, time: latestTimeOf(one.fax) }))
		.sort((a, b) => a.time - b.time)
		.slice(0, MOST_AT_ONCE);
	for (const { id, one } of taken) {
		found.delete(id);
		if (!isWanted(one)) {
			known.add(id, startOf(one.fax));
			continue;
		}
		open.set(id, one);
		seen.passOn(id);
	}
	settle(watch);
	return taken.map(({ one }) => one).filter(isWanted);
}

/**
 * Notes until when all faxes have been listed, and n8n has begun with them: by the service's own clock, as its newest fax tells
 * it, or by that of n8n if that is behind. Without a fax only n8n's clock tells the time, and may be wrong by hours.
 */
function settle({ memory, lateness }: Watch): void {
	const { lists, readings, wholeAt, found, open } = memory;
	const now = Date.now();
	const ends = (Object.keys(lists) as Category[]).map((one) =>
		lists[one]?.isRead ? (wholeAt[one] ?? 0) : (readings[one]?.begun ?? now),
	);
	const at = Math.min(now, ...ends);
	const newest = memory.newest || now - DAY;
	const times = [
		...[...found.values()].flatMap(({ fax }) => Object.values(datesOf(fax))),
		...[...open.values()].map(({ fax }) => startOf(fax)),
	];
	const since = times.reduce((a, b) => Math.min(a, b), Math.min(newest - (now - at), at) - lateness);
	memory.since = Math.max(memory.since, Math.floor(since / SECOND) * SECOND);
}
