/** Counts how much work runs at the same time. */
export class Concurrency {
	running = 0;

	/** The most work that ran at the same time so far. */
	most = 0;

	/** Returns the result of the work, or throws its error. */
	async count<T>(work: () => Promise<T>): Promise<T> {
		this.most = Math.max(this.most, ++this.running);
		try {
			return await work();
		} finally {
			this.running -= 1;
		}
	}
}
