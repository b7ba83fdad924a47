import { scheduleOf, scheduleOfMissed, type Period, type Schedule } from '../../bench/soak/schedule';

const MINUTE = 60_000;
const FULL = { events: 30_000, minutes: 120, seed: 1 };

const count = ({ arrivals }: Schedule, kind: string) => arrivals.filter((one) => one.kind === kind).length;
const isWithin = (at: number, { from, to }: Period) => at >= from && at < to;

describe('the schedule of a soak', () => {
	const schedule = scheduleOf(FULL);

	it('follows from its seed', () => {
		expect(scheduleOf(FULL)).toEqual(schedule);
		expect(scheduleOf({ ...FULL, seed: 2 })).not.toEqual(schedule);
	});

	it('has a year of events in their shares, in the order of time, within the run', () => {
		expect(count(schedule, 'delivery')).toBe(24_000);
		expect(count(schedule, 'fax')).toBe(4_000);
		expect(count(schedule, 'send')).toBe(2_000);
		const times = schedule.arrivals.map(({ at }) => at);
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect(times[0]).toBeGreaterThanOrEqual(0);
		expect(times.at(-1)).toBeLessThan(schedule.duration);
	});

	it.each([1, 2, 3, 4, 5])('lets nothing go wrong while n8n is measured, seed %d', (seed) => {
		const { measuring, restarts, publishes, outages } = scheduleOf({ ...FULL, seed });
		expect(publishes).toHaveLength(15);
		expect(outages).toHaveLength(20);
		for (const period of measuring) {
			expect(restarts.filter(({ at }) => isWithin(at, period))).toEqual([]);
			expect(publishes.filter(({ at }) => isWithin(at, period))).toEqual([]);
			expect(outages.filter(({ from, to }) => to > period.from && from < period.to)).toEqual([]);
		}
	});
});

describe('the schedule of a soak about missed faxes', () => {
	const { arrivals, restarts, deletions, outages, duration } = scheduleOfMissed({
		events: 2_000,
		minutes: 150,
		seed: 1,
	});

	it('loses a third, lists half of them late, and knows each disturbance', () => {
		const deliveries = arrivals.flatMap((one) => (one.kind === 'delivery' ? one : []));
		expect(deliveries).toHaveLength(2_000);
		expect(deliveries.filter(({ isLost }) => isLost).length / 2_000).toBeCloseTo(1 / 3, 1);
		expect(deliveries.filter(({ lag = 0 }) => lag > 0).length / 2_000).toBeCloseTo(1 / 2, 1);
		expect(Math.max(...deliveries.map(({ lag = 0 }) => lag))).toBeLessThanOrEqual(20 * MINUTE);
		expect(restarts.map(({ how }) => how)).toEqual(Array<string>(6).fill('kill'));
		expect(deletions).toHaveLength(2);
		expect(outages.map(({ from, to }) => to - from)).toEqual([10 * MINUTE]);
		expect(Math.max(...[...restarts, ...deletions].map(({ at }) => at))).toBeLessThan(duration);
	});
});
