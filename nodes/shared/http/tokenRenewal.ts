import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { toText } from '../values/fieldValues';
import { LruMap } from '../values/lruMap';
import type { ApiContext } from './account';
import { fromAuthorizationServer } from './authorizationServer';
import { rethrow } from './rethrow';

/**
 * Renews an OAuth2 token once for all requests. n8n 2.8 would renew it for each one, with a refresh token that may only work
 * once.
 */
export class TokenRenewal {
	/** Counts the renewals. Requests are sent with the token of this number. */
	tokenNumber = 0;
	private underWay: Promise<void> | undefined;

	/** Makes sure that a token is replaced with a new one that n8n has stored, unless that has already happened. */
	async replace(tokenNumber: number, renew: () => Promise<unknown>): Promise<void> {
		if (tokenNumber !== this.tokenNumber) return;
		this.underWay ??= renew()
			.then(() => void (this.tokenNumber += 1))
			.finally(() => (this.underWay = undefined));
		await this.underWay;
	}
}

const renewals = new LruMap<string, TokenRenewal>(10_000);

/**
 * Returns the renewal that all executions of this process with the same credential share. A credential without an ID gets its
 * own.
 */
export function renewalFor(node: INode, credentialType: string): TokenRenewal {
	const id = node.credentials?.[credentialType]?.id ?? '';
	return id === '' ? new TokenRenewal() : renewals.getOrAdd(id, () => new TokenRenewal());
}

/**
 * Makes n8n get a new token and store it. n8n sends the refresh token in the body, as the standard requires, but the
 * specification of Fax.Plus has it in the query (docs/contributing/api.md, "Authentication"). So if the body alone is refused,
 * n8n sends both.
 */
export async function renewToken(context: ApiContext, credentialType: string): Promise<void> {
	const renewBy = async (from: ApiContext): Promise<unknown> =>
		from.helpers.refreshOAuth2Token.call(from, credentialType);
	await renewBy(context).catch(async (error: unknown) => {
		if (!isRefused(error)) return rethrow(error);
		const second = renewBy(withRefreshTokenInQuery(context));
		return await second.catch((secondError: unknown) =>
			rethrow(isRefused(secondError) ? error : secondError),
		);
	});
}

function isRefused(error: unknown): boolean {
	return fromAuthorizationServer(error)?.status === 401;
}

/**
 * Returns the context with another address in the credential that n8n reads from it. The address isn't stored, because n8n
 * only stores the token.
 */
function withRefreshTokenInQuery(context: ApiContext): ApiContext {
	const getCredentials = async (type: string): Promise<ICredentialDataDecryptedObject> => {
		const credentials = await context.getCredentials(type);
		const { refresh_token } = credentials['oauthTokenData'] as { refresh_token?: string };
		const url = new URL(toText(credentials['accessTokenUrl']));
		url.searchParams.set('grant_type', 'refresh_token');
		url.searchParams.set('refresh_token', refresh_token ?? '');
		return { ...credentials, accessTokenUrl: url.href };
	};
	return Object.create(context, { getCredentials: { value: getCredentials } }) as ApiContext;
}
