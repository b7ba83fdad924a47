/**
 * Records from Fax.Plus. Fax.Plus may add values and fields at any time, so the nodes only check what they need at run
 * time.
 */

export interface TokenInformation {
	token_type: string;
	scopes: string[];
	/** Expiry of a personal access token, in Unix time (milliseconds). */
	expiration_date?: unknown;
}

/** A user of a corporate account (docs/contributing/api.md, "Members"). Its `uid` is the user ID. */
export interface Member {
	uid: string;
	email?: string;
	name?: string | null;
	lastname?: string | null;
	account_type?: string;
	status?: string;
}

/** Role and quota of a member, in pages a month (docs/contributing/api.md, "Members"). */
export interface MemberDetail {
	role?: string | null;
	quota?: number | null;
}

export interface CustomField {
	id: string;
	name: string;
	instructions: string;
	enabled: boolean;
}

export interface Country {
	iso: string;
	name: string;
	is_available?: boolean | null;
}

/** An area of the number shop. The search for numbers takes its `calling_code` (docs/contributing/api.md, "Shop"). */
export interface Area {
	calling_code: string;
	city?: string;
	state?: string;
}

export interface NumberOffer {
	type: string;
	currency: string;
	availability: string;
	item?: {
		id: string;
		country: string;
		number: string;
		geographic_area?: { area_code?: string; city?: string };
	};
	price: number;
	monthly_fee: number;
	number_of_months: number;
}

export interface WebhookEndpoint {
	id: string;
	url: string;
	filter_types: string[];
	channels?: string[] | null;
}

/** The settings that are sent to create an endpoint. An update sends some of them. */
export type WebhookEndpointSettings = Required<Omit<WebhookEndpoint, 'id'>>;

export interface LegacyHook {
	id: string;
}

/** A received or sent fax (docs/contributing/api.md, "Fax records"). Times are "YYYY-MM-DD HH:mm:ss" in UTC. */
export interface Fax {
	id: string;
	owner_id?: string;
	status: string;
	pages?: number;
	/** Cost in pages, as Fax.Plus bills them. */
	cost?: number;
	/** Length of the call, in seconds. */
	duration?: number;
	/** The object `{ text }` only occurs in the outbox. */
	comment?: string | { text?: string } | null;
	direction?: string;
	/** The numbers, each under one of two names. */
	from?: string | null;
	from_number?: string | null;
	to?: string | null;
	to_number?: string | null;
	is_read?: boolean | null;
	start_time?: string | null;
	submit_time?: string | null;
	/** Only set for a fax that was scheduled. */
	scheduled_time?: string | null;
	last_update?: string | null;
}

/** A fax that wasn't sent yet (docs/contributing/api.md, "Outbox"). */
export interface OutboxFax {
	id: string;
	/** ID of the user. */
	uid?: string;
	status: string;
	src?: string;
	/** Numbers that the fax goes to. `recipientsOf` reads both types. */
	to?: string[] | string;
	files?: string[];
	comment?: { tags?: string[]; text?: string } | null;
	page_count?: number;
	send_time?: string | null;
	submit_time?: string | null;
}

/** A number of the account (docs/contributing/api.md, "Numbers"). */
export interface OwnNumber {
	number: string;
	status?: string;
	is_canceled?: boolean;
	/** The `uid` of each user with this number. */
	assigned_to?: unknown;
}

/** A contact of the account (docs/contributing/api.md, "Contacts"). Times are "YYYY-MM-DD HH:mm:ss" in UTC. */
export interface Contact {
	id?: string | null;
	name?: string | null;
	fax_number?: string | null;
	notes?: string | null;
	/** Groups in any format. `groupsOf` reads all of them. */
	groups?: Array<string | number | { id?: string | number; name?: string } | null> | null;
	is_shared?: boolean;
	creation_date?: string;
	modification_date?: string;
}
