import type { Simulator } from './simulator';
import { emptyAccount, token, user } from './makers';
import type { Account, Token } from './state';

/** Adds an account that has an owner and a number. */
export function addAccount(
	{ state: { accounts, users, tokens } }: Simulator,
	id: string,
	number: string,
): { account: Account; token: Token } {
	const account = emptyAccount(id, number);
	const owner = user(`${id}_owner`, id, { isAdmin: true, isOwner: true, role: 'owner' });
	const access = token(`alohi_pat_${id}`, owner.id);
	accounts.set(id, account);
	users.set(owner.id, owner);
	tokens.set(access.value, access);
	return { account, token: access };
}
