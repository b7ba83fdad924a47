/** Lets only so much work be under way at the same time; what comes more waits for its turn. */
export class Slots {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	/** Does work once there is a place for it. */
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
 * Applies an asynchronous function to every element, so many at once as the limit says, with the results in the order of the
 * elements. Once one has failed, no further call is begun; when those under way have ended, the first by position throws.
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
			// Nobody meets this one: what is not begun stands behind what has failed.
			if (hasFailed) throw new Error('Not begun');
			const call = apply(element, index);
			call.catch(() => (hasFailed = true));
			return await call;
		}),
	);
	await Promise.allSettled(calls);
	return await Promise.all(calls);
}
