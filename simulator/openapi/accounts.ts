import { json, listOf, object, operation, path, text } from './schema';
import type { Paths } from './schema';

/** Accounts, members and access tokens. */
export const accounts: Paths = {
	'/accounts/{user_id}/plan': {
		get: operation({
			operationId: 'getUserPlan',
			scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
			parameters: [path('user_id')],
			success: {
				'200': json(
					object({
						plan_type: {
							type: 'string',
							enum: ['free', 'basic', 'premium', 'business', 'enterprise', 'unknown'],
						},
						is_admin: { type: 'boolean' },
						is_owner: { type: 'boolean' },
					}),
				),
			},
		}),
	},
	'/accounts/self/member-details/{member_user_id}': {
		put: operation({
			operationId: 'updateMember',
			scopes: ['fax:all:edit', 'fax:member:edit'],
			parameters: [path('member_user_id')],
			body: { ...object({ quota: { type: 'number' }, role: text }, []), minProperties: 1 },
			success: { '200': json(object({})) },
		}),
	},
	'/auth/token': {
		get: operation({
			operationId: 'getToken',
			success: {
				'200': json(
					object(
						{
							token_type: { type: 'string', enum: ['pat', 'oauth'] },
							scopes: listOf(text),
							id: text,
							name: text,
							preview: text,
							created_date: { type: 'integer' },
							expiration_date: { type: 'integer' },
							last_used: { type: 'integer' },
						},
						['token_type', 'scopes'],
					),
				),
			},
		}),
	},
};
