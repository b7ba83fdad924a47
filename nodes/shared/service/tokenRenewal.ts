/**
 * Renews an OAuth2 token once for all requests that meet its end together. n8n 2.8 would offer the same refresh token for
 * each of them, and it may be good for one of them only.
 */
export class TokenRenewal {
	private completed = 0;

	private underWay: Promise<void> | undefined;

	/** @param renew gets a new token and stores it */
	constructor(private readonly renew: () => Promise<unknown>) {}

	/** Number of the token that requests are sent with now. */
	get tokenNumber(): number {
		return this.completed;
	}

	/**
	 * Sees to it that a token is replaced, unless it has been already.
	 *
	 * @throws what the renewal threw
	 */
	async replace(tokenNumber: number): Promise<void> {
		if (tokenNumber !== this.completed) return;
		this.underWay ??= this.run();
		await this.underWay;
	}

	private async run(): Promise<void> {
		try {
			await this.renew();
			this.completed += 1;
		} finally {
			this.underWay = undefined;
		}
	}
}
