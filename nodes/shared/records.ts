/**
 * What the service sends. Every set of values is open: the service may add values and fields, so nothing here is
 * checked at run time beyond what the nodes need.
 */

export interface TokenInformation {
	token_type: string;
	scopes: string[];
	/** Of a personal access token, in Unix time (milliseconds). */
	expiration_date?: unknown;
}

/** A user of a corporate account (docs/contributing/api.md, "Members"); `uid` is its user ID. */
export interface Member {
	uid: string;
	email?: string;
	name?: string | null;
	lastname?: string | null;
	account_type?: string;
	status?: string;
}

/** Role and quota (pages a month) of a member (docs/contributing/api.md, "Members"). */
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

/** An area of the number shop; `calling_code` is what the search for numbers takes (docs/contributing/api.md, "Shop"). */
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

/** What creating an endpoint sends; updating sends any part of it. */
export type WebhookEndpointSettings = Required<Omit<WebhookEndpoint, 'id'>>;

export interface LegacyHook {
	id: string;
}

/** A fax that has come or gone (docs/contributing/api.md, "Fax records"). Times are "YYYY-MM-DD HH:mm:ss" in UTC. */
export interface Fax {
	id: string;
	owner_id?: string;
	status: string;
	pages?: number;
	/** In pages, as the service bills them. */
	cost?: number;
	/** Of the call, in seconds. */
	duration?: number;
	/** Of faxes an object, `{ text }`, has been seen only in the outbox. */
	comment?: string | { text?: string } | null;
	direction?: string;
	/** The numbers, by either of two names. */
	from?: string | null;
	from_number?: string | null;
	to?: string | null;
	to_number?: string | null;
	is_read?: boolean | null;
	start_time?: string | null;
	submit_time?: string | null;
	/** Only of one that was to go later. */
	scheduled_time?: string | null;
	last_update?: string | null;
}

/** A fax that has not gone yet (docs/contributing/api.md, "Outbox"). */
export interface OutboxFax {
	id: string;
	/** Of the user. */
	uid?: string;
	status: string;
	src?: string;
	/** See recipientsOf. */
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
	/** Users, by their uid. */
	assigned_to?: unknown;
}

/** A contact of the account (docs/contributing/api.md, "Contacts"). Times are "YYYY-MM-DD HH:mm:ss" in UTC. */
export interface Contact {
	id?: string | null;
	name?: string | null;
	fax_number?: string | null;
	notes?: string | null;
	/** See groupsOf. */
	groups?: Array<string | number | { id?: string | number; name?: string } | null> | null;
	is_shared?: boolean;
	creation_date?: string;
	modification_date?: string;
}
