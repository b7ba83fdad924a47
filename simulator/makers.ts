import { ownNumber } from './faxing/numbers';
import { serviceTime } from './faxing/times';
import type { Account, Contact, Token, User } from './state';
import { newId } from './state';

const ALL_SCOPES = ['fax:all:read', 'fax:all:edit'];
const DAY = 24 * 60 * 60 * 1000;

/**
 * A personal access token that can be added to the state.
 *
 * @param scopes all scopes when left out
 * @param values what is special about it, such as `{ isRevoked: true }` or `{ expiresAt: 0 }`
 */
export function token(
	value: string,
	userId: string,
	scopes: string[] = ALL_SCOPES,
	values: Partial<Token> = {},
): Token {
	const now = Date.now();
	return {
		value,
		type: 'pat',
		userId,
		scopes,
		name: value.slice(0, 20),
		createdAt: now - DAY,
		expiresAt: now + 365 * DAY,
		lastUsedAt: now - DAY,
		isRevoked: false,
		...values,
	};
}

/**
 * A user; an active member without special rights and without a name unless said otherwise.
 *
 * @param values what is special about it, such as `{ isAdmin: true }`
 */
export function user(id: string, accountId: string, values: Partial<User> = {}): User {
	return {
		id,
		accountId,
		isAdmin: false,
		isOwner: false,
		role: 'member',
		quota: 200,
		email: `${id}@example.com`,
		name: '',
		lastname: '',
		status: 'active',
		creationDate: serviceTime(Date.now() - 365 * DAY),
		...values,
	};
}

/**
 * An account on the enterprise plan in which nothing has happened yet.
 *
 * @param ownerId the user whom its number belongs to
 */
export function emptyAccount(id: string, ownedNumber: string, ownerId = `${id}_owner`): Account {
	const numbers: Account['numbers'] = new Map([[ownedNumber, ownNumber(ownedNumber, ownerId)]]);
	return {
		id,
		planType: 'enterprise',
		numbers,
		get ownedNumbers() {
			return [...numbers.keys()];
		},
		set ownedNumbers(owned) {
			numbers.clear();
			for (const number of owned) numbers.set(number, ownNumber(number, ownerId));
		},
		hasWebhooksFeature: true,
		webhooksEnabled: true,
		faxStreaming: true,
		groups: new Map(),
		contacts: new Map(),
		uploads: new Map(),
		outbox: new Map(),
		faxes: new Map(),
		customFields: new Map(),
		credits: { credits_remaining: 100, usage: [], reload_at: null },
		balance: { amount: 0, currency: 'USD' },
		endpoints: new Map(),
		hooks: new Map(),
	};
}

/** A contact of an account; in no group unless said otherwise. */
export function contact(values: Partial<Contact> = {}): Contact {
	return {
		id: newId('con_'),
		name: 'Mary Hill',
		fax_number: '+15550100200',
		email: null,
		phone: null,
		cellphone: null,
		notes: '',
		groups: [],
		is_shared: false,
		is_telefax: false,
		creation_date: '2026-01-05 10:00:00',
		modification_date: '2026-01-05 10:00:00',
		...values,
	};
}
