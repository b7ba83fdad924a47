import { HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active } from './support/n8n';

// The checks start at 2:25 in New York, the workflow's time zone, because `active` waits for a minute.
useFakeClock(Date.UTC(2026, 10, 23, 7, 24));

const EVERY_DAY = { fields: { missedFaxes: 'everyDay' } };

/** Lets n8n call the trigger once an hour, and returns the hours when it sent requests. */
async function hoursAsked(hours: number, { service, n8n }: Awaited<ReturnType<typeof active>>) {
	const asked: number[] = [];
	for (let hour = 0; hour < hours; hour++) {
		service.queries.length = 0;
		await n8n.poll();
		await n8n.work();
		if (service.queries.length > 0) asked.push(hour);
		wait(HOUR);
	}
	return asked;
}

describe('With "Every Day"', () => {
	it("checks once a day, at night in the workflow's time zone", async () => {
		expect(await hoursAsked(48, await active(EVERY_DAY))).toEqual([1, 25]);
	});

	it('checks once in the night that skips the hour, and once in the night that repeats it', async () => {
		// In Athens, clocks go from 2:59 to 4:00 in March, and from 3:59 to 3:00 in October.
		for (const [night, zone] of [
			[Date.UTC(2027, 2, 27, 20), 'Europe/Athens'],
			[Date.UTC(2027, 9, 30, 20), 'Europe/Athens'],
		] as const) {
			jest.setSystemTime(night);
			expect(await hoursAsked(14, await active({ ...EVERY_DAY, zone }))).toHaveLength(1);
		}
	});

	it.each(['refused', 'not available'] as const)(
		'repeats a failed check (%s) every hour until it succeeds',
		async (trouble) => {
			const bench = await active(EVERY_DAY);
			wait(MINUTE);
			const { id } = bench.service.add();
			bench.service.trouble = () => trouble;
			expect(await hoursAsked(4, bench)).toEqual([1, 2, 3]);
			expect(bench.n8n.failed).toHaveLength(1);
			bench.service.trouble = () => undefined;
			expect(await hoursAsked(24, bench)).toEqual([0, 21]);
			expect(bench.n8n.passed).toEqual([id]);
		},
	);
});
