/**
 * A mutex for each key: pieces of asynchronous work that share one run one after the other, in the order in which they came.
 *
 * @returns a function that waits for the mutex and answers with what the work returns or throws
 */
export function keyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();

	return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
		const previous = last.get(key) ?? Promise.resolve();
		const turn = previous.then(work, work);
		last.set(key, turn);
		try {
			return await turn;
		} finally {
			if (last.get(key) === turn) last.delete(key);
		}
	};
}
