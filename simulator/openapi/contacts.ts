import { json, listOf, object, operation, path, text } from './schema';
import type { Paths } from './schema';

/** Contact groups. */
export const contacts: Paths = {
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
