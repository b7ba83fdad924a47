import { seed } from '../../../../simulator';
import type { OperationCase } from './case';

const aText: unknown = expect.any(String);
const aNumber: unknown = expect.any(Number);

export const account: OperationCase[] = [
	{
		resource: 'accessToken',
		operation: 'get',
		operationId: 'getToken',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/auth/token' }],
		output: (_simulator, authentication) => [
			authentication === 'oAuth2'
				? { token_type: 'oauth', scopes: ['all'] }
				: {
						token_type: 'pat',
						scopes: ['fax:all:read', 'fax:all:edit'],
						id: aText,
						name: aText,
						preview: aText,
						created_date: aNumber,
						expiration_date: aNumber,
						last_used: aNumber,
					},
		],
	},
	{
		resource: 'account',
		operation: 'getPlan',
		operationId: 'getUserPlan',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/plan' }],
		output: () => [{ plan_type: 'enterprise', is_admin: true, is_owner: true }],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
	{
		resource: 'account',
		operation: 'get',
		operationId: 'getAccount',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self' }],
		output: () => [
			{
				uid: seed.ownerId,
				email: 'olivia@example.com',
				account_type: 'corporate_admin',
				status: 'active',
				creation_date: aText,
				name: 'Olivia',
				lastname: 'Stone',
				phone: aText,
				member_of: [],
				account_data: {
					company_name: seed.accountId,
					role: 'owner',
					default_file_type: 'pdf',
					save_history: true,
				},
				settings: {
					caller_id_name: 'Olivia Stone',
					send_fax: { should_enhance: true, retry: { count: 2, delay: 0 } },
				},
			},
		],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
	{
		name: 'account: get of a member',
		resource: 'account',
		operation: 'get',
		operationId: 'getAccount',
		kind: 'read',
		parameters: { options: { userId: seed.memberId } },
		requests: [{ method: 'GET', path: `/accounts/${seed.memberId}` }],
		output: () => [
			expect.objectContaining({ uid: seed.memberId, account_type: 'corporate_member' }) as object,
		],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
	{
		name: 'account: getPlan of a member',
		resource: 'account',
		operation: 'getPlan',
		operationId: 'getUserPlan',
		kind: 'read',
		parameters: { options: { userId: seed.memberId } },
		requests: [{ method: 'GET', path: `/accounts/${seed.memberId}/plan` }],
		output: () => [{ plan_type: 'enterprise', is_admin: false, is_owner: false }],
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read', 'fax:user:read'],
	},
];
