const ACCEPTED_FOR_MS = 60_000;
const CAPACITY = 10_000;

type Outcome = 'accepted' | 'unknown';

/** The right to hand a delivery to n8n, while copies wait for how that ends. */
export interface Lease {
	isAccepted: false;
	/** Says how it ended; only the first word counts. */
	release: (outcome: Outcome) => void;
}

interface Handling {
	outcome: Promise<Outcome>;
	acceptedAt?: number;
}

/**
 * Remembers for a minute which deliveries this process has accepted: copies of the same moment would start executions that
 * several workers run at once, which could not tell them apart. After that a replay by hand must get through.
 */
export class RecentlyAccepted {
	private readonly handlings = new Map<string, Handling>();

	constructor(private readonly clock: () => number = Date.now) {}

	/**
	 * Leases a delivery. While another one has the lease, waits for how that ends: if well, the delivery counts as
	 * accepted, else the lease passes to the one who waited.
	 *
	 * @param key workflow, node and delivery id
	 */
	async lease(key: string): Promise<Lease | { isAccepted: true }> {
		for (;;) {
			const handling = this.handlings.get(key);
			if (handling === undefined || this.isOver(handling)) return this.begin(key);
			if ((await handling.outcome) === 'accepted') return { isAccepted: true };
		}
	}

	private begin(key: string): Lease {
		let end: (outcome: Outcome) => void = () => undefined;
		const handling: Handling = { outcome: new Promise((resolve) => (end = resolve)) };
		this.handlings.delete(key);
		this.handlings.set(key, handling);
		this.forgetOldest();

		let isReleased = false;
		const release = (outcome: Outcome): void => {
			if (isReleased) return;
			isReleased = true;
			if (outcome === 'accepted') handling.acceptedAt = this.clock();
			else if (this.handlings.get(key) === handling) this.handlings.delete(key);
			end(outcome);
		};
		return { isAccepted: false, release };
	}

	private isOver({ acceptedAt }: Handling): boolean {
		return acceptedAt !== undefined && this.clock() - acceptedAt > ACCEPTED_FOR_MS;
	}

	private forgetOldest(): void {
		for (const [key, handling] of this.handlings) {
			if (this.handlings.size <= CAPACITY && !this.isOver(handling)) return;
			this.handlings.delete(key);
		}
	}
}
