import {
	flag,
	integer,
	listOf,
	matching,
	number,
	object,
	oneOf,
	text,
	textOrNull,
	time,
	timeOrNull,
	whole,
	zonedTime,
} from './schema';
import type { Schema } from './schema';

const NUMBER = '[+][0-9]{8,}([*]{0,10}[0-9]+)?';

/** A number in E.164, perhaps with an extension. */
export const faxNumber = matching(`^${NUMBER}$`);

/** One own number or several with commas between them, or that there is none. */
export const sender = matching(`^(${NUMBER}(, ?${NUMBER})*|no_number|NO_NUMBER)$`);

export const coverPage = object(
	{
		name_to: text,
		name_from: text,
		subject: text,
		message: text,
		flags: listOf(oneOf('urgent', 'for_review', 'please_reply', 'confidential')),
	},
	['name_to', 'name_from', 'subject'],
);

/** The comment of a fax in the outbox; that of a fax record is text. */
export const taggedComment = object({ tags: listOf(text), text }, []);

const from0To = (maximum: number, type: unknown = 'integer'): Schema => ({ type, minimum: 0, maximum });

export const retry = object({ count: from0To(3), delay: from0To(30) }, []);

/** A user as administrators see it. */
export const account = object(
	{
		uid: text,
		email: text,
		account_type: oneOf('corporate_admin', 'corporate_member', 'individual'),
		status: oneOf(
			...['active', 'unverified_phone', 'suspended', 'disabled', 'inactive'],
			...['deleted', 'corporate_deleted', 'waiting_for_signup'],
		),
		creation_date: time,
		name: text,
		lastname: text,
		phone: matching('^[+]?[0-9]{8,}$'),
		member_of: listOf(text),
		account_data: object({
			company_name: text,
			role: text,
			default_file_type: oneOf('pdf', 'tiff'),
			save_history: flag,
		}),
		settings: object({
			caller_id_name: text,
			send_fax: object({ should_enhance: flag, retry: object({ count: whole, delay: whole }) }),
		}),
	},
	['uid', 'email', 'account_type', 'status', 'creation_date'],
);

/** An access token; one of OAuth tells its type and scopes only. */
export const token = object(
	{
		token_type: oneOf('pat', 'oauth'),
		scopes: listOf(text),
		id: text,
		name: text,
		preview: text,
		created_date: integer,
		expiration_date: integer,
		last_used: integer,
	},
	['token_type', 'scopes'],
);

export const contact = object({
	id: text,
	name: text,
	fax_number: text,
	email: textOrNull,
	phone: textOrNull,
	cellphone: textOrNull,
	notes: text,
	groups: listOf({ anyOf: [text, object({ id: text, name: text })] }),
	is_shared: flag,
	is_telefax: flag,
	creation_date: time,
	modification_date: time,
});

export const fax = object(
	{
		id: text,
		owner_id: text,
		status: text,
		pages: whole,
		comment: text,
		cost: whole,
		cost_details: object({ multiplier: number, notification_cost: number }),
		direction: oneOf('incoming', 'outgoing'),
		from: text,
		to: text,
		from_number: text,
		to_number: text,
		file: text,
		file_name: text,
		start_time: timeOrNull,
		submit_time: timeOrNull,
		scheduled_time: timeOrNull,
		last_update: timeOrNull,
		duration: whole,
		is_read: flag,
		is_spam: flag,
		max_retry: from0To(3, ['integer', 'null']),
		retry_delay: from0To(30, ['integer', 'null']),
		description: text,
		header: textOrNull,
		cover_page: coverPage,
	},
	['id', 'owner_id', 'status', 'pages', 'comment', 'cost_details'],
);

const outboxStatus = oneOf('submitted', 'converting', 'scheduled_for_sending', 'sending');

export const outboxFax = object(
	{
		id: text,
		uid: text,
		status: outboxStatus,
		src: text,
		designated_src: text,
		to: listOf(faxNumber),
		files: listOf(text),
		comment: taggedComment,
		contact_name: text,
		cover_page: coverPage,
		options: { type: 'object' },
		retry,
		should_enhance: flag,
		page_count: whole,
		send_time: zonedTime,
		submit_time: zonedTime,
		last_updated_status_time: time,
		status_changes: listOf(object({ at: time, status: outboxStatus })),
		file_changes: listOf(
			object({ at: time, files: listOf(object({ file_name: text, mime_type: text, size: whole })) }),
		),
		initiated_from: object({ from_id: text, type: text }),
		ip: text,
		extra_info: { type: 'object' },
	},
	['id', 'uid', 'status'],
);

export const ownNumber = object(
	{
		id: text,
		number: matching('^[+][0-9]{8,}$'),
		owner_id: text,
		status: oneOf('active', 'waiting_verification'),
		assigned_to: listOf(text),
		acquired_date: time,
		expiration_date: timeOrNull,
		is_canceled: flag,
		notifications: listOf(object({ type: text, email: flag, push_notification: flag })),
	},
	['id', 'number', 'owner_id', 'status', 'assigned_to', 'acquired_date'],
);

export const numberOffer = object({
	type: text,
	currency: text,
	availability: text,
	item: object({
		id: text,
		country: text,
		number: text,
		country_code: text,
		geographic_area: object({ area_code: text, geographic_area: text, city: text }),
	}),
	price: number,
	monthly_fee: number,
	number_of_months: integer,
});

export const event = oneOf('fax_sent', 'fax_received', 'fax_page_received');

export const webhookEndpoint = object({
	id: matching('^ep_'),
	url: matching('^https://'),
	filter_types: { ...listOf(event), minItems: 1 },
	channels: { type: ['array', 'null'], items: matching('^\\+[0-9]+$') },
});
