import { empty, flag, json, listOf, object, operation, path, text, time, whole } from './schema';
import type { Paths } from './schema';

const member = ['fax:all:read', 'fax:member:read'];

/** A user as administrators see it. */
const account = object(
	{
		uid: text,
		email: text,
		account_type: { type: 'string', enum: ['corporate_admin', 'corporate_member', 'individual'] },
		status: {
			type: 'string',
			enum: [
				...['active', 'unverified_phone', 'suspended', 'disabled', 'inactive'],
				...['deleted', 'corporate_deleted', 'waiting_for_signup'],
			],
		},
		creation_date: time,
		name: text,
		lastname: text,
		phone: { type: 'string', pattern: '^[+]?[0-9]{8,}$' },
		member_of: listOf(text),
		account_data: object({
			company_name: text,
			role: text,
			default_file_type: { type: 'string', enum: ['pdf', 'tiff'] },
			save_history: flag,
		}),
		settings: object({
			caller_id_name: text,
			send_fax: object({ should_enhance: flag, retry: object({ count: whole, delay: whole }) }),
		}),
	},
	['uid', 'email', 'account_type', 'status', 'creation_date'],
);

/** Accounts, members and access tokens. */
export const accounts: Paths = {
	'/accounts': {
		get: operation({
			operationId: 'listMembers',
			scopes: member,
			admin: true,
			success: { '200': json(object({ members: listOf(account) })) },
		}),
	},
	'/accounts/{user_id}': {
		get: operation({
			operationId: 'getAccount',
			scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
			parameters: [path('user_id')],
			success: { '200': json(account) },
		}),
	},
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
		get: operation({
			operationId: 'getMember',
			scopes: member,
			parameters: [path('member_user_id')],
			success: { '200': json(object({ role: text, quota: whole })) },
		}),
		put: operation({
			operationId: 'updateMember',
			scopes: ['fax:all:edit', 'fax:member:edit'],
			parameters: [path('member_user_id')],
			body: { ...object({ quota: { type: 'number' }, role: text }, []), minProperties: 1 },
			success: { '200': json(object({})) },
		}),
	},
	'/accounts/self/member-invitations': {
		post: operation({
			operationId: 'inviteMembers',
			scopes: ['fax:all:edit', 'fax:member:edit'],
			admin: true,
			body: { ...listOf({ type: 'string', pattern: '^\\S+@\\S+$' }), minItems: 1, maxItems: 10 },
			success: { '204': empty, '200': json(object({ message: text }, [])) },
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
