import type * as n8nWorkflow from 'n8n-workflow';

import { pauses } from './naps';

// Benches import this file before all that n8n loads. What a node sleeps passes at once, on the clocks of this process and
// for the simulator, whose own pauses end when their time has come; while a node waits for an answer, time is the real one.
// Jest's fake timers do not serve, because their clocks stand still, or fall behind on a busy machine, while real requests
// are under way.
jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return { ...actual, sleep };
});

/** The module itself, which has been loaded before. */
const timers = jest.requireActual<{ setTimeout: typeof pauseInEither }>('node:timers/promises');
const { setTimeout: realPause } = timers;
const clocks = { Date, wall: Date.now, steady: performance.now.bind(performance) };

/** The longest pause before a request is tried again; whatever sleeps longer is work for later. */
const LONGEST_RETRY_PAUSE = 60_000;

/** How long work for later, such as a removal, was to wait in a test, in milliseconds, in order. */
export const longPauses: number[] = [];

let work: Array<() => void> = [];

/** What the clocks are ahead, in milliseconds. */
let ahead = 0;

/** Pauses of the simulator, with the times at which they end. */
const underWay = new Set<{ at: number; end: () => void }>();

/** How many have begun. */
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

/** Sets the clocks right, for what compares them with those that answers tell. */
export function setClocksRight(): void {
	ahead = 0;
}

/** Lets so many milliseconds pass, but not the time for which work for later waits. */
export async function letTimePass(milliseconds: number): Promise<void> {
	const end = performance.now() + milliseconds;
	for (;;) {
		const [next] = [...underWay].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
		ahead += Math.max((next?.at ?? end) - performance.now(), 0);
		next?.end();
		await realPause(1);
		if (!next) return;
		// What has ended may begin the next pause, after some work.
		const before = begun;
		for (let turn = 0; turn < 50 && begun === before; turn++) await realPause(1);
	}
}

/** Lets the time pass for which work for later waits. */
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

/** Ends when its time has come on the clocks, or has passed indeed. */
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
