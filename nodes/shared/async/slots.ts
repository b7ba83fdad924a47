/** Limits how many tasks run at the same time. Other tasks wait for their turn. */
export class Slots {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** Does work as soon as there's a free slot. */
	async take<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free -= 1;
		else await new Promise<void>((resume) => this.waiting.push(resume));
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free += 1;
		}
	}
}

/**
 * Applies an asynchronous function to every element, up to the limit at the same time, and returns the results in order.
 * After a failure, no further call starts. Once the running calls have finished, it throws the error of the first failed
 * element.
 */
export async function mapInOrder<T, R>(
	elements: readonly T[],
	limit: number,
	apply: (element: T, index: number) => Promise<R>,
): Promise<R[]> {
	const slots = new Slots(limit);
	let hasFailed = false;
	const calls = elements.map(async (element, index) =>
		slots.take(async () => {
			// Nobody sees this error, because elements that weren't started come after the one that failed.
			if (hasFailed) throw new Error('Not begun');
			const call = apply(element, index);
			call.catch(() => (hasFailed = true));
			return await call;
		}),
	);
	await Promise.allSettled(calls);
	return await Promise.all(calls);
}
