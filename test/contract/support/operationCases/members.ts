import { seed } from '../../../../simulator';
import { accountRecord } from '../../../../simulator/members';
import type { User } from '../../../../simulator/state';
import type { OperationCase } from './case';

const MEMBER_READ = ['fax:all:read', 'fax:member:read'];
const MEMBER_EDIT = ['fax:all:edit', 'fax:member:edit'];

const path = `/accounts/self/member-details/${seed.memberId}`;

export const members: OperationCase[] = [
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
		scopes: MEMBER_READ,
	},
	{
		resource: 'member',
		operation: 'get',
		operationId: 'getMember',
		kind: 'read',
		parameters: { memberUserId: seed.memberId },
		requests: [{ method: 'GET', path }],
		output: () => [{ id: seed.memberId, role: 'member', quota: 200 }],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: MEMBER_READ,
	},
	{
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: { memberUserId: seed.memberId, updateFields: { role: 'admin', quota: 50 } },
		requests: [{ method: 'PUT', path, body: { role: 'admin', quota: 50 } }],
		output: () => [{ updated: true, id: seed.memberId, role: 'admin', quota: 50 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'admin', quota: 50 });
		},
		codes: ['invalid_user_id'],
		scopes: MEMBER_EDIT,
	},
	{
		name: 'member: update of the quota, which keeps the role',
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: {
			memberUserId: { __rl: true, mode: 'list', value: seed.memberId },
			updateFields: { quota: 0 },
		},
		requests: [
			{ method: 'GET', path },
			{ method: 'PUT', path, body: { role: 'member', quota: 0 } },
		],
		output: () => [{ updated: true, id: seed.memberId, role: 'member', quota: 0 }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'member', quota: 0 });
		},
		codes: ['invalid_user_id'],
		scopes: MEMBER_EDIT,
	},
	{
		name: 'member: update of the role alone',
		resource: 'member',
		operation: 'update',
		operationId: 'updateMember',
		kind: 'write',
		parameters: {
			memberUserId: seed.memberId,
			updateFields: { role: 'manager' },
			options: { keepOtherValues: false },
		},
		requests: [{ method: 'PUT', path, body: { role: 'manager' } }],
		output: () => [{ updated: true, id: seed.memberId, role: 'manager' }],
		effect: (_account, simulator) => {
			expect(simulator.state.users.get(seed.memberId)).toMatchObject({ role: 'manager', quota: 200 });
		},
		codes: ['invalid_user_id'],
		scopes: MEMBER_EDIT,
	},
	{
		resource: 'member',
		operation: 'invite',
		operationId: 'inviteMembers',
		kind: 'write',
		parameters: { emails: 'ann@example.com, bob@example.com' },
		requests: [
			{
				method: 'POST',
				path: '/accounts/self/member-invitations',
				body: ['ann@example.com', 'bob@example.com'],
			},
		],
		output: () => [{ invited: true, emails: ['ann@example.com', 'bob@example.com'] }],
		effect: (_account, { state }) => {
			const invited = [...state.users.values()].filter(({ status }) => status === 'waiting_for_signup');
			expect(invited.map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com']);
		},
		codes: ['invalid_user_id'],
		scopes: MEMBER_EDIT,
	},
];
