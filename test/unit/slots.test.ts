import fc from 'fast-check';

import { mapInOrder } from '../../nodes/shared/async/slots';
import { Concurrency } from './support/concurrency';

/** Lets other work run for some turns of the event loop. */
async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const limits = fc.integer({ min: 1, max: 12 });
const durations = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 25 });

describe('mapInOrder', () => {
	test('starts calls and returns results in order, and keeps exactly as many in progress as the limit', async () => {
		await fc.assert(
			fc.asyncProperty(durations, limits, async (elements, limit) => {
				const begun: number[] = [];
				const concurrency = new Concurrency();
				const results = await mapInOrder(elements, limit, async (duration, index) => {
					begun.push(index);
					await concurrency.count(async () => turns(duration + 1));
					return `${index}: ${duration}`;
				});
				expect(results).toEqual(elements.map((duration, index) => `${index}: ${duration}`));
				expect(begun).toEqual(elements.map((_, index) => index));
				expect([concurrency.most, concurrency.running]).toEqual([Math.min(limit, elements.length), 0]);
			}),
		);
	});

	test('throws the error of the first failing element by position, even if a later one failed earlier', async () => {
		await expect(
			mapInOrder([3, 0, 1], 3, async (duration, index) => {
				await turns(duration);
				throw new Error(`element ${index}`);
			}),
		).rejects.toThrow('element 0');
	});

	test('starts nothing after a failure, and lets calls in progress finish', async () => {
		await fc.assert(
			fc.asyncProperty(durations, limits, fc.nat({ max: 24 }), async (elements, limit, failing) => {
				fc.pre(failing < elements.length);
				let hasFailed = false;
				let begunAfterFailure = 0;
				let underWay = 0;
				const mapping = mapInOrder(elements, limit, async (duration, index) => {
					if (hasFailed) begunAfterFailure++;
					underWay++;
					await turns(duration);
					underWay--;
					if (index !== failing) return;
					// If two calls ended in the same turn, each might see that the other's successor has started.
					setImmediate(() => {
						hasFailed = true;
					});
					throw new Error('failed');
				});
				await expect(mapping).rejects.toThrow('failed');
				expect({ begunAfterFailure, underWay }).toEqual({ begunAfterFailure: 0, underWay: 0 });
			}),
		);
	});
});
