import { randomBytes } from 'node:crypto';

import { serviceTime } from './faxing/times';
import type { Fax, OutboxFax } from './faxing/types';
import type { Upload } from './faxing/upload';

const DAY = 24 * 60 * 60 * 1000;

export type User = ReturnType<typeof usualUser>;
/** A contact as the API gives it, but for what its groups are called there. */
export type Contact = ReturnType<typeof usualContact>;
export type Token = ReturnType<typeof usualToken>;
/** A corporate account and what its members share. */
export type Account = ReturnType<typeof emptyAccount>;
/** A number of an account, as the API shows it. */
export type OwnNumber = ReturnType<typeof ownNumber>;

export interface CustomField {
	id: string;
	name: string;
	instructions: string;
	enabled: boolean;
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

/** A random identifier, as opaque as the service's own. */
export function newId(prefix = ''): string {
	return prefix + randomBytes(10).toString('hex');
}

/** A new signing secret for a webhook endpoint. */
export function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

function usualToken(value: string, userId: string) {
	const now = Date.now();
	return {
		value,
		type: 'pat' as 'pat' | 'oauth',
		userId,
		/** The OAuth client that it was issued to. */
		clientId: undefined as string | undefined,
		scopes: ['fax:all:read', 'fax:all:edit'],
		name: value.slice(0, 20),
		/** Unix times in milliseconds. */
		createdAt: now - DAY,
		expiresAt: now + 365 * DAY,
		lastUsedAt: now - DAY,
		isRevoked: false,
	};
}

/**
 * An access token that can be added to the state; a personal one unless said otherwise.
 *
 * @param values what is special about it, such as `{ isRevoked: true }` or `{ scopes: [] }`
 */
export function token(value: string, userId: string, values: Partial<Token> = {}): Token {
	return { ...usualToken(value, userId), ...values };
}

function usualUser(id: string, accountId: string) {
	return {
		id,
		accountId,
		isAdmin: false,
		isOwner: false,
		role: 'member',
		/** Pages a month. */
		quota: 200,
		email: `${id}@example.com`,
		name: '',
		lastname: '',
		status: 'active',
		creationDate: serviceTime(Date.now() - 365 * DAY),
	};
}

/**
 * A user; an active member without special rights and without a name unless said otherwise.
 *
 * @param values what is special about it, such as `{ isAdmin: true }`
 */
export function user(id: string, accountId: string, values: Partial<User> = {}): User {
	return { ...usualUser(id, accountId), ...values };
}

/**
 * An account on the enterprise plan in which nothing has happened yet.
 *
 * @param ownerId the user whom its number belongs to
 */
export function emptyAccount(id: string, ownedNumber: string, ownerId = `${id}_owner`) {
	const numbers = new Map([[ownedNumber, ownNumber(ownedNumber, ownerId)]]);
	return {
		id,
		planType: 'enterprise',
		/** By number. */
		numbers,
		/** The numbers alone; setting them replaces the records. */
		get ownedNumbers(): string[] {
			return [...numbers.keys()];
		},
		set ownedNumbers(owned: string[]) {
			numbers.clear();
			for (const number of owned) numbers.set(number, ownNumber(number, ownerId));
		},
		/** Whether the plan has the webhooks feature, and whether it is enabled in the integrations settings. */
		hasWebhooksFeature: true,
		webhooksEnabled: true,
		faxStreaming: true,
		groups: new Map<string, { id: string; name: string; sharedWith: Set<string> }>(),
		contacts: new Map<string, Contact>(),
		/** What was uploaded, by its path. */
		uploads: new Map<string, Upload>(),
		/** One entry for each recipient. */
		outbox: new Map<string, OutboxFax>(),
		faxes: new Map<string, Fax>(),
		customFields: new Map<string, CustomField>(),
		credits: {
			credits_remaining: 100,
			usage: [] as Array<{ feature: string; credits_used: number }>,
			reload_at: null as string | null,
		},
		balance: { amount: 0, currency: 'USD' },
		endpoints: new Map<string, Endpoint>(),
		hooks: new Map<string, LegacyHook>(),
	};
}

/** The record of a number that an account has just got. */
export function ownNumber(number: string, ownerId: string, assignedTo: string[] = [ownerId]) {
	return {
		id: newId(),
		number,
		owner_id: ownerId,
		status: 'active' as 'active' | 'waiting_verification',
		assigned_to: assignedTo,
		acquired_date: serviceTime(),
		expiration_date: null as string | null,
		is_canceled: false,
		notifications: [{ type: 'receive_fax', email: true, push_notification: true }],
	};
}

function usualContact() {
	return {
		id: newId('con_'),
		name: 'Mary Hill',
		fax_number: '+15550100200',
		email: null as string | null,
		phone: null as string | null,
		cellphone: null as string | null,
		notes: '',
		/** Their IDs. */
		groups: [] as string[],
		is_shared: false,
		is_telefax: false,
		creation_date: '2026-01-05 10:00:00',
		modification_date: '2026-01-05 10:00:00',
	};
}

/** A contact of an account; in no group unless said otherwise. */
export function contact(values: Partial<Contact> = {}): Contact {
	return { ...usualContact(), ...values };
}
