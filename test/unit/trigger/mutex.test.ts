import fc from 'fast-check';

import { keyedMutex } from '../../../nodes/FaxPlusTrigger/endpoint/mutex';

/** Work that lasts until it is told to end, and notes when it begins. */
function heldWork(name: string, begun: string[]) {
	let succeed: (value: string) => void = () => undefined;
	let fail: (error: Error) => void = () => undefined;
	const end = new Promise<string>((resolve, reject) => {
		succeed = resolve;
		fail = reject;
	});
	const work = async (): Promise<string> => {
		begun.push(name);
		return await end;
	};
	return { work, succeed, fail };
}

const settled = async (): Promise<void> => {
	await new Promise(setImmediate);
};

describe('Taking turns', () => {
	it('begins work of a key when the one before has ended, in the order of arrival', async () => {
		const mutex = keyedMutex();
		const begun: string[] = [];
		const [a, b, c] = ['a', 'b', 'c'].map((name) => heldWork(name, begun));
		if (!a || !b || !c) throw new Error('three are needed');
		const results = [a, b, c].map(async ({ work }) => await mutex('key', work));

		await settled();
		expect(begun).toEqual(['a']);
		a.succeed('A');
		await settled();
		expect(begun).toEqual(['a', 'b']);
		b.succeed('B');
		c.succeed('C');
		expect(await Promise.all(results)).toEqual(['A', 'B', 'C']);
		expect(begun).toEqual(['a', 'b', 'c']);
	});

	it('lets work of different keys, and of different turns, run at once', async () => {
		const [mutex, otherMutex] = [keyedMutex(), keyedMutex()];
		const begun: string[] = [];
		const works = ['a', 'b', 'c'].map((name) => heldWork(name, begun));
		const results = [
			mutex('one', works[0]?.work ?? fail),
			mutex('two', works[1]?.work ?? fail),
			otherMutex('one', works[2]?.work ?? fail),
		];
		await settled();
		expect(begun).toEqual(['a', 'b', 'c']);
		for (const { succeed } of works) succeed('done');
		await Promise.all(results);
	});

	it('goes on after work that failed, and tells only who ordered it', async () => {
		const mutex = keyedMutex();
		const begun: string[] = [];
		const first = heldWork('first', begun);
		const failing = mutex('key', first.work);
		const next = mutex('key', () => Promise.resolve('fine'));
		first.fail(new Error('broken'));
		await expect(failing).rejects.toThrow('broken');
		expect(await next).toBe('fine');
	});

	it('takes work that throws before it waits for anything as failed, too', async () => {
		const mutex = keyedMutex();
		const throwing = mutex('key', () => {
			throw new Error('at once');
		});
		await expect(throwing).rejects.toThrow('at once');
		expect(await mutex('key', () => Promise.resolve('fine'))).toBe('fine');
	});

	it('never runs two of a key at once, and runs each once, whatever they do', async () => {
		const piece = fc.record({
			key: fc.constantFrom('a', 'b'),
			ticks: fc.integer({ min: 0, max: 3 }),
			fails: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
				const mutex = keyedMutex();
				const running = new Set<string>();
				const order: number[] = [];
				let overlaps = 0;
				const results = pieces.map(async ({ key, ticks, fails }, i) => {
					return await mutex(key, async () => {
						if (running.has(key)) overlaps += 1;
						running.add(key);
						for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
						running.delete(key);
						order.push(i);
						if (fails) throw new Error('meant to');
						return i;
					});
				});
				const outcomes = await Promise.allSettled(results);
				expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(pieces.map(({ fails }) => fails));
				for (const wanted of ['a', 'b']) {
					const ofKey = order.filter((i) => pieces[i]?.key === wanted);
					expect(ofKey).toEqual([...ofKey].sort((x, y) => x - y));
				}
				expect(order).toHaveLength(pieces.length);
				expect(overlaps).toBe(0);
			}),
			{ numRuns: 200 },
		);
	});
});

function fail(): Promise<never> {
	throw new Error('there is no such work');
}
