import { coverPage, number, retry, sender, taggedComment } from './fields';
import {
	empty,
	flag,
	json,
	listOf,
	nothing,
	object,
	operation,
	path,
	text,
	time,
	whole,
	zonedTime,
} from './schema';
import type { Paths } from './schema';

const read = ['fax:all:read', 'fax:fax:read'];
const edit = ['fax:all:edit', 'fax:fax:edit'];
const status = { type: 'string', enum: ['submitted', 'converting', 'scheduled_for_sending', 'sending'] };

const outboxFax = object(
	{
		id: text,
		uid: text,
		status,
		src: text,
		designated_src: text,
		to: listOf(number),
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
		status_changes: listOf(object({ at: time, status })),
		file_changes: listOf(
			object({ at: time, files: listOf(object({ file_name: text, mime_type: text, size: whole })) }),
		),
		initiated_from: object({ from_id: text, type: text }),
		ip: text,
		extra_info: { type: 'object' },
	},
	['id', 'uid', 'status'],
);

const ids = { type: 'object', additionalProperties: text };

/** Faxes on their way out. The most files and numbers have errors of their own, and are not checked here. */
export const outbox: Paths = {
	'/accounts/{user_id}/outbox': {
		post: operation({
			operationId: 'sendFax',
			scopes: edit,
			parameters: [path('user_id')],
			body: object(
				{
					from: sender,
					to: { ...listOf(number), minItems: 1 },
					files: { ...listOf(text), minItems: 1 },
					comment: taggedComment,
					options: object({ enhancement: flag, retry }, []),
					send_time: zonedTime,
					return_ids: flag,
					cover_page: coverPage,
				},
				['from', 'to', 'files'],
			),
			success: { '201': { ...json(object({ ids }, [])), 'x-optional-body': true } },
		}),
		get: operation({
			operationId: 'listOutboxFaxes',
			scopes: read,
			parameters: [path('user_id')],
			success: { '200': json(object({ records: listOf(outboxFax) })) },
		}),
	},
	'/accounts/{user_id}/outbox/{outbox_fax_id}': {
		get: operation({
			operationId: 'getOutboxFax',
			scopes: read,
			parameters: [path('user_id'), path('outbox_fax_id')],
			success: { '200': json(outboxFax) },
		}),
		put: operation({
			operationId: 'updateOutboxFax',
			scopes: edit,
			parameters: [path('user_id'), path('outbox_fax_id')],
			body: object({ comment: text }),
			success: nothing,
		}),
		delete: operation({
			operationId: 'deleteOutboxFax',
			scopes: edit,
			parameters: [path('user_id'), path('outbox_fax_id')],
			success: { '204': empty },
		}),
	},
};
