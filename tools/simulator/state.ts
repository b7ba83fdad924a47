import { ApiError } from './apiError';
import type { Account, OwnNumber, Token, User } from './makers';
import type { NumberOffer } from './shopOffers';

export type { Fax } from './faxing/types';
export type * from './makers';
export { newId, newSecret } from './makers';
export type { NumberOffer } from './shopOffers';

/** Everything the service knows, in memory. */
export interface State {
	accounts: Map<string, Account>;
	users: Map<string, User>;
	tokens: Map<string, Token>;
	clients: Map<string, OAuthClient>;
	/** Authorization codes that have not been redeemed. */
	codes: Map<string, { clientId: string; redirectUri: string; userId: string }>;
	refreshTokens: Map<string, { clientId: string; userId: string }>;
	/** Offers of the number shop. */
	offers: NumberOffer[];
	countries: Array<{ iso: string; name: string; is_available: boolean }>;
	/** How many faxes have arrived whose kind was the next in turn. */
	arrivalsInTurn: number;
}

export interface OAuthClient {
	id: string;
	secret: string;
}

/** Finds the account of a user; both exist by construction. */
export function accountOf(state: State, userId: string): Account {
	const account = state.accounts.get(state.users.get(userId)?.accountId ?? '');
	if (!account) throw new Error(`User ${userId} has no account`);
	return account;
}

/**
 * The account with an id.
 *
 * @throws ApiError when there is none
 */
export function accountWith({ accounts }: State, id: string): Account {
	const account = accounts.get(id);
	if (!account) throw new ApiError(404, 'not_found', `There is no account ${id}`);
	return account;
}

/** The user who owns an account; empty when it has none. */
export function ownerOf({ users }: State, accountId: string): string {
	return [...users.values()].find((user) => user.accountId === accountId && user.isOwner)?.id ?? '';
}

/** The numbers that a user may see and send from: all for administrators, else those assigned to the user. */
export function numbersOf(account: Account, { id, isAdmin }: User): OwnNumber[] {
	return [...account.numbers.values()].filter(({ assigned_to }) => isAdmin || assigned_to.includes(id));
}
