import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { happenedIn, hourEntries, recordedInHourOf } from './fax';
import type { Store } from './store';
import { peek, takeBack } from './store';

const HOUR = 3_600_000;

/** So many hours are asked about: faxes are read back for five days, and nothing may have been recorded for some before. */
const HOURS_BACK = 14 * 24;

/** In milliseconds: longer than faxes are read back. */
const QUIET = 6 * 24 * HOUR;

/** In the store once it may have lost something. */
const LOST = happenedIn('the past', 'loss');

/**
 * Hours of which the store holds nothing, as this process knows; it never will, as they are over. To ask about all weeks with each
 * check takes n8n a tenth of a second where the store is large.
 */
class EmptyHours {
	private room = 0;

	private readonly empty = new Set<number>();

	/** Times in all other hours before a time, the last one first; the room is that of the store. */
	othersBefore(time: number, room: number): number[] {
		if (this.room !== room) this.empty.clear();
		this.room = room;
		const times = Array.from({ length: HOURS_BACK }, (_none, back) => time - (back + 1) * HOUR);
		return times.filter((one) => !this.empty.has(Math.floor(one / HOUR)));
	}

	note(time: number, isEmpty: boolean): void {
		if (isEmpty) this.empty.add(Math.floor(time / HOUR));
		else this.empty.delete(Math.floor(time / HOUR));
	}
}

/**
 * Since when the store has lost nothing, as the hours tell that it holds; in milliseconds. The faxes that it knows do not tell:
 * a check that was killed has left there what it asked about. One that was killed amid a question about hours has left all of
 * these, but each hour has two entries, which are asked about one after the other: only both together tell. One alone also tells
 * of a time with another room, as long as no loss is known: a question that was cut off has left that, too.
 */
export async function rememberedFrom(
	context: IExecuteFunctions,
	store: Store,
	capacity: number,
	isFull: boolean,
): Promise<number> {
	const now = Date.now();
	const empty = rememberedOf(keyOf(context), EmptyHours);
	// Not the present one, because another process may record it between the two questions.
	const hours = empty.othersBefore(now, capacity);
	const withRoom = (hour: number): string => recordedInHourOf(hour, capacity);
	const own = await peek(store, hours.map(withRoom));
	const all = await peek(store, [LOST, ...[now, ...hours].map((hour) => recordedInHourOf(hour))]);
	const hadLost = all.has(LOST);
	const isTold = (hour: number): boolean => all.has(recordedInHourOf(hour));
	const isToldWithRoom = (hour: number): boolean => own.has(withRoom(hour));
	const halves = hours.filter((hour) => isTold(hour) !== isToldWithRoom(hour));
	for (const hour of hours) empty.note(hour, !isTold(hour) && !isToldWithRoom(hour));
	// It may have been full before a person gave it more room.
	const ofOtherRoom = hadLost ? [] : halves.filter(isTold);
	const doubtful = halves.filter((hour) => !ofOtherRoom.includes(hour));
	if (!isFull && !hadLost && halves.length === 0) return -Infinity;
	// What is taken back makes room, but brings nothing back.
	if (!hadLost) await store.ask([LOST, ...ofOtherRoom.map(withRoom)]);
	const told = hours.filter((hour) => isTold(hour) && !doubtful.includes(hour)).at(-1);
	const isQuiet = halves.length === 0 && !isTold(now);
	// A store holds what an hour brings at least, and drops nothing in weeks in which nothing is recorded.
	const first = told ?? now - (isQuiet ? QUIET : HOUR);
	const entriesOf = (hour: number): string[] => hourEntries(hour, capacity);
	// Before others go, because a check that is killed in between must not leave a store in which no hour tells.
	if (told === undefined) {
		await store.ask(entriesOf(first));
		empty.note(first, false);
	}
	const taken = doubtful.filter((hour) => hour !== first).flatMap(entriesOf);
	if (taken.length > 0) await takeBack(store, taken);
	return (Math.floor(first / HOUR) + 1) * HOUR;
}
