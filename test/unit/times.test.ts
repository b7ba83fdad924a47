import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';

import { fromServiceForm, inServiceForm, toTime } from '../../nodes/shared/values/times';

const field = { displayName: 'Send At', name: 'sendTime', type: 'dateTime', default: '' } as const;

const TIME = '2026-12-31T16:30:00.000Z';

/** Returns a time as n8n's expressions represent it. */
function atZone(milliseconds: number, zone: string) {
	return tryToParseDateTime(new Date(milliseconds).toISOString()).setZone(zone);
}

function read(value: unknown, zone = 'UTC'): string | undefined {
	return toTime(field, value, zone)?.toISOString();
}

test.each([
	['2026-12-31T17:30:00', 'Europe/Berlin', '2026-12-31T16:30:00.000Z'],
	['2026-07-01T17:30:00', 'Europe/Berlin', '2026-07-01T15:30:00.000Z'],
	['2026-12-31 17:30', 'America/New_York', '2026-12-31T22:30:00.000Z'],
	['2026-12-31', 'Asia/Kathmandu', '2026-12-30T18:15:00.000Z'],
	['2026-12-31T17:30:00Z', 'Europe/Berlin', '2026-12-31T17:30:00.000Z'],
	['2026-12-31T17:30:00.123+05:30', 'Europe/Berlin', '2026-12-31T12:00:00.123Z'],
	['2026-12-31 17:30:00 -0800', 'Europe/Berlin', '2027-01-01T01:30:00.000Z'],
	['2026-12-31T17:30:00.000+01:00[Europe/Berlin]', 'UTC', '2026-12-31T16:30:00.000Z'],
	['2027-12-31T17:30:00[America/New_York]', 'Europe/Berlin', '2027-12-31T22:30:00.000Z'],
	['2027-12-31[!asia/kathmandu]', 'Europe/Berlin', '2027-12-30T18:15:00.000Z'],
	['2027-12-31T17:30:00Z[Europe/Berlin]', 'America/New_York', '2027-12-31T17:30:00.000Z'],
	// This hour occurs twice, because the clocks go back.
	['2027-11-07T01:30:00-04:00[America/New_York]', 'UTC', '2027-11-07T05:30:00.000Z'],
	['2027-11-07T01:30:00-05:00[America/New_York]', 'UTC', '2027-11-07T06:30:00.000Z'],
	['1795000000000', 'Europe/Berlin', '2026-11-18T11:06:40.000Z'],
	[1795000000000, 'Europe/Berlin', '2026-11-18T11:06:40.000Z'],
	[atZone(Date.parse(TIME), 'Asia/Kathmandu'), 'Europe/Berlin', TIME],
	[new Date(TIME), 'Europe/Berlin', TIME],
])('%s in %s', (value, zone, expected) => {
	expect(read(value, zone)).toBe(expected);
});

test.each([
	...['tomorrow', '31.12.2026', '2026-02-30', '2026-13-01', '2026-12-31T25:00:00', '17:30', '1795000000'],
	'2026-12-31T17:30:00+1',
	...['', 'Z', '+01:00'].map((offset) => `2026-12-31T17:30:00${offset}[Europe/Nowhere]`),
	...['2026-12-31T17:30:00+01:00[America/New_York]', '2026-12-31T17:30:00[]', '2026-12-31T17:30:00[UTC'],
])('"%s" isn\'t a time', (value) => {
	expect(() => read(value, 'Europe/Berlin')).toThrow(
		/^"Send At" is ".*", which isn't a time\. .*Europe\/Berlin/,
	);
});

test.each([
	['a Date', new Date('x')],
	['a DateTime', tryToParseDateTime(TIME).setZone('Europe/Nowhere')],
])('%s without a time is a failed expression', (_what, value) => {
	expect(() => read(value)).toThrow(/^"Send At" is an invalid date\. Check its expression/);
});

test('a missing value is a failed expression, and empty text is an empty field', () => {
	expect(() => read(undefined)).toThrow(/^"Send At" has no value\./);
	expect(() => read(null)).toThrow(/^"Send At" has no value\./);
	expect(read('')).toBeUndefined();
});

test('reads a time with and without its offset as n8n writes it, in any zone', () => {
	const seconds = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 });
	const west = fc.constantFrom('UTC', 'America/New_York', 'Africa/Cairo');
	const east = fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland');
	fc.assert(
		fc.property(seconds, fc.oneof(west, east), (time, zone) => {
			const there = atZone(time * 1000, zone);
			expect(read(there.toISO(), 'UTC')).toBe(new Date(time * 1000).toISOString());
			const clock = there.toISO({ includeOffset: false });
			// When the clocks go back, an hour occurs twice, and either one is correct.
			const sameClock = toTime(field, clock, zone)?.getTime();
			expect(atZone(sameClock ?? 0, zone).toISO({ includeOffset: false })).toBe(clock);
		}),
		{ numRuns: 2000 },
	);
});

test("the API's format is UTC to the second, and reading it returns the same time", () => {
	const time = new Date('2026-12-31T17:30:09.900Z');
	expect(inServiceForm(time)).toBe('2026-12-31 17:30:09');
	expect(fromServiceForm('2026-12-31 17:30:09')?.toISOString()).toBe('2026-12-31T17:30:09.000Z');
	expect(fromServiceForm('2026-12-31 17:30:09 +0000')?.toISOString()).toBe('2026-12-31T17:30:09.000Z');
	expect(fromServiceForm(null)).toBeUndefined();
	expect(fromServiceForm('soon')).toBeUndefined();
});
