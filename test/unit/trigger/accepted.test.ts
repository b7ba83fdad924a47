import fc from 'fast-check';

import { Here } from '../../../nodes/shared/passing/here';
import { DAY, MINUTE } from '../support/clock';

const nameOf = (id: string) => `fax_received success ${id}`;

const itemOf = (id: string, confirmedBy = 'service') => ({
	json: { event: 'fax_received', data: { id, status: 'success' }, confirmedBy },
});

/** Returns what a process remembers about one trigger in its first minute, with a clock that tests set. */
function world() {
	const clock = { now: 1000 };
	const accepted = new Here(() => clock.now);
	/** Begins an execution with a fax. */
	const beginExecution = (id: string) => {
		accepted.noteBegun([itemOf(id)]);
	};
	/** Receives a delivery of a fax, as n8n does. */
	const take = async (id: string, isSigned = false) => {
		const endHandling = await accepted.take(itemOf(id, isSigned ? 'signature' : 'service'));
		endHandling?.(true);
	};
	return { clock, accepted, beginExecution, take };
}

describe('A delivery', () => {
	it('makes copies wait while n8n receives it, and the next copy takes over only after a failure', async () => {
		const { accepted } = world();
		const endHandling = await accepted.take(itemOf('a'));
		let handled = 0;
		const copies = Array.from({ length: 20 }, async () => {
			const endCopy = await accepted.take(itemOf('a'));
			if (!endCopy) return 'accepted';
			handled += 1;
			endCopy(handled >= 3);
			return 'handled';
		});

		endHandling?.(false);

		const outcomes = await Promise.all(copies);
		expect(handled).toBe(3);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(17);
	});

	it('is recognized, but not forever', async () => {
		const { accepted } = world();
		for (let i = 0; i < 12_000; i++) {
			const endHandling = await accepted.take(itemOf(`${i}`));
			if (!endHandling) throw new Error(`delivery ${i} was never seen before`);
			endHandling(true);
		}
		expect(await accepted.take(itemOf('11999'))).toBeUndefined();
		expect(await accepted.take(itemOf('1'))).toBeDefined();
	});

	it('counts as accepted for one minute, whatever happens in between', async () => {
		const step = fc.record({
			key: fc.constantFrom('a', 'b', 'c'),
			isAccepted: fc.boolean(),
			pause: fc.integer({ min: 0, max: 2 * MINUTE }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				const { clock, accepted } = world();
				const acceptedAt = new Map<string, number>();
				for (const { key, isAccepted, pause } of steps) {
					clock.now += pause;
					const at = acceptedAt.get(key);
					const endHandling = await accepted.take(itemOf(key));
					expect(endHandling === undefined).toBe(at !== undefined && clock.now - at <= MINUTE);
					if (!endHandling) continue;
					endHandling(isAccepted);
					if (isAccepted) acceptedAt.set(key, clock.now);
					else acceptedAt.delete(key);
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe('A fax whose delivery n8n has accepted', () => {
	it.each([
		[
			'some minutes, while its execution may be waiting, because n8n may have lost it',
			5 * MINUTE,
			['another'],
		],
		['a day if executions run in other processes, because their result is unknown here', DAY, []],
	])('is remembered no longer than %s', async (_what, time, begun) => {
		const { clock, accepted, beginExecution, take } = world();
		await take('a');
		begun.forEach(beginExecution);
		clock.now += time - 1;
		expect(accepted.arrivalOf(nameOf('a'))).toBe('delivered');
		clock.now += 1;
		expect(accepted.arrivalOf(nameOf('a'))).toBeUndefined();
	});

	it('counts as signed while copies of the signed delivery may arrive', async () => {
		const { clock, accepted, beginExecution, take } = world();
		await take('a', true);
		beginExecution('a');
		expect(accepted.arrivalOf(nameOf('a'))).toBe('signed');
		clock.now += 5 * MINUTE;
		expect(accepted.arrivalOf(nameOf('a'))).toBe('delivered');
	});

	it.each([true, false])(
		'is one of 4,000 in 20,000 requests a day, and all of them are known (executed here: %s)',
		async (executesHere) => {
			const { clock, accepted, beginExecution, take } = world();
			for (let i = 0; i < 4_000; i++) {
				await take(`${i}`, i % 2 === 0);
				if (executesHere) beginExecution(`${i}`);
			}
			let unknown = 0;
			for (let i = 0; i < 20_000; i++) {
				clock.now += DAY / 20_001;
				if (!accepted.arrivalOf(nameOf(`${i % 4_000}`))) unknown += 1;
			}
			expect(unknown).toBe(0);
		},
	);
});

it('A fax that an execution has begun with stays known, however it arrived', () => {
	const { clock, accepted, beginExecution } = world();
	beginExecution('a');
	clock.now += 30 * DAY;
	expect(accepted.arrivalOf(nameOf('a'))).toBe('delivered');
	expect(accepted.arrivalOf(nameOf('b'))).toBeUndefined();
});

it('Only a signed delivery shows that lists and deliveries use the same IDs', () => {
	const { accepted } = world();
	accepted.noteBegun([itemOf('a', 'service'), itemOf('b', 'list'), itemOf('c', 'signature')]);
	for (const id of ['a', 'b'])
		expect(accepted.hasBegunWithListed('fax_received', [nameOf('another'), nameOf(id)])).toBe(true);
	expect([...accepted.agreed]).toEqual([]);
	accepted.hasBegunWithListed('fax_received', [nameOf('another'), nameOf('c')]);
	expect([...accepted.agreed]).toEqual(['fax_received']);
});
