import { HOUR, MINUTE, SECOND, useFakeClock, wait } from '../support/clock';
import { active } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

/** Simulated length of the test, and extra time for the last faxes, in minutes. */
const MINUTES = 24 * 60;
const AFTERWARDS = 60;

/**
 * Minutes between two faxes. With this number, faxes end at every possible time between two checks. Every third fax is
 * missed.
 */
const APART = 7;

it('If lists are slow, a check reads them for at most half of its time, and later ones read the rest', async () => {
	const { service, n8n } = await active();
	// Each of these faxes was missed an hour ago.
	for (let count = 0; count < 1_000; count++) service.add({ end: Date.now() + count * SECOND });
	wait(HOUR);
	service.trouble = () => {
		wait(40 * SECOND);
		return undefined;
	};
	for (let check = 1; check <= 12; check++) {
		const [began, requests] = [Date.now(), service.queries.length];
		await n8n.poll();
		await n8n.work();
		expect(service.queries.length - requests).toBeGreaterThan(0);
		expect(Date.now() - began).toBeLessThanOrEqual(240 * SECOND);
		wait(15 * MINUTE);
	}
	expect(new Set(n8n.passed).size).toBe(1_000);
	expect(n8n.failed).toEqual([]);
});

describe.each([
	{ workers: 0, minutes: 20, times: 1.2 },
	{ workers: 2, minutes: 25, times: 2.5 },
])('Within a day with $workers workers', ({ workers, minutes, times }) => {
	it(`missed faxes start the workflow within ${minutes} minutes, and checks pass each listed fax to executions at most ${times} times`, async () => {
		const { service, n8n } = await active({ workers, isMainReceiving: true });
		const ends = new Map<string, number>();
		const delays: number[] = [];
		for (let minute = 1; minute <= MINUTES + AFTERWARDS; minute++) {
			wait(MINUTE);
			if (minute <= MINUTES && minute % APART === 0) {
				const fax = service.add({ start: Date.now() - 2 * MINUTE });
				if (minute % 3 === 0) ends.set(fax.id, fax.end);
				else await n8n.receive(fax);
			}
			if (minute % 15 !== 0) continue;
			const before = n8n.passed.length;
			await n8n.poll();
			await n8n.work();
			for (const id of n8n.passed.slice(before)) delays.push(Date.now() - (ends.get(id) ?? -Infinity));
		}
		expect(delays).toHaveLength(ends.size);
		expect(Math.max(...delays)).toBeLessThanOrEqual(minutes * MINUTE);
		const passed = n8n.checks.reduce((sum, count) => sum + count, 0);
		expect(passed / service.faxes.length).toBeLessThanOrEqual(times);
		expect(n8n.failed).toEqual([]);
	});
});
