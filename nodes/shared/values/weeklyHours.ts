import { LruMap } from './lruMap';

/** Hours that repeat each week, by the clock of a time zone. Times and lengths are in milliseconds. */
export interface WeeklyHours {
	zone: string;
	/** When the hours begin, counted from the midnight before Monday. */
	begins: readonly number[];
	/** How long they last by the clock. They may end on the next day. */
	length: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The beginning of some week, as a clock shows it. */
const A_MONDAY = Date.UTC(2024, 0, 1);

/** Returns hours on some days, of which Monday is 0. If the end isn't after the beginning, it's on the next day. */
export function hoursOn(
	days: readonly number[],
	{ from, to, zone }: { from: number; to: number; zone: string },
): WeeklyHours {
	return {
		zone,
		begins: days.map((day) => day * DAY_MS + from),
		length: to > from ? to - from : to - from + DAY_MS,
	};
}

/**
 * Returns the first time within the hours, from this time on, or undefined if it's after the end.
 *
 * A clock is only calculated with as long as it isn't changed. So an hour that the clock skips never comes, and one that it
 * repeats comes twice.
 */
export function firstWithin(hours: WeeklyHours, from: number, end: number): number | undefined {
	let time = from;
	while (time <= end) {
		const wait = untilOpen(hours, time + offsetAt(hours.zone, time));
		if (wait === 0) return time;
		time = unlessChanged(hours.zone, time, time + Math.min(wait, DAY_MS));
	}
	return undefined;
}

/** @param local what the clock shows, as if it were in UTC */
function untilOpen({ begins, length }: WeeklyHours, local: number): number {
	const waits = begins.map((begin) => {
		const since = modulo(local - A_MONDAY - begin, WEEK_MS);
		return since < length ? 0 : WEEK_MS - since;
	});
	return Math.min(...waits);
}

function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}

/** Returns the later one of two times, or the time in between at which the clock is changed. */
function unlessChanged(zone: string, from: number, to: number): number {
	const offset = offsetAt(zone, from);
	if (offsetAt(zone, to) === offset) return to;
	let [before, after] = [from, to];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (offsetAt(zone, middle) === offset) before = middle;
		else after = middle;
	}
	return after;
}

/** The formats by time zone, because it takes long to make one. */
const formats = new LruMap<string, Intl.DateTimeFormat>(100);

function formatIn(zone: string): Intl.DateTimeFormat {
	return formats.getOrAdd(
		zone,
		() => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
	);
}

/** Whether a text is the name of a time zone, such as "Europe/Berlin". */
export function isTimeZone(zone: string): boolean {
	try {
		formatIn(zone);
		return true;
	} catch {
		return false;
	}
}

/** Returns how far the clock of a time zone is ahead of UTC. */
function offsetAt(zone: string, time: number): number {
	const parts = formatIn(zone).formatToParts(time);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours, minutes, seconds = '0'] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
	const ahead = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000;
	return sign === '-' ? -ahead : ahead;
}
