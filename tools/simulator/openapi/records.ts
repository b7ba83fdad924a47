import { each, flag, integer, listOf, matching, number, object, oneOf } from './schema';
import { text, textOrNull, time, timeOrNull, whole, zonedTime } from './schema';
import type { Schema } from './schema';

const NUMBER = '[+][0-9]{8,}([*]{0,10}[0-9]+)?';

/** A number with a plus sign and country code, and optionally with an extension. */
export const faxNumber = matching(`^${NUMBER}$`);

/** One or several of the account's own numbers, separated by commas, or the text that stands for no number. */
export const sender = matching(`^(${NUMBER}(, ?${NUMBER})*|no_number|NO_NUMBER)$`);

const flags = listOf(oneOf('urgent', 'for_review', 'please_reply', 'confidential'));
const coverNames = ['name_to', 'name_from', 'subject'];
export const coverPage = object({ ...each('name_to name_from subject message', text), flags }, coverNames);

/** The comment of a fax in the outbox. In a fax record, the comment is a string instead. */
export const taggedComment = object({ tags: listOf(text), text }, []);

const from0To = (maximum: number, type: unknown = 'integer'): Schema => ({ type, minimum: 0, maximum });

export const retry = object({ count: from0To(3), delay: from0To(30) }, []);

/** A user as administrators see it. */
export const account = object(
	{
		...each('uid email name lastname', text),
		account_type: oneOf('corporate_admin', 'corporate_member', 'individual'),
		status: oneOf(
			...['active', 'unverified_phone', 'suspended', 'disabled', 'inactive'],
			...['deleted', 'corporate_deleted', 'waiting_for_signup'],
		),
		creation_date: time,
		phone: matching('^[+]?[0-9]{8,}$'),
		member_of: listOf(text),
		account_data: object({
			...each('company_name role', text),
			default_file_type: oneOf('pdf', 'tiff'),
			save_history: flag,
		}),
		settings: object({
			caller_id_name: text,
			send_fax: object({ should_enhance: flag, retry: object(each('count delay', whole)) }),
		}),
	},
	['uid', 'email', 'account_type', 'status', 'creation_date'],
);

/** An access token. For OAuth, only its type and scopes are shown. */
export const token = object(
	{
		token_type: oneOf('pat', 'oauth'),
		scopes: listOf(text),
		...each('id name preview', text),
		...each('created_date expiration_date last_used', integer),
	},
	['token_type', 'scopes'],
);

export const contact = object({
	...each('id name fax_number notes', text),
	...each('email phone cellphone', textOrNull),
	...each('is_shared is_telefax', flag),
	...each('creation_date modification_date', time),
	groups: listOf({ anyOf: [text, object(each('id name', text))] }),
});

export const fax = object(
	{
		...each('id owner_id status comment from to from_number to_number file file_name description', text),
		...each('pages cost duration', whole),
		...each('is_read is_spam', flag),
		...each('start_time submit_time scheduled_time last_update', timeOrNull),
		cost_details: object(each('multiplier notification_cost', number)),
		direction: oneOf('incoming', 'outgoing'),
		max_retry: from0To(3, ['integer', 'null']),
		retry_delay: from0To(30, ['integer', 'null']),
		header: textOrNull,
		cover_page: coverPage,
	},
	['id', 'owner_id', 'status', 'pages', 'comment', 'cost_details'],
);

const status = oneOf('submitted', 'converting', 'scheduled_for_sending', 'sending');
const sentFile = object({ ...each('file_name mime_type', text), size: whole });

export const outboxFax = object(
	{
		...each('id uid src designated_src contact_name ip', text),
		...each('send_time submit_time', zonedTime),
		...each('options extra_info', { type: 'object' }),
		status,
		to: listOf(faxNumber),
		files: listOf(text),
		comment: taggedComment,
		cover_page: coverPage,
		retry,
		should_enhance: flag,
		page_count: whole,
		last_updated_status_time: time,
		status_changes: listOf(object({ at: time, status })),
		file_changes: listOf(object({ at: time, files: listOf(sentFile) })),
		initiated_from: object(each('from_id type', text)),
	},
	['id', 'uid', 'status'],
);

export const ownNumber = object(
	{
		...each('id owner_id', text),
		number: matching('^[+][0-9]{8,}$'),
		status: oneOf('active', 'waiting_verification'),
		assigned_to: listOf(text),
		acquired_date: time,
		expiration_date: timeOrNull,
		is_canceled: flag,
		notifications: listOf(object({ type: text, ...each('email push_notification', flag) })),
	},
	['id', 'number', 'owner_id', 'status', 'assigned_to', 'acquired_date'],
);

export const numberOffer = object({
	...each('type currency availability', text),
	...each('price monthly_fee', number),
	number_of_months: integer,
	item: object({
		...each('id country number country_code', text),
		geographic_area: object(each('area_code geographic_area city', text)),
	}),
});

export const event = oneOf('fax_sent', 'fax_received', 'fax_page_received');

export const webhookEndpoint = object({
	id: matching('^ep_'),
	url: matching('^https://'),
	filter_types: { ...listOf(event), minItems: 1 },
	channels: { type: ['array', 'null'], items: matching('^\\+[0-9]+$') },
});
