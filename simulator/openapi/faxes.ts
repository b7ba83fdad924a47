import { coverPage } from './fields';
import {
	flag,
	json,
	listOf,
	nothing,
	object,
	operation,
	path,
	query,
	text,
	time,
	timeOrNull,
	whole,
} from './schema';
import type { Paths } from './schema';

const read = ['fax:all:read', 'fax:fax:read'];
const edit = ['fax:all:edit', 'fax:fax:edit'];
const category = { type: 'string', enum: ['inbox', 'sent', 'spam'] };
const retries = (maximum: number) => ({ type: ['integer', 'null'], minimum: 0, maximum });

const fax = object(
	{
		id: text,
		owner_id: text,
		status: text,
		pages: whole,
		comment: text,
		cost: whole,
		cost_details: object({ multiplier: { type: 'number' }, notification_cost: { type: 'number' } }),
		direction: { type: 'string', enum: ['incoming', 'outgoing'] },
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
		max_retry: retries(3),
		retry_delay: retries(30),
		description: text,
		header: { type: ['string', 'null'] },
		cover_page: coverPage,
	},
	['id', 'owner_id', 'status', 'pages', 'comment', 'cost_details'],
);

/** The records of faxes that have arrived or were sent. */
export const faxes: Paths = {
	'/accounts/{user_id}/faxes': {
		get: operation({
			operationId: 'listFaxes',
			scopes: read,
			parameters: [
				path('user_id'),
				query('category', category),
				query('after', time),
				query('before', time),
				query('limit', { type: 'string', pattern: '^[1-9][0-9]*$' }),
				query('offset', { type: 'string', pattern: '^[0-9]+$' }),
			],
			success: { '200': json(object({ data: object({ records: listOf(fax) }) })) },
		}),
	},
	'/accounts/{user_id}/faxes/{fax_id}': {
		get: operation({
			operationId: 'getFax',
			scopes: read,
			parameters: [path('user_id'), path('fax_id')],
			success: { '200': json(fax) },
		}),
		put: operation({
			operationId: 'updateFax',
			scopes: edit,
			parameters: [path('user_id'), path('fax_id')],
			body: object({ comment: text, is_read: flag }),
			success: nothing,
		}),
		delete: operation({
			operationId: 'deleteFax',
			scopes: edit,
			parameters: [path('user_id'), path('fax_id')],
			success: nothing,
		}),
	},
};
