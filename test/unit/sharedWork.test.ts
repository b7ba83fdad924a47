import { SharedWork } from '../../nodes/shared/async/sharedWork';
import { Concurrency } from './support/concurrency';
import { inTime, pause, SECOND, useFakeClock } from './support/clock';

useFakeClock();

const INTERVAL = 10 * SECOND;

/** Returns work that results in its number, and how many times it started and ran at the same time. */
function counted({ takes = SECOND, failing = [] as readonly number[] } = {}) {
	const seen = { started: 0, concurrency: new Concurrency() };
	const work = async (): Promise<number> => {
		const number = ++seen.started;
		await seen.concurrency.count(async () => pause(takes));
		if (failing.includes(number)) throw new Error(`failure ${number}`);
		return number;
	};
	return { seen, shared: new SharedWork(work, INTERVAL) };
}

test('concurrent callers share work that started after their call, and it never runs twice at the same time', async () => {
	const { seen, shared } = counted();
	const before = [shared.take(), shared.take()];
	await jest.advanceTimersByTimeAsync(SECOND / 2);
	const during = [shared.take(), shared.take()];
	expect(await inTime(Promise.all([...before, ...during]))).toEqual([1, 1, 2, 2]);
	expect(seen).toMatchObject({ started: 2, concurrency: { running: 0, most: 1 } });
});

test('work that takes longer than the interval still runs once at a time', async () => {
	const { seen, shared } = counted({ takes: 3 * INTERVAL });
	const first = shared.take();
	await jest.advanceTimersByTimeAsync(SECOND);
	await inTime(Promise.all([first, shared.take()]));
	expect(seen.concurrency.most).toBe(1);
});

test('the last result is returned as long as nobody needs a newer one', async () => {
	const { seen, shared } = counted();
	expect(await inTime(shared.takeLast())).toBe(1);
	await jest.advanceTimersByTimeAsync(10 * INTERVAL);
	expect(await inTime(shared.takeLast())).toBe(1);
	expect(await inTime(shared.take())).toBe(2);
	const newer = shared.take();
	expect(await inTime(shared.takeLast())).toBe(2);
	expect(await inTime(newer)).toBe(3);
	expect(seen.started).toBe(3);
});

test('a failure reaches those who wait for that work, and the next work runs after the interval', async () => {
	const { shared } = counted({ failing: [1] });
	const began = Date.now();
	await expect(inTime(shared.take())).rejects.toThrow('failure 1');
	await expect(inTime(shared.takeLast())).rejects.toThrow('failure 1');
	expect(await inTime(shared.take())).toBe(2);
	expect(Date.now() - began).toBeGreaterThanOrEqual(INTERVAL);
});
