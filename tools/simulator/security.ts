import type { Operation } from './openapi';
import { badRequest, forbidden, invalidUserId, unauthorized } from './apiError';
import { accountOf, type Account, type State, type Token, type User } from './state';

/** The token of a request, with its user and account. */
export interface Caller {
	token: Token;
	user: User;
	account: Account;
}

/**
 * Checks the token, client id and scope of a request (docs/contributing/api.md, "Authentication").
 *
 * @param headers headers of the request, with names in lower case
 * @throws ApiError 401, 400 or 403
 */
export function authenticate(
	state: State,
	operation: Operation,
	headers: Readonly<Record<string, unknown>>,
): Caller {
	const token = validToken(state, headers['authorization']);
	checkClientId(token, headers['x-fax-clientid']);
	checkScope(token, operation['x-scopes']);
	const user = state.users.get(token.userId);
	if (!user) throw unauthorized();
	if (operation['x-admin'] && !user.isAdmin) throw forbidden('Only administrators may do this');
	token.lastUsedAt = Date.now();
	return { token, user, account: accountOf(state, user.id) };
}

/**
 * The user in a path. It can be `self` or the caller's own ID. For administrators, it can also be the ID of another member.
 *
 * @throws ApiError invalid_user_id
 */
export function targetUser(state: State, { user }: Caller, userId: string): User {
	if (userId === 'self' || userId === user.id) return user;
	const target = state.users.get(userId);
	if (!target || target.accountId !== user.accountId || !user.isAdmin) throw invalidUserId();
	return target;
}

function validToken(state: State, authorization: unknown): Token {
	const value = typeof authorization === 'string' ? /^Bearer (\S+)$/.exec(authorization)?.[1] : undefined;
	const token = state.tokens.get(value ?? '');
	if (!token || token.isRevoked || token.expiresAt <= Date.now()) throw unauthorized();
	return token;
}

function checkClientId(token: Token, clientId: unknown): void {
	if (token.type === 'pat' && clientId !== undefined) {
		throw badRequest('x-fax-clientid must not accompany a personal access token');
	}
	if (token.type === 'oauth' && clientId !== token.clientId) {
		throw badRequest('x-fax-clientid is missing, or is not the client of the access token');
	}
}

/** An OAuth token with the scope "all" permits everything. A personal access token needs one of the listed scopes. */
function checkScope(token: Token, scopes: readonly string[]): void {
	if (scopes.length === 0 || (token.type === 'oauth' && token.scopes.includes('all'))) return;
	if (!scopes.some((scope) => token.scopes.includes(scope))) {
		throw forbidden(`The token has none of the scopes ${scopes.join(', ')}`);
	}
}
