import fc from 'fast-check';

import { timeFor, type Timing } from '../../nodes/FaxPlus/resources/fax/sending/guard/sendTime';
import { firstWithin, hoursOn } from '../../nodes/shared/values/weeklyHours';
import '../support/properties';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const WORKDAYS = [0, 1, 2, 3, 4];
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Reads a time such as "08:30" as milliseconds since midnight. */
function ofClock(text: string): number {
	const [hours = 0, minutes = 0] = text.split(':').map(Number);
	return hours * HOUR + minutes * MINUTE;
}

describe('the first time within hours', () => {
	test.each<[string, string, number[], string, string, string]>([
		['in between', 'Europe/Berlin', WORKDAYS, '08:00-17:00', '2026-11-27T09:30:00Z', '2026-11-27T09:30:00Z'],
		[
			'the beginning',
			'Europe/Berlin',
			WORKDAYS,
			'08:00-17:00',
			'2026-11-27T07:00:00Z',
			'2026-11-27T07:00:00Z',
		],
		['the end', 'Europe/Berlin', WORKDAYS, '08:00-17:00', '2026-11-27T16:00:00Z', '2026-11-30T07:00:00Z'],
		[
			'over the weekend',
			'Asia/Kolkata',
			WORKDAYS,
			'08:00-17:00',
			'2026-11-28T09:30:00Z',
			'2026-11-30T02:30:00Z',
		],
		[
			'into a change',
			'Europe/Berlin',
			WORKDAYS,
			'08:00-17:00',
			'2027-03-26T20:00:00Z',
			'2027-03-29T06:00:00Z',
		],
		['and back', 'America/New_York', [6], '08:00-17:00', '2026-10-31T20:00:00Z', '2026-11-01T13:00:00Z'],
		// The clock goes from 02:00 to 03:00.
		[
			'in a skipped hour',
			'Europe/Berlin',
			[6],
			'02:15-02:45',
			'2027-03-28T00:00:00Z',
			'2027-04-04T00:15:00Z',
		],
		['in part of it', 'Europe/Berlin', [6], '02:30-03:30', '2027-03-28T00:00:00Z', '2027-03-28T01:00:00Z'],
		[
			'half of an hour',
			'Australia/Lord_Howe',
			[6],
			'02:15-02:45',
			'2026-10-03T15:00:00Z',
			'2026-10-03T15:30:00Z',
		],
		// The clock goes from 03:00 back to 02:00.
		['in an hour', 'Europe/Berlin', [6], '02:15-02:45', '2026-10-25T00:00:00Z', '2026-10-25T00:15:00Z'],
		['that comes twice', 'Europe/Berlin', [6], '02:15-02:45', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z'],
		['but not more', 'Europe/Berlin', [6], '02:15-02:45', '2026-10-25T01:45:00Z', '2026-11-01T01:15:00Z'],
		// Hours that cross midnight belong to the day on which they begin.
		['on Friday night', 'UTC', [4], '22:00-06:00', '2026-11-28T05:59:00Z', '2026-11-28T05:59:00Z'],
		['not on Friday morning', 'UTC', [4], '22:00-06:00', '2026-11-27T05:00:00Z', '2026-11-27T22:00:00Z'],
		['from Sunday to Monday', 'UTC', [6], '22:00-06:00', '2026-11-30T03:00:00Z', '2026-11-30T03:00:00Z'],
		[
			'on a whole day',
			'America/New_York',
			[5],
			'00:00-24:00',
			'2026-11-29T05:00:00Z',
			'2026-12-05T05:00:00Z',
		],
	])('%s (%s, %j, %s)', (_what, zone, days, clock, from, expected) => {
		const [begin = '', end = ''] = clock.split('-');
		const hours = hoursOn(days, { from: ofClock(begin), to: ofClock(end), zone });
		const time = firstWithin(hours, Date.parse(from), Date.parse(from) + 365 * DAY);
		expect(new Date(time ?? 0)).toEqual(new Date(expected));
	});

	test('is undefined after the end', () => {
		const hours = hoursOn([0], { from: 0, to: DAY, zone: 'UTC' });
		const wednesday = Date.parse('2026-11-25T00:00:00Z');
		expect(firstWithin(hours, wednesday, wednesday + 4 * DAY)).toBeUndefined();
		expect(firstWithin(hours, wednesday, wednesday + 5 * DAY)).toBe(wednesday + 5 * DAY);
	});
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function planAt(now: number | string, timing: Partial<Timing>, taken: number[] = []): string | undefined {
	jest.setSystemTime(new Date(now));
	const { sendAt, hours, spacing = 0 } = timing;
	return timeFor({ sendAt, hours, spacing, limit: Infinity }, taken)?.toISOString();
}

describe('when a fax is sent', () => {
	const hours = hoursOn(WORKDAYS, { from: 8 * HOUR, to: 17 * HOUR, zone: 'Europe/Berlin' });
	const at = (text: string): Date => new Date(text);

	test('at once, or at its own time', () => {
		expect(planAt('2026-11-27T09:00:00.500Z', {})).toBeUndefined();
		expect(planAt('2026-11-27T09:00:00.500Z', { hours })).toBeUndefined();
		const sendAt = at('2026-11-27T12:00:00Z');
		expect(planAt('2026-11-27T09:00:00Z', { sendAt, hours })).toBe('2026-11-27T12:00:00.000Z');
		expect(planAt('2026-11-27T12:00:01Z', { sendAt, hours })).toBeUndefined();
	});

	test('in the next hours if it may reach Fax.Plus after their end', () => {
		expect(planAt('2026-11-27T15:58:59Z', { hours })).toBeUndefined();
		expect(planAt('2026-11-27T15:59:01Z', { hours })).toBe('2026-11-30T07:00:00.000Z');
		const sendAt = at('2026-11-27T15:59:59Z');
		expect(planAt('2026-11-27T15:59:10Z', { sendAt, hours })).toBe('2026-11-30T07:00:00.000Z');
		expect(planAt('2026-11-27T15:00:00Z', { sendAt, hours })).toBe('2026-11-27T15:59:59.000Z');
	});

	test('from the earliest time on', () => {
		const sendAt = at('2026-11-29T12:00:00Z');
		expect(planAt('2026-11-27T09:00:00Z', { sendAt, hours })).toBe('2026-11-30T07:00:00.000Z');
	});

	test('as far from other faxes as set, within the hours', () => {
		const now = Date.parse('2026-11-27T15:00:00.300Z');
		const spacing = 30 * MINUTE;
		expect(planAt(now, { spacing }, [now - spacing])).toBe('2026-11-27T15:01:01.000Z');
		expect(planAt(now, { spacing }, [now - spacing - SECOND])).toBeUndefined();
		expect(planAt(now, { hours, spacing }, [now])).toBe('2026-11-27T15:30:01.000Z');
		expect(planAt(now, { hours, spacing }, [now, now + spacing])).toBe('2026-11-30T07:00:00.000Z');
		// A fax fits between two others.
		const others = [now, now + 60 * MINUTE, now + 61 * MINUTE];
		expect(planAt(now, { spacing }, others)).toBe('2026-11-27T15:30:01.000Z');
	});

	test('never, if no time within a year fits', () => {
		const narrow = hoursOn([0], { from: 8 * HOUR, to: 8 * HOUR + 10 * MINUTE, zone: 'UTC' });
		const first = Date.parse('2026-11-30T08:00:00Z');
		const taken = Array.from({ length: 53 }, (_, week) => first + week * 7 * DAY);
		const plan = (): unknown =>
			planAt('2026-11-28T00:00:00Z', { hours: narrow, spacing: 10 * MINUTE }, taken);
		expect(plan).toThrow(/no time of the next 365 days fits "Send Between" and "Pause per Number/);
		taken.splice(40, 1);
		expect(plan()).toBe(new Date(first + 40 * 7 * DAY).toISOString());
	});
});

describe('500 faxes to 20 numbers in a year', () => {
	const BEGIN = Date.parse('2026-12-01T00:00:00Z');
	const FAXES = 500;

	/** Local time in a zone, calculated independently of the node's code. */
	function clockOf(zone: string): (time: number) => { day: number; time: number } {
		const options = { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
		const format = new Intl.DateTimeFormat('en-GB', { ...options, second: '2-digit', hourCycle: 'h23' });
		return (time) => {
			const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
			const { weekday = '', hour, minute, second } = parts;
			const ofDay = Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
			return { day: DAYS.indexOf(weekday), time: ofDay };
		};
	}

	const plans = fc.record({
		days: fc.subarray(ALL_DAYS, { minLength: 1 }),
		from: fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * QUARTER),
		length: fc.integer({ min: 1, max: 95 }).map((quarters) => quarters * QUARTER),
		spacing: fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * QUARTER),
		batches: fc.array(
			fc.record({
				after: fc.integer({ min: 0, max: 365 * DAY }),
				count: fc.integer({ min: 25, max: 50 }),
				delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * DAY })),
			}),
			{ minLength: 20, maxLength: 40 },
		),
	});

	// Some batches arrive shortly before a clock change.
	test.each<[string, string[]]>([
		['America/New_York', ['2027-03-14T07:00:00Z', '2027-11-07T06:00:00Z']],
		['Europe/Berlin', ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z']],
		['Australia/Lord_Howe', ['2027-04-03T15:00:00Z', '2027-10-02T15:30:00Z']],
		['Asia/Kolkata', []],
		['UTC', []],
	])('in %s', (zone, changes) => {
		const clock = clockOf(zone);
		const quarters = new Map<number, ReturnType<typeof clock>>();
		const quarterAt = (time: number): ReturnType<typeof clock> => {
			const known = quarters.get(time) ?? clock(time);
			quarters.set(time, known);
			return known;
		};
		fc.assert(
			fc.property(plans, ({ days, from, length, spacing, batches }) => {
				const to = (from + length) % DAY === 0 ? DAY : (from + length) % DAY;
				const hours = hoursOn(days, { from, to, zone });
				const isOpen = ({ day, time }: { day: number; time: number }): boolean => {
					const before = (day + 6) % 7;
					const isSameDay = days.includes(day) && time >= from && time < from + length;
					return isSameDay || (days.includes(before) && time + DAY < from + length);
				};
				const near = changes.map((change) => ({
					after: Date.parse(change) - BEGIN - HOUR,
					count: 50,
					delay: 0,
				}));
				const submissions = [...near, ...batches]
					.flatMap(({ count, ...batch }) => Array.from({ length: count }, () => batch))
					.slice(0, FAXES)
					.sort((one, other) => one.after - other.after);
				const sent = new Map<number, number[]>();
				let count = 0;
				for (const [at, { after, delay }] of submissions.entries()) {
					const now = BEGIN + after;
					// Every tenth fax goes to two numbers at the same time.
					const numbers = [...new Set([(at * 7) % 20, ...(at % 10 === 0 ? [(at * 3) % 20] : [])])];
					const taken = numbers.flatMap((number) => sent.get(number) ?? []);
					const isSpaced = (time: number): boolean =>
						taken.every((other) => Math.abs(other - time) >= spacing);
					const sendAt = delay === 0 ? undefined : new Date(now + delay);
					const planned = planAt(now, { hours, spacing, sendAt }, taken);
					const time = planned === undefined ? now : Date.parse(planned);
					expect(isOpen(clock(time))).toBe(true);
					expect(isSpaced(time)).toBe(true);
					expect(time).toBeGreaterThanOrEqual(now + delay);
					if (planned === undefined) expect(isOpen(clock(now + MINUTE - 1))).toBe(true);
					// No earlier time would be allowed.
					const first = Math.ceil((now + delay + MINUTE) / QUARTER) * QUARTER;
					for (let earlier = first; earlier < time; earlier += QUARTER)
						if (isOpen(quarterAt(earlier))) expect(isSpaced(earlier)).toBe(false);
					for (const number of numbers) sent.set(number, [...(sent.get(number) ?? []), time]);
					count += numbers.length;
				}
				expect([...sent.values()].flat()).toHaveLength(count);
				expect(submissions).toHaveLength(FAXES);
			}),
			{ numRuns: Number(process.env['RUNS'] ?? 10) },
		);
	});
});
