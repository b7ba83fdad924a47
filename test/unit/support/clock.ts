export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Starts Jest's fake clock before each test of a file, at a time in milliseconds. */
export function useFakeClock(now?: number): void {
	beforeEach(() => {
		jest.useFakeTimers(now === undefined ? {} : { now });
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

/**
 * Pauses with a single timer. The package's own pause uses many short ones, and a fake clock would have to step through
 * each.
 */
export async function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
	if (stop?.aborted) return;
	await new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, milliseconds);
		stop?.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

/** Moves Jest's clock forward without running any timers. */
export function wait(milliseconds: number): void {
	jest.setSystemTime(Date.now() + milliseconds);
}

/**
 * Advances Jest's clock and runs its timers until some work is done.
 *
 * @param step in milliseconds
 */
export async function inTime<T>(work: Promise<T>, step = 20): Promise<T> {
	const progress = { isDone: false };
	const end = (): void => {
		progress.isDone = true;
	};
	work.then(end, end);
	while (!progress.isDone) await jest.advanceTimersByTimeAsync(step);
	return await work;
}
