import fc from 'fast-check';

import { RecentDeliveries } from '../../../nodes/FaxPlusTrigger/delivery/recentDeliveries';

const MINUTE = 60_000;

/** A memory with a clock that tests set. */
function memory() {
	const clock = { now: 0 };
	return { clock, recent: new RecentDeliveries(() => clock.now) };
}

describe('The memory of recent deliveries', () => {
	it('gives a delivery to the first who claims it, and calls it accepted for a minute after success', async () => {
		const { clock, recent } = memory();
		const first = await recent.claim('a');
		if (first.isAccepted) throw new Error('never seen before');
		first.settle('accepted');

		clock.now = MINUTE;
		expect((await recent.claim('a')).isAccepted).toBe(true);
		clock.now = MINUTE + 1;
		expect((await recent.claim('a')).isAccepted).toBe(false);
	});

	it('forgets a delivery whose handling failed', async () => {
		const { recent } = memory();
		const first = await recent.claim('a');
		if (!first.isAccepted) first.settle('unknown');
		expect((await recent.claim('a')).isAccepted).toBe(false);
	});

	it('lets copies wait: of twenty, after failures one at a time takes over, and after a success none', async () => {
		const { recent } = memory();
		const first = await recent.claim('a');
		let handled = 0;
		const copies = Array.from({ length: 20 }, async () => {
			const claim = await recent.claim('a');
			if (claim.isAccepted) return 'accepted';
			handled += 1;
			claim.settle(handled < 3 ? 'unknown' : 'accepted');
			return 'handled';
		});

		if (!first.isAccepted) first.settle('unknown');

		const outcomes = await Promise.all(copies);
		expect(handled).toBe(3);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(17);
	});

	it('keeps different deliveries apart, and its size bounded', async () => {
		const { recent } = memory();
		for (let i = 0; i < 12_000; i++) {
			const claim = await recent.claim(`delivery ${i}`);
			if (claim.isAccepted) throw new Error(`delivery ${i} was never seen before`);
			claim.settle('accepted');
		}
		expect((await recent.claim('delivery 11999')).isAccepted).toBe(true);
		expect((await recent.claim('delivery 1')).isAccepted).toBe(false);
	});

	it('says "accepted" only of what was settled so within the last minute, whatever happens in between', async () => {
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
					const claim = await recent.claim(key);
					expect(claim.isAccepted).toBe(at !== undefined && clock.now - at <= MINUTE);
					if (claim.isAccepted) continue;
					claim.settle(outcome);
					if (outcome === 'accepted') acceptedAt.set(key, clock.now);
					else acceptedAt.delete(key);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
