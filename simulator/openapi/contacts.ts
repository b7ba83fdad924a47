import { flag, json, listOf, object, operation, path, query, text, time, whole } from './schema';
import type { Paths, Schema } from './schema';

const textOrNull: Schema = { type: ['string', 'null'] };

const contact = object({
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

/** Contacts and their groups. */
export const contacts: Paths = {
	'/accounts/self/contacts': {
		get: operation({
			operationId: 'listContacts',
			scopes: ['fax:all:read'],
			parameters: [
				query('search', text),
				query('offset', whole),
				query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
			],
			success: {
				'200': json(object({ records: listOf(contact), total_count: whole }, ['records'])),
			},
		}),
	},
	'/accounts/self/contact-groups/share': {
		post: operation({
			operationId: 'shareContactGroups',
			scopes: ['fax:all:edit'],
			body: object({ group_ids: listOf(text), member_ids: listOf(text) }),
			success: { '200': json(object({})) },
		}),
	},
	'/accounts/self/contact-groups/{group_id}': {
		delete: operation({
			operationId: 'deleteContactGroup',
			scopes: ['fax:all:edit'],
			parameters: [path('group_id')],
			success: { '200': json(object({})) },
		}),
	},
};
