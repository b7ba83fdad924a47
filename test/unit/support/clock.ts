export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Lets each test of a file begin on jest's clock, at a time in milliseconds. */
export function useFakeClock(now?: number): void {
	beforeEach(() => {
		jest.useFakeTimers(now === undefined ? {} : { now });
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

/** A pause without naps, which take a fake clock many steps. */
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

/** Lets time pass on jest's clock, but no timer end. */
export function wait(milliseconds: number): void {
	jest.setSystemTime(Date.now() + milliseconds);
}

/**
 * Lets the time of jest's clock pass until some work is done.
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
