import type { Account, Fax, NumberOffer, State, Token, User } from './state';
import type { Thumbnails } from './thumbnails';

/** Names of what exists when the simulator starts, so that tests read well. */
export const seed = {
	ownerId: 'u_owner',
	memberId: 'u_member',
	secondMemberId: 'u_member_2',
	otherOwnerId: 'u_other',
	accountId: 'acc_clinic',
	otherAccountId: 'acc_other',
	/** Personal access tokens: of the owner and of a member with all scopes, and of an independent account. */
	ownerToken: 'alohi_pat_owner_0123456789abcdef',
	memberToken: 'alohi_pat_member_0123456789abcdef',
	otherToken: 'alohi_pat_other_0123456789abcdef',
	clientId: 'APIK-simulator-client',
	clientSecret: 'simulator-client-secret',
	groupIds: ['grp_referrals', 'grp_pharmacies'],
	outboxFaxId: 'out_scheduled',
	memberOutboxFaxId: 'out_of_member',
	faxId: 'fax_referral',
	/** Its thumbnail is about one megabyte. */
	largeFaxId: 'fax_large',
	/** Its extraction is pending for two reads, then finished. */
	pendingFaxId: 'fax_pending',
	failedFaxId: 'fax_failed',
	memberFaxId: 'fax_of_member',
	customFieldId: 'cf_patient',
	ownedNumber: '+15550100000',
	offerId: 'item_us_212_1',
	expensiveOfferId: 'item_us_212_expensive',
	/** In a country whose numbers cannot be bought through the API. */
	unavailableOfferId: 'item_de_30',
} as const;

const ALL_SCOPES = ['fax:all:read', 'fax:all:edit'];
const CALLING_CODES: Record<string, string> = { CH: '41', DE: '49', US: '1' };
const DAY = 24 * 60 * 60 * 1000;

/** The state with which the simulator starts. */
export function seededState(thumbnails: Thumbnails): State {
	const users = [
		user(seed.ownerId, seed.accountId, { isAdmin: true, isOwner: true, role: 'owner' }),
		user(seed.memberId, seed.accountId),
		user(seed.secondMemberId, seed.accountId),
		user(seed.otherOwnerId, seed.otherAccountId, { isAdmin: true, isOwner: true, role: 'owner' }),
	];
	const tokens = [
		token(seed.ownerToken, seed.ownerId),
		token(seed.memberToken, seed.memberId),
		token(seed.otherToken, seed.otherOwnerId),
	];
	return {
		accounts: new Map([
			[seed.accountId, clinic(thumbnails)],
			[seed.otherAccountId, emptyAccount(seed.otherAccountId, '+41225550100')],
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
	};
}

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

/** A user; a member without special rights unless said otherwise. */
export function user(id: string, accountId: string, rights: Partial<User> = {}): User {
	return { id, accountId, isAdmin: false, isOwner: false, role: 'member', quota: 200, ...rights };
}

/** An account on the enterprise plan in which nothing has happened yet. */
export function emptyAccount(id: string, ownedNumber: string): Account {
	return {
		id,
		planType: 'enterprise',
		ownedNumbers: [ownedNumber],
		hasWebhooksFeature: true,
		webhooksEnabled: true,
		faxStreaming: true,
		groups: new Map(),
		outbox: new Map(),
		faxes: new Map(),
		customFields: new Map(),
		credits: { credits_remaining: 100, usage: [], reload_at: null },
		balance: { amount: 0, currency: 'USD' },
		endpoints: new Map(),
		hooks: new Map(),
	};
}

function clinic(thumbnails: Thumbnails): Account {
	const account = emptyAccount(seed.accountId, seed.ownedNumber);
	for (const id of seed.groupIds) account.groups.set(id, { id, name: id, sharedWith: new Set() });
	account.outbox.set(seed.outboxFaxId, { id: seed.outboxFaxId, userId: seed.ownerId, to: '+15550100200' });
	account.outbox.set(seed.memberOutboxFaxId, {
		id: seed.memberOutboxFaxId,
		userId: seed.memberId,
		to: '+15550100201',
	});
	const faxes = [
		fax(seed.faxId, { thumbnail: thumbnails.page }),
		fax(seed.largeFaxId, { thumbnail: thumbnails.large }),
		fax(seed.pendingFaxId, { thumbnail: thumbnails.page }, { pendingReads: 2 }),
		fax(seed.failedFaxId, { thumbnail: thumbnails.page }, { status: 'failed' }),
		fax(seed.memberFaxId, { thumbnail: thumbnails.page, userId: seed.memberId }),
	];
	for (const entry of faxes) account.faxes.set(entry.id, entry);
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

/** A fax that has arrived, with a finished extraction unless said otherwise. */
export function fax(
	id: string,
	values: Partial<Fax> & Pick<Fax, 'thumbnail'>,
	extraction: Partial<Fax['extraction']> = {},
): Fax {
	return {
		id,
		userId: seed.ownerId,
		from: '+15550100999',
		to: seed.ownedNumber,
		pages: 2,
		extraction: {
			status: 'finished',
			data: {
				sender_name: 'Dr. Jane Roe',
				sender_company: 'Lakeside Clinic',
				date: '2026-11-20',
				reference_number: 'R-2045',
				patient_name: 'John Doe',
			},
			pendingReads: 0,
			...extraction,
		},
		...values,
	};
}

function offers(): NumberOffer[] {
	return [
		offer(seed.offerId, 'US', '212', '+12125550123', 'New York', 10),
		offer('item_us_212_2', 'US', '212', '+12125552580', 'New York', 10),
		offer(seed.expensiveOfferId, 'US', '212', '+12125557777', 'New York', 5000),
		offer(seed.unavailableOfferId, 'DE', '30', '+493055501230', 'Berlin', 9),
		...Array.from({ length: 60 }, (_, i) =>
			offer(`item_ch_22_${i}`, 'CH', '22', `+4122555${String(1000 + i)}`, 'Geneva', 8),
		),
	];
}

function offer(
	id: string,
	country: string,
	area: string,
	number: string,
	city: string,
	price: number,
): NumberOffer {
	return {
		type: 'local',
		currency: 'USD',
		availability: 'instant',
		item: {
			id,
			country,
			number,
			country_code: CALLING_CODES[country] ?? '',
			geographic_area: { area_code: area, geographic_area: city, city },
		},
		price,
		monthly_fee: 5,
		number_of_months: 1,
	};
}
