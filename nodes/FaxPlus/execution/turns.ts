/** Lets work that was prepared at the same time be done one after the other, in the order in which it came. */
export class Turns {
	private last: Promise<unknown> = Promise.resolve();

	/** @param work begins when all that came before has ended, and never once one of that has failed */
	async take<P, T>(preparing: Promise<P>, work: (preparing: Promise<P>) => Promise<T>): Promise<T> {
		// The preparation may fail before anybody waits for it.
		preparing.catch(() => undefined);
		const turn = this.last.then(async () => await work(preparing));
		this.last = turn;
		try {
			return await turn;
		} finally {
			// What was begun ends before the caller goes on.
			await preparing.catch(() => undefined);
		}
	}
}
