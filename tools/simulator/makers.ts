import { randomBytes } from 'node:crypto';

import { serviceTime } from './faxing/times';
import type { Fax, OutboxFax } from './faxing/types';
import type { Upload } from './faxing/upload';

const DAY = 24 * 60 * 60 * 1000;

export type User = ReturnType<typeof usualUser>;
/** A contact in the API's format, except for how its groups are named. */
export type Contact = ReturnType<typeof usualContact>;
export type Token = ReturnType<typeof usualToken>;
/** A corporate account with everything that its members share. */
export type Account = ReturnType<typeof emptyAccount>;
/** A number of an account, as the API shows it. */
export type OwnNumber = ReturnType<typeof ownNumber>;

export interface CustomField {
	id: string;
	name: string;
	instructions: string;
	enabled: boolean;
}

/** A webhook endpoint. Its secret is shown only on the integrations page, never in the API. */
export interface Endpoint {
	id: string;
	url: string;
	filter_types: string[];
	channels: string[] | null;
	secret: string;
	/**
	 * Unix time in milliseconds. A list with a delay shows the endpoint later. An endpoint without this time is shown at
	 * once.
	 */
	createdAt?: number;
}

export interface LegacyHook {
	id: string;
	target: string;
	event: string;
	numbers?: string[];
}

/** A random identifier, as opaque as Fax.Plus's own. */
export function newId(prefix = ''): string {
	return prefix + randomBytes(10).toString('hex');
}

export function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

function usualToken(value: string, userId: string) {
	const now = Date.now();
	return {
		value,
		type: 'pat' as 'pat' | 'oauth',
		userId,
		/** Id of the OAuth client that got the token. */
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
 * Creates an access token for the state. By default, it's a personal one.
 *
 * @param values values that override the defaults, such as `{ isRevoked: true }` or `{ scopes: [] }`
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
		/** Number of pages per month. */
		quota: 200,
		email: `${id}@example.com`,
		name: '',
		lastname: '',
		status: 'active',
		creationDate: serviceTime(Date.now() - 365 * DAY),
	};
}

/**
 * Creates a user. By default, it's an active member without special rights or a name.
 *
 * @param values values that override the defaults, such as `{ isAdmin: true }`
 */
export function user(id: string, accountId: string, values: Partial<User> = {}): User {
	return { ...usualUser(id, accountId), ...values };
}

/**
 * An account on the enterprise plan in which nothing has happened yet.
 *
 * @param ownerId id of the user who owns the account's number
 */
export function emptyAccount(id: string, ownedNumber: string, ownerId = `${id}_owner`) {
	const numbers = new Map([[ownedNumber, ownNumber(ownedNumber, ownerId)]]);
	return {
		id,
		planType: 'enterprise',
		/** Records of the account's numbers, by number. */
		numbers,
		/** The numbers themselves. Setting them replaces the records. */
		get ownedNumbers(): string[] {
			return [...numbers.keys()];
		},
		set ownedNumbers(owned: string[]) {
			numbers.clear();
			for (const number of owned) numbers.set(number, ownNumber(number, ownerId));
		},
		/** Whether the plan has the webhooks feature. `webhooksEnabled` is whether the integrations settings enable it. */
		hasWebhooksFeature: true,
		webhooksEnabled: true,
		faxStreaming: true,
		groups: new Map<string, { id: string; name: string; sharedWith: Set<string> }>(),
		contacts: new Map<string, Contact>(),
		/** Uploaded files by their path. */
		uploads: new Map<string, Upload>(),
		/** Faxes to be sent, one for each recipient. */
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

/** The record of a number that an account has just acquired. */
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
		/** Ids of the contact's groups. */
		groups: [] as string[],
		is_shared: false,
		is_telefax: false,
		creation_date: '2026-01-05 10:00:00',
		modification_date: '2026-01-05 10:00:00',
	};
}

/** Creates a contact of an account. By default, it's in no group. */
export function contact(values: Partial<Contact> = {}): Contact {
	return { ...usualContact(), ...values };
}
