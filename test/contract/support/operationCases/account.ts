import { seed } from '../../../../simulator';
import { accountRecord } from '../../../../simulator/members';
import type { User } from '../../../../simulator/state';
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
		codes: [],
		scopes: [],
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
	{
		resource: 'member',
		operation: 'getAll',
		operationId: 'listMembers',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts' }],
		output: ({ state }) =>
			[seed.ownerId, seed.memberId, seed.secondMemberId].map((id) =>
				accountRecord(state, state.users.get(id) as User),
			),
		codes: ['invalid_user_id'],
		scopes: ['fax:all:read', 'fax:member:read'],
	},
	{
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: { memberUserId: seed.memberId, updateFields: { role: 'admin', quota: 50 } },
		requests: [
			{
				method: 'PUT',
				path: `/accounts/self/member-details/${seed.memberId}`,
				body: { role: 'admin', quota: 50 },
			},
		],
		output: () => [{ updated: true, id: seed.memberId, role: 'admin', quota: 50 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'admin', quota: 50 });
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:member:edit'],
	},
	{
		name: 'member: update of the quota alone',
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: { memberUserId: seed.memberId, updateFields: { quota: 0 } },
		requests: [{ method: 'PUT', path: `/accounts/self/member-details/${seed.memberId}`, body: { quota: 0 } }],
		output: () => [{ updated: true, id: seed.memberId, quota: 0 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'member', quota: 0 });
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:member:edit'],
	},
];
