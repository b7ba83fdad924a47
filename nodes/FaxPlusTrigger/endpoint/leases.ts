import { ServiceFault } from '../../shared/service/faults';
import { keyedMutex } from './mutex';
import type { KnownEndpoint } from './memory';

/**
 * A webhook URL in the hands of this process, for one account, from one hook of n8n to the next. A new lease of the same
 * URL and account ends this one, and whatever was still to happen under it.
 */
export class Lease {
	/** The endpoint at the service, as far as this process knows it. */
	endpoint: KnownEndpoint | undefined;

	constructor(
		private readonly leases: Leases,
		readonly url: string,
		/** Credential and base URL. */
		readonly account: string,
		/** Whether the trigger was deactivated, so that its endpoint is to be removed. */
		readonly isEnding = false,
		/** Whether n8n listens there for a test event. */
		readonly isTest = false,
	) {}

	/** Whether the URL has neither been let go nor taken anew since. */
	isCurrent(): boolean {
		return this.leases.at(this.url).includes(this);
	}

	/** The leases of the same URL that other accounts have got since, the latest last. */
	get successors(): readonly Lease[] {
		const all = this.leases.at(this.url);
		return all.slice(all.indexOf(this) + 1);
	}

	/**
	 * Changes something at the service, while nobody else in this process does so for the same URL.
	 *
	 * @returns what the work does; undefined without any work if the lease has ended before its turn
	 */
	async change<T>(work: () => Promise<T>): Promise<T | undefined> {
		return await this.leases.change(this, work);
	}

	/** Gives the URL up; its endpoint stays. */
	release(): void {
		this.leases.release(this);
	}
}

/**
 * The leases of this process. n8n removes and creates the webhook of a trigger on every publish, and nothing tells that
 * apart from a deactivation; so a deactivation makes an ending lease, and an activation that comes in time replaces it.
 *
 * A removal must never delete an endpoint that an activation has adopted. Therefore taking a URL counts at once, changes
 * of one URL take turns, each makes sure of its lease when its turn has come, and an activation looks at what is there
 * only when the change under way has ended. Reading takes no turn: it would hold up activations.
 */
class Leases {
	private readonly leases = new Map<string, readonly Lease[]>();

	private readonly mutex = keyedMutex();

	private readonly underWay = new Map<string, Promise<unknown>>();

	/** The leases of a URL, the latest last: at most one that is not ending, and ending ones of other accounts. */
	at(url: string): readonly Lease[] {
		return this.leases.get(url) ?? [];
	}

	of(url: string, account: string): Lease | undefined {
		return this.at(url).find((lease) => lease.account === account);
	}

	/** The one lease of a URL that is not ending. */
	active(url: string): Lease | undefined {
		return this.at(url).find(({ isEnding }) => !isEnding);
	}

	/** Lets a URL go in every account, so that all its endpoints stay. */
	releaseAll(url: string): void {
		this.leases.delete(url);
	}

	/**
	 * Takes a URL for an account, and waits until no former lease changes anything at the service.
	 *
	 * @returns the lease, which takes over what is known of the endpoint, and what went wrong if the service left that
	 * change unanswered
	 */
	async take(
		url: string,
		account: string,
		isTest = false,
	): Promise<{ lease: Lease; unanswered: ServiceFault | undefined }> {
		const former = this.of(url, account);
		const lease = new Lease(this, url, account, false, isTest);
		const others = this.at(url).filter((other) => other.isEnding && other.account !== account);
		this.leases.set(url, [...others, lease]);

		const unanswered = await faultOf(this.underWay.get(url));
		lease.endpoint = former?.endpoint;
		return { lease, unanswered };
	}

	/** Lets a URL go, so that its endpoint is to be removed soon; at once, without waiting for anything. */
	end(url: string, account: string, endpoint: KnownEndpoint | undefined): Lease {
		const lease = new Lease(this, url, account, true);
		lease.endpoint = endpoint;
		this.leases.set(url, [...this.at(url).filter((other) => other.account !== account), lease]);
		return lease;
	}

	release(lease: Lease): void {
		if (!lease.isCurrent()) return;
		const rest = this.at(lease.url).filter((other) => other !== lease);
		if (rest.length > 0) this.leases.set(lease.url, rest);
		else this.leases.delete(lease.url);
	}

	async change<T>(lease: Lease, work: () => Promise<T>): Promise<T | undefined> {
		return await this.mutex(lease.url, async () => {
			if (!lease.isCurrent()) return undefined;
			const changing = work();
			this.underWay.set(lease.url, changing);
			try {
				return await changing;
			} finally {
				this.underWay.delete(lease.url);
			}
		});
	}
}

/** The leases of this process. */
export const leases = new Leases();

/** Waits for work, and tells what went wrong if the service did not answer. */
async function faultOf(work: Promise<unknown> | undefined): Promise<ServiceFault | undefined> {
	try {
		await work;
		return undefined;
	} catch (error) {
		return error instanceof ServiceFault && error.isTransient ? error : undefined;
	}
}
