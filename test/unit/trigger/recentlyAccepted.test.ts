import fc from 'fast-check';

import { RecentlyAccepted } from '../../../nodes/FaxPlusTrigger/delivery/recentlyAccepted';

const MINUTE = 60_000;

/** A memory with a clock that tests set. */
function memory() {
	const clock = { now: 0 };
	return { clock, recent: new RecentlyAccepted(() => clock.now) };
}

describe('The memory of recent deliveries', () => {
	it('gives a delivery to the first who leases it, and calls it accepted for a minute after success', async () => {
		const { clock, recent } = memory();
		const first = await recent.lease('a');
		if (first.isAccepted) throw new Error('never seen before');
		first.release('accepted');

		clock.now = MINUTE;
		expect((await recent.lease('a')).isAccepted).toBe(true);
		clock.now = MINUTE + 1;
		expect((await recent.lease('a')).isAccepted).toBe(false);
	});

	it('forgets a delivery whose handling failed', async () => {
		const { recent } = memory();
		const first = await recent.lease('a');
		if (!first.isAccepted) first.release('unknown');
		expect((await recent.lease('a')).isAccepted).toBe(false);
	});

	it('lets copies wait: of twenty, after failures one at a time takes over, and after a success none', async () => {
		const { recent } = memory();
		const first = await recent.lease('a');
		let handled = 0;
		const copies = Array.from({ length: 20 }, async () => {
			const lease = await recent.lease('a');
			if (lease.isAccepted) return 'accepted';
			handled += 1;
			lease.release(handled < 3 ? 'unknown' : 'accepted');
			return 'handled';
		});

		if (!first.isAccepted) first.release('unknown');

		const outcomes = await Promise.all(copies);
		expect(handled).toBe(3);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(17);
	});

	it('keeps different deliveries apart, and its size bounded', async () => {
		const { recent } = memory();
		for (let i = 0; i < 12_000; i++) {
			const lease = await recent.lease(`delivery ${i}`);
			if (lease.isAccepted) throw new Error(`delivery ${i} was never seen before`);
			lease.release('accepted');
		}
		expect((await recent.lease('delivery 11999')).isAccepted).toBe(true);
		expect((await recent.lease('delivery 1')).isAccepted).toBe(false);
	});

	it('says "accepted" only of what was released so within the last minute, whatever happens in between', async () => {
		const step = fc.record({
			key: fc.constantFrom('a', 'b', 'c'),
			outcome: fc.constantFrom('accepted' as const, 'unknown' as const),
			pause: fc.integer({ min: 0, max: 2 * MINUTE }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const { clock, recent } = memory();
				const acceptedAt = new Map<string, number>();
				for (const { key, outcome, pause } of steps) {
					clock.now += pause;
					const at = acceptedAt.get(key);
					const lease = await recent.lease(key);
					expect(lease.isAccepted).toBe(at !== undefined && clock.now - at <= MINUTE);
					if (lease.isAccepted) continue;
					lease.release(outcome);
					if (outcome === 'accepted') acceptedAt.set(key, clock.now);
					else acceptedAt.delete(key);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
