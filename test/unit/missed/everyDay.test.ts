import { HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active } from './support/n8n';

// The checks begin at 2:25 in New York, the workflow's time zone, because `active` waits for a minute.
useFakeClock(Date.UTC(2026, 10, 23, 7, 24));

const EVERY_DAY = { fields: { missedFaxes: 'everyDay' } };

/** Lets n8n call the trigger once an hour, and returns the hours in which it sent requests. */
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
	it('there is one check a day, in the night of the workflow', async () => {
		expect(await hoursAsked(48, await active(EVERY_DAY))).toEqual([1, 25]);
	});

	it('there is one in the night in which the hour is left out, and in the one that has it twice', async () => {
		// In Athens, the clock goes from 2:59 to 4:00 in March, and from 3:59 to 3:00 in October.
		for (const [night, zone] of [
			[Date.UTC(2027, 2, 27, 20), 'Europe/Athens'],
			[Date.UTC(2027, 9, 30, 20), 'Europe/Athens'],
		] as const) {
			jest.setSystemTime(night);
			expect(await hoursAsked(14, await active({ ...EVERY_DAY, zone }))).toHaveLength(1);
		}
	});

	it.each(['refused', 'not available'] as const)(
		'a check that has failed (%s) is made again an hour later, until it goes well',
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
