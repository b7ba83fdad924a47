import type { INode } from 'n8n-workflow';

import { LruMap } from '../values/lruMap';

/** Renews an OAuth2 token once for all requests. n8n 2.8 would do so for each, with a refresh token that may be good only once. */
export class TokenRenewal {
	/** Number of the token that requests are sent with now. */
	tokenNumber = 0;
	private underWay: Promise<void> | undefined;

	/** Sees to it that a token is replaced by one that is got and stored, unless it has been already. */
	async replace(tokenNumber: number, renew: () => Promise<unknown>): Promise<void> {
		if (tokenNumber !== this.tokenNumber) return;
		this.underWay ??= renew()
			.then(() => void (this.tokenNumber += 1))
			.finally(() => (this.underWay = undefined));
		await this.underWay;
	}
}

const renewals = new LruMap<string, TokenRenewal>(10_000);

/** The renewal that all executions of this process share which use the same credential as a node; its own where that has no id. */
export function renewalFor(node: INode, credentialType: string): TokenRenewal {
	const id = node.credentials?.[credentialType]?.id ?? '';
	return id === '' ? new TokenRenewal() : renewals.getOrAdd(id, () => new TokenRenewal());
}
