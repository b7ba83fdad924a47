const ACCEPTED_FOR = 60_000;
const CAPACITY = 10_000;

type Outcome = 'accepted' | 'unknown';

/** What the memory says about a delivery: already accepted, or ours to hand to n8n. */
export type Claim = { isAccepted: true } | { isAccepted: false; settle: (outcome: Outcome) => void };

interface Handling {
	outcome: Promise<Outcome>;
	acceptedAt?: number;
}

/**
 * Remembers for a minute which deliveries this process has accepted, so that quick copies start no needless execution.
 * It decides nothing else: the store does, and after a minute a replay by hand must get through.
 */
export class RecentDeliveries {
	private readonly handlings = new Map<string, Handling>();

	constructor(private readonly clock: () => number = Date.now) {}

	/**
	 * Claims a delivery. While the same one is being handled, waits for how that ends: if well, it counts as accepted,
	 * else the claim passes to the one who waited.
	 *
	 * @param key workflow, node and delivery id
	 */
	async claim(key: string): Promise<Claim> {
		for (;;) {
			const handling = this.handlings.get(key);
			if (handling === undefined || this.isOver(handling)) return this.begin(key);
			if ((await handling.outcome) === 'accepted') return { isAccepted: true };
		}
	}

	private begin(key: string): Claim {
		let settlePromise: (outcome: Outcome) => void = () => undefined;
		const handling: Handling = {
			outcome: new Promise((resolve) => {
				settlePromise = resolve;
			}),
		};
		this.handlings.delete(key);
		this.handlings.set(key, handling);
		this.forgetOldest();

		const settle = (outcome: Outcome): void => {
			if (outcome === 'accepted') handling.acceptedAt = this.clock();
			else if (this.handlings.get(key) === handling) this.handlings.delete(key);
			settlePromise(outcome);
		};
		return { isAccepted: false, settle };
	}

	private isOver({ acceptedAt }: Handling): boolean {
		return acceptedAt !== undefined && this.clock() - acceptedAt > ACCEPTED_FOR;
	}

	private forgetOldest(): void {
		for (const [key, handling] of this.handlings) {
			if (this.handlings.size <= CAPACITY && !this.isOver(handling)) return;
			this.handlings.delete(key);
		}
	}
}
