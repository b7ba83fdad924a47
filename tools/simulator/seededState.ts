import { seededFaxes, seededOutbox } from './faxing/seeded';
import { contact, emptyAccount, token, user } from './makers';
import { seed } from './seed';
import { offers } from './shopOffers';
import type { Account, Contact, State, User } from './state';

/** The simulator's initial state. */
export function seededState(): State {
	const owner = { isAdmin: true, isOwner: true, role: 'owner' };
	const users = [
		user(seed.ownerId, seed.accountId, { ...owner, ...person('Olivia', 'Stone') }),
		user(seed.memberId, seed.accountId, person('Jane', 'Roe')),
		user(seed.secondMemberId, seed.accountId, person('Tom', 'Baker')),
		user(seed.otherOwnerId, seed.otherAccountId, { ...owner, ...person('Marc', 'Favre') }),
	];
	const tokens = [
		token(seed.ownerToken, seed.ownerId),
		token(seed.memberToken, seed.memberId),
		token(seed.otherToken, seed.otherOwnerId),
	];
	return {
		accounts: new Map([
			[seed.accountId, clinic()],
			[seed.otherAccountId, emptyAccount(seed.otherAccountId, '+41225550100', seed.otherOwnerId)],
		]),
		users: new Map(users.map((entry) => [entry.id, entry])),
		tokens: new Map(tokens.map((entry) => [entry.value, entry])),
		clients: new Map([[seed.clientId, { id: seed.clientId, secret: seed.clientSecret }]]),
		codes: new Map(),
		refreshTokens: new Map(),
		offers: offers(),
		countries: [
			{ iso: 'US', name: 'United States', is_available: true },
			{ iso: 'CH', name: 'Switzerland', is_available: true },
			{ iso: 'DE', name: 'Germany', is_available: false },
		],
		arrivalsInTurn: 0,
	};
}

function person(name: string, lastname: string): Partial<User> {
	return { name, lastname, email: `${name.toLowerCase()}@example.com` };
}

function clinic(): Account {
	const account = emptyAccount(seed.accountId, seed.ownedNumber, seed.ownerId);
	account.numbers.get(seed.ownedNumber)?.assigned_to.push(seed.memberId);
	const [referrals, pharmacies] = seed.groupIds;
	account.groups.set(referrals, { id: referrals, name: 'Referrals', sharedWith: new Set() });
	account.groups.set(pharmacies, { id: pharmacies, name: 'Pharmacies', sharedWith: new Set() });
	for (const entry of seededContacts()) account.contacts.set(entry.id, entry);
	for (const entry of seededOutbox()) account.outbox.set(entry.id, entry);
	for (const entry of seededFaxes()) account.faxes.set(entry.id, entry);
	account.customFields.set(seed.customFieldId, {
		id: seed.customFieldId,
		name: 'patient_name',
		instructions: 'The full name of the patient',
		enabled: true,
	});
	account.credits = {
		credits_remaining: 420,
		usage: [
			{ feature: 'ocr', credits_used: 50 },
			{ feature: 'field_extraction', credits_used: 30 },
		],
		reload_at: '2027-01-01T00:00:00Z',
	};
	account.balance = { amount: 100, currency: 'USD' };
	return account;
}

function seededContacts(): Contact[] {
	const [referrals, pharmacies] = seed.groupIds;
	const [hill, pharmacy, berg] = seed.contactIds;
	return [
		contact({
			id: hill,
			name: 'Mary Hill',
			fax_number: '+15550100200',
			email: 'mary@example.com',
			notes: 'Cardiology',
			groups: [referrals],
			is_shared: true,
			modification_date: '2026-03-01 08:00:00',
		}),
		contact({
			id: pharmacy,
			name: 'Corner Pharmacy',
			fax_number: '+15550100210',
			groups: [referrals, pharmacies],
			creation_date: '2026-02-01 09:30:00',
			modification_date: '2026-02-02 09:30:00',
		}),
		contact({
			id: berg,
			name: 'Alan Berg',
			fax_number: '+41225550122',
			creation_date: '2025-12-01 12:00:00',
			modification_date: '2026-04-01 12:00:00',
		}),
	];
}
