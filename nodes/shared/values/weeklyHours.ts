import { LruMap } from './lruMap';

/** Hours that repeat each week, in a time zone's local time. Times and lengths are in milliseconds. */
export interface WeeklyHours {
	zone: string;
	/** When the hours begin, in milliseconds since Monday's midnight. */
	begins: readonly number[];
	/** How long they last on the clock. They may end on the next day. */
	length: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The start of an arbitrary week in local time, written as UTC. */
const A_MONDAY = Date.UTC(2024, 0, 1);

/** Returns hours on some days. Monday is day 0. If the end isn't after the beginning, it's on the next day. */
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
 * It only calculates with local time up to the next clock change. So an hour that the clock skips never occurs, and one
 * that it repeats occurs twice.
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

/** @param local local time, written as if it were UTC */
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

/** Returns the later of two times, or the time of a clock change in between. */
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

/** The formatters, keyed by time zone, because creating one is slow. */
const formats = new LruMap<string, Intl.DateTimeFormat>(100);

function formatIn(zone: string): Intl.DateTimeFormat {
	return formats.getOrAdd(
		zone,
		() => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
	);
}

/** Whether a string is the name of a time zone, such as "Europe/Berlin". */
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
