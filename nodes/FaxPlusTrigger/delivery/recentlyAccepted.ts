import { LruMap } from '../../shared/values/lruMap';

interface Handling {
	isAccepted: Promise<boolean>;
	acceptedAt?: number;
}

/** Says how the handling of a delivery has ended; only the first word counts. */
export type Settle = (isAccepted: boolean) => void;

/**
 * Remembers for a moment which deliveries this process has accepted: copies of the same moment would start executions that
 * several workers run at once, which could not tell them apart.
 */
export class RecentlyAccepted {
	private readonly handlings = new LruMap<string, Handling>(10_000);

	/** @param keptFor and the clock are in milliseconds */
	constructor(
		private readonly keptFor: number,
		private readonly clock: () => number = () => performance.now(),
	) {}

	/**
	 * Gives the right to hand a delivery to n8n. While somebody else has it, waits for how that ends: if well, the delivery
	 * counts as accepted, else the right passes to the one who waited.
	 *
	 * @param key workflow, node and what tells the delivery from others
	 * @returns to be told how it ended; undefined when the delivery was accepted
	 */
	async begin(key: string): Promise<Settle | undefined> {
		for (;;) {
			const handling = this.handlings.get(key);
			const isOver = handling?.acceptedAt !== undefined && this.clock() - handling.acceptedAt > this.keptFor;
			if (!handling || isOver) return this.settlerOf(key);
			if (await handling.isAccepted) return undefined;
		}
	}

	private settlerOf(key: string): Settle {
		let settle: Settle = () => undefined;
		const handling: Handling = { isAccepted: new Promise((resolve) => (settle = resolve)) };
		this.handlings.set(key, handling);
		let isSettled = false;
		return (isAccepted) => {
			if (isSettled) return;
			isSettled = true;
			if (isAccepted) handling.acceptedAt = this.clock();
			else if (this.handlings.get(key) === handling) this.handlings.delete(key);
			settle(isAccepted);
		};
	}
}
