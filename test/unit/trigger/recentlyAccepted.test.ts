import fc from 'fast-check';

import { RecentlyAccepted } from '../../../nodes/FaxPlusTrigger/delivery/recentlyAccepted';

const MINUTE = 60_000;

/** A memory with a clock that tests set. */
function memory() {
	const clock = { now: 0 };
	return { clock, recent: new RecentlyAccepted(MINUTE, () => clock.now) };
}

describe('The memory of recent deliveries', () => {
	it('gives a delivery to the first who begins with it, and calls it accepted for a minute after success', async () => {
		const { clock, recent } = memory();
		const settle = await recent.begin('a');
		settle?.(true);
		expect(settle).toBeDefined();

		clock.now = MINUTE;
		expect(await recent.begin('a')).toBeUndefined();
		clock.now = MINUTE + 1;
		expect(await recent.begin('a')).toBeDefined();
	});

	it('forgets a delivery whose handling failed', async () => {
		const { recent } = memory();
		(await recent.begin('a'))?.(false);
		expect(await recent.begin('a')).toBeDefined();
	});

	it('lets copies wait: of twenty, after failures one at a time takes over, and after a success none', async () => {
		const { recent } = memory();
		const settle = await recent.begin('a');
		let handled = 0;
		const copies = Array.from({ length: 20 }, async () => {
			const settleCopy = await recent.begin('a');
			if (!settleCopy) return 'accepted';
			handled += 1;
			settleCopy(handled >= 3);
			return 'handled';
		});

		settle?.(false);

		const outcomes = await Promise.all(copies);
		expect(handled).toBe(3);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(17);
	});

	it('keeps different deliveries apart, and its size bounded', async () => {
		const { recent } = memory();
		for (let i = 0; i < 12_000; i++) {
			const settle = await recent.begin(`delivery ${i}`);
			if (!settle) throw new Error(`delivery ${i} was never seen before`);
			settle(true);
		}
		expect(await recent.begin('delivery 11999')).toBeUndefined();
		expect(await recent.begin('delivery 1')).toBeDefined();
	});

	it('says "accepted" only of what was released so within the last minute, whatever happens in between', async () => {
		const step = fc.record({
			key: fc.constantFrom('a', 'b', 'c'),
			isAccepted: fc.boolean(),
			pause: fc.integer({ min: 0, max: 2 * MINUTE }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const { clock, recent } = memory();
				const acceptedAt = new Map<string, number>();
				for (const { key, isAccepted, pause } of steps) {
					clock.now += pause;
					const at = acceptedAt.get(key);
					const settle = await recent.begin(key);
					expect(settle === undefined).toBe(at !== undefined && clock.now - at <= MINUTE);
					if (!settle) continue;
					settle(isAccepted);
					if (isAccepted) acceptedAt.set(key, clock.now);
					else acceptedAt.delete(key);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
