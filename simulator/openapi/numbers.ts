import { flag, json, listOf, nothing, object, operation, path, text, time, timeOrNull } from './schema';
import type { Paths } from './schema';

const read = ['fax:all:read', 'fax:numbers:read'];
const edit = ['fax:all:edit', 'fax:numbers:edit'];

const ownNumber = object(
	{
		id: text,
		number: { type: 'string', pattern: '^[+][0-9]{8,}$' },
		owner_id: text,
		status: { type: 'string', enum: ['active', 'waiting_verification'] },
		assigned_to: listOf(text),
		acquired_date: time,
		expiration_date: timeOrNull,
		is_canceled: flag,
		notifications: listOf(object({ type: text, email: flag, push_notification: flag })),
	},
	['id', 'number', 'owner_id', 'status', 'assigned_to', 'acquired_date'],
);

/** The numbers of an account. */
export const numbers: Paths = {
	'/accounts/{user_id}/numbers': {
		get: operation({
			operationId: 'listNumbers',
			scopes: read,
			parameters: [path('user_id')],
			success: { '200': json(object({ numbers: listOf(ownNumber) })) },
		}),
	},
	'/accounts/{user_id}/numbers/{number}': {
		get: operation({
			operationId: 'getNumber',
			scopes: read,
			parameters: [path('user_id'), path('number')],
			success: { '200': json(ownNumber) },
		}),
		put: operation({
			operationId: 'assignNumber',
			scopes: edit,
			admin: true,
			parameters: [path('user_id'), path('number')],
			body: object({ assigned_to: text }),
			success: nothing,
		}),
		delete: operation({
			operationId: 'revokeNumber',
			scopes: edit,
			parameters: [path('user_id'), path('number')],
			success: nothing,
		}),
	},
};
