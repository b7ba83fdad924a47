import { ApiError } from './apiError';
import type { Account, OwnNumber, Token, User } from './makers';
import type { NumberOffer } from './shopOffers';

export type { Fax } from './faxing/types';
export type * from './makers';
export { newId, newSecret } from './makers';
export type { NumberOffer } from './shopOffers';

/** All data of the simulator, in memory. */
export interface State {
	accounts: Map<string, Account>;
	users: Map<string, User>;
	tokens: Map<string, Token>;
	clients: Map<string, OAuthClient>;
	/** Authorization codes that weren't redeemed yet. */
	codes: Map<string, { clientId: string; redirectUri: string; userId: string }>;
	refreshTokens: Map<string, { clientId: string; userId: string }>;
	/** Offers of the number shop. */
	offers: NumberOffer[];
	countries: Array<{ iso: string; name: string; is_available: boolean }>;
	/** Number of received faxes of the kind `inTurn`. */
	arrivalsInTurn: number;
}

export interface OAuthClient {
	id: string;
	secret: string;
}

/** The account of a user, which always exists. */
export function accountOf(state: State, userId: string): Account {
	const account = state.accounts.get(state.users.get(userId)?.accountId ?? '');
	if (!account) throw new Error(`User ${userId} has no account`);
	return account;
}

/**
 * The account with an id.
 *
 * @throws ApiError if the account doesn't exist
 */
export function accountWith({ accounts }: State, id: string): Account {
	const account = accounts.get(id);
	if (!account) throw new ApiError(404, 'not_found', `There is no account ${id}`);
	return account;
}

/** The id of the user who owns an account, or an empty string if it has no owner. */
export function ownerOf({ users }: State, accountId: string): string {
	return [...users.values()].find((user) => user.accountId === accountId && user.isOwner)?.id ?? '';
}

/** The numbers that a user may see and send from. Administrators may use all of them, and others only those assigned to them. */
export function numbersOf(account: Account, { id, isAdmin }: User): OwnNumber[] {
	return [...account.numbers.values()].filter(({ assigned_to }) => isAdmin || assigned_to.includes(id));
}
