import { SharedWork } from '../../nodes/shared/async/sharedWork';
import { inTime, pause, SECOND, useFakeClock } from './support/clock';

useFakeClock();

const INTERVAL = 10 * SECOND;

/** Returns work that takes a second, results in its number, and notes how many times it ran at the same time. */
function counted(failing: readonly number[] = []) {
	const seen = { started: 0, running: 0, most: 0 };
	const work = async (): Promise<number> => {
		const number = ++seen.started;
		seen.most = Math.max(seen.most, ++seen.running);
		await pause(SECOND);
		seen.running -= 1;
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
	expect(seen).toEqual({ started: 2, running: 0, most: 1 });
});

test('work that takes longer than the interval still runs once at a time', async () => {
	const seen = { running: 0, most: 0 };
	const shared = new SharedWork(async () => {
		seen.most = Math.max(seen.most, ++seen.running);
		await pause(3 * INTERVAL);
		seen.running -= 1;
	}, INTERVAL);
	const first = shared.take();
	await jest.advanceTimersByTimeAsync(SECOND);
	await inTime(Promise.all([first, shared.take()]));
	expect(seen.most).toBe(1);
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
	const { shared } = counted([1]);
	const began = Date.now();
	await expect(inTime(shared.take())).rejects.toThrow('failure 1');
	await expect(inTime(shared.takeLast())).rejects.toThrow('failure 1');
	expect(await inTime(shared.take())).toBe(2);
	expect(Date.now() - began).toBeGreaterThanOrEqual(INTERVAL);
});
