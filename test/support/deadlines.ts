/**
 * Stops the clock of request deadlines for all tests of a file, until a test moves it forward. This way, a test can check
 * what happens after a minute without waiting that long.
 *
 * @returns a function that moves the clock forward by the given number of milliseconds
 */
export function useHeldDeadlines(): (milliseconds: number) => void {
	let now = 0;
	let held: Array<{ at: number; controller: AbortController }> = [];

	let timeout: jest.SpyInstance | undefined;
	let clock: jest.SpyInstance | undefined;

	beforeEach(() => {
		now = 0;
		held = [];
		clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
		timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			held.push({ at: now + milliseconds, controller });
			return controller.signal;
		});
	});
	afterEach(() => {
		timeout?.mockRestore();
		clock?.mockRestore();
	});

	return (milliseconds) => {
		now += milliseconds;
		const over = held.filter(({ at }) => at <= now);
		held = held.filter(({ at }) => at > now);
		for (const { controller } of over) controller.abort(new DOMException('It is over', 'TimeoutError'));
	};
}
