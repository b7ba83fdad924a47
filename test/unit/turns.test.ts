import { setTimeout as pause } from 'node:timers/promises';

import fc from 'fast-check';

import { Turns } from '../../nodes/FaxPlus/execution/turns';

describe('turns', () => {
	test('work is done in the order in which it came, whatever its preparation takes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 12 }), async (delays) => {
				const turns = new Turns();
				const done: number[] = [];
				let underWay = 0;
				await Promise.all(
					delays.map(async (delay, index) =>
						turns.take(pause(delay), async (preparing) => {
							expect((underWay += 1)).toBe(1);
							await preparing;
							await pause(1);
							done.push(index);
							underWay -= 1;
						}),
					),
				);
				expect(done).toEqual(delays.map((_delay, index) => index));
			}),
			{ numRuns: 30 },
		);
	});

	test('after work that failed, none is done', async () => {
		const turns = new Turns();
		const done: string[] = [];
		const results = await Promise.allSettled([
			turns.take(Promise.resolve(), async () => await Promise.resolve(done.push('first'))),
			turns.take(Promise.resolve(), async () => await Promise.reject(new Error('second'))),
			turns.take(Promise.reject(new Error('third')), async () => await Promise.resolve(done.push('third'))),
		]);
		expect(done).toEqual(['first']);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
	});

	test('a preparation that fails early waits for its turn', async () => {
		const turns = new Turns();
		const done: string[] = [];
		await Promise.all([
			turns.take(pause(20), async (preparing) => {
				await preparing;
				done.push('first');
			}),
			turns.take(Promise.reject(new Error('bad')), async (preparing) => {
				await preparing.catch(() => done.push('second failed'));
			}),
		]);
		expect(done).toEqual(['first', 'second failed']);
	});
});
