import { randomBytes } from 'node:crypto';

import { ApiError } from './apiError';
import type { Fax, OutboxFax, OwnNumber } from './faxing/types';
import type { Upload } from './faxing/upload';

export type { Fax } from './faxing/types';

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

export interface User {
	id: string;
	accountId: string;
	isAdmin: boolean;
	isOwner: boolean;
	role: string;
	/** Pages a month. */
	quota: number;
	email: string;
	name: string;
	lastname: string;
	status: UserStatus;
	/** `YYYY-MM-DD HH:mm:ss` in UTC. */
	creationDate: string;
}

export type UserStatus =
	| 'active'
	| 'unverified_phone'
	| 'suspended'
	| 'disabled'
	| 'inactive'
	| 'deleted'
	| 'corporate_deleted'
	| 'waiting_for_signup';

/** A corporate account and what its members share. */
export interface Account {
	id: string;
	planType: string;
	/** By number. */
	numbers: Map<string, OwnNumber>;
	/** The numbers alone; setting them replaces the records. */
	ownedNumbers: string[];
	/** Whether the plan has the webhooks feature, and whether it is enabled in the integrations settings. */
	hasWebhooksFeature: boolean;
	webhooksEnabled: boolean;
	faxStreaming: boolean;
	groups: Map<string, { id: string; name: string; sharedWith: Set<string> }>;
	contacts: Map<string, Contact>;
	/** What was uploaded, by its path. */
	uploads: Map<string, Upload>;
	/** One entry for each recipient. */
	outbox: Map<string, OutboxFax>;
	faxes: Map<string, Fax>;
	customFields: Map<string, CustomField>;
	credits: {
		credits_remaining: number;
		usage: Array<{ feature: string; credits_used: number }>;
		reload_at: string | null;
	};
	balance: { amount: number; currency: string };
	endpoints: Map<string, Endpoint>;
	hooks: Map<string, LegacyHook>;
}

/** A contact as the API gives it, but for what its groups are called there. */
export interface Contact {
	id: string;
	name: string;
	fax_number: string;
	email: string | null;
	phone: string | null;
	cellphone: string | null;
	notes: string;
	/** Their IDs. */
	groups: string[];
	is_shared: boolean;
	is_telefax: boolean;
	creation_date: string;
	modification_date: string;
}

export interface CustomField {
	id: string;
	name: string;
	instructions: string;
	enabled: boolean;
}

export interface NumberOffer {
	type: string;
	currency: string;
	availability: string;
	item: {
		id: string;
		country: string;
		number: string;
		country_code: string;
		geographic_area: { area_code: string; geographic_area: string; city: string };
	};
	price: number;
	monthly_fee: number;
	number_of_months: number;
}

/** A webhook endpoint; the secret shows only on the integrations page, never in the API. */
export interface Endpoint {
	id: string;
	url: string;
	filter_types: string[];
	channels: string[] | null;
	secret: string;
	/** Unix time in milliseconds; a lagging list shows the endpoint later. One without it was there before. */
	createdAt?: number;
}

export interface LegacyHook {
	id: string;
	target: string;
	event: string;
	numbers?: string[];
}

export interface Token {
	value: string;
	type: 'pat' | 'oauth';
	userId: string;
	scopes: string[];
	/** The OAuth client that it was issued to. */
	clientId?: string;
	name: string;
	/** Unix times in milliseconds. */
	createdAt: number;
	expiresAt: number;
	lastUsedAt: number;
	isRevoked: boolean;
}

export interface OAuthClient {
	id: string;
	secret: string;
}

/** A random identifier, as opaque as the service's own. */
export function newId(prefix = ''): string {
	return prefix + randomBytes(10).toString('hex');
}

/** A new signing secret for a webhook endpoint. */
export function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
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
