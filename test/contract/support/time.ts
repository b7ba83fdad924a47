import type * as n8nWorkflow from 'n8n-workflow';

import { pauses } from './naps';

// Benches import this file before n8n's modules. It advances this process's clocks by the length of a node's sleep, and
// ends the simulator's pauses once they're due. While a node waits for a response, the clocks show real time. Jest's fake
// timers don't work here, because their clocks stop or fall behind during real requests.
jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return { ...actual, sleep };
});

/** The real module, which is already loaded. */
const timers = jest.requireActual<{ setTimeout: typeof pauseInEither }>('node:timers/promises');
const { setTimeout: realPause } = timers;
const clocks = { Date, wall: Date.now, steady: performance.now.bind(performance) };

/** Longest pause before a request is repeated, in milliseconds. A longer sleep belongs to postponed work. */
const LONGEST_RETRY_PAUSE = 60_000;

/** Pauses of postponed work, such as a removal, in milliseconds and in order. */
export const longPauses: number[] = [];

let work: Array<() => void> = [];

/** How many milliseconds the clocks are ahead. */
let ahead = 0;

/** Pauses of the simulator, with their end times. */
const underWay = new Set<{ at: number; end: () => void }>();

/** Number of the simulator's pauses so far. */
let begun = 0;

beforeAll(() => {
	timers.setTimeout = pauseInEither;
	Date.now = () => clocks.wall() + Math.round(ahead);
	globalThis.Date = new Proxy(clocks.Date, {
		construct: (date, values, target) =>
			Reflect.construct(date, values.length === 0 ? [date.now()] : values, target) as Date,
	});
	performance.now = () => clocks.steady() + ahead;
});
beforeEach(() => {
	pauses.length = 0;
	longPauses.length = 0;
});
afterAll(() => {
	timers.setTimeout = realPause;
	globalThis.Date = clocks.Date;
	Date.now = clocks.wall;
	Reflect.deleteProperty(performance, 'now');
});

/** Sets the clocks to real time, for tests that compare them with times in responses. */
export function setClocksRight(): void {
	ahead = 0;
}

/** Lets the given number of milliseconds pass, but doesn't end the pauses of postponed work. */
export async function letTimePass(milliseconds: number): Promise<void> {
	const end = performance.now() + milliseconds;
	for (;;) {
		const [next] = [...underWay].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
		ahead += Math.max((next?.at ?? end) - performance.now(), 0);
		next?.end();
		await realPause(1);
		if (!next) return;
		// After a pause ends, some work may lead to the next one.
		const before = begun;
		for (let turn = 0; turn < 50 && begun === before; turn++) await realPause(1);
	}
}

/** Ends the pauses of postponed work. */
export function endPauses(): void {
	const over = work;
	work = [];
	for (const end of over) end();
}

async function sleep(milliseconds: number): Promise<void> {
	pauses.push(milliseconds);
	if (milliseconds <= LONGEST_RETRY_PAUSE) {
		await letTimePass(milliseconds);
		return;
	}
	longPauses.push(milliseconds);
	await new Promise<void>((resolve) => work.push(resolve));
}

/** Pauses until its end time, either on the advanced clocks or in real time. */
async function pauseInEither<T>(
	milliseconds = 0,
	value?: T,
	options: { signal?: AbortSignal } = {},
): Promise<T | undefined> {
	const over = new AbortController();
	const pause = {
		at: performance.now() + milliseconds,
		end: () => {
			underWay.delete(pause);
			over.abort();
		},
	};
	underWay.add(pause);
	begun += 1;
	const signal = AbortSignal.any([over.signal, ...(options.signal ? [options.signal] : [])]);
	try {
		return await realPause(milliseconds, value, { signal });
	} catch (error) {
		if (over.signal.aborted) return value;
		throw error;
	} finally {
		underWay.delete(pause);
	}
}
