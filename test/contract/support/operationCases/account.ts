import { seed } from '../../../../tools/simulator';
import { accountRecord } from '../../../../tools/simulator/members';
import type { User } from '../../../../tools/simulator/state';
import { ownNumber } from '../../../../tools/simulator/makers';
import { get, locator, operation, request, type OperationCase } from './case';
import { clinic } from './clinic';

const aText: unknown = expect.any(String);
const aNumber: unknown = expect.any(Number);

export const account: OperationCase[] = [
	operation('accessToken: get', {
		requests: [get('/auth/token')],
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
	}),
	operation('account: getPlan', {
		requests: [get('/accounts/self/plan')],
		output: () => [{ plan_type: 'enterprise', is_admin: true, is_owner: true }],
	}),
	operation('account: get', {
		requests: [get('/accounts/self')],
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
	}),
	operation('account: get of a member', {
		parameters: { options: { userId: seed.memberId } },
		requests: [get(`/accounts/${seed.memberId}`)],
		output: () => [
			expect.objectContaining({ uid: seed.memberId, account_type: 'corporate_member' }) as object,
		],
	}),
];

const memberPath = `/accounts/self/member-details/${seed.memberId}`;

export const members: OperationCase[] = [
	operation('member: getAll', {
		requests: [get('/accounts')],
		output: ({ state }) =>
			[seed.ownerId, seed.memberId, seed.secondMemberId].map((id) =>
				accountRecord(state, state.users.get(id) as User),
			),
	}),
	operation('member: get', {
		parameters: { memberId: seed.memberId },
		requests: [get(memberPath)],
		output: () => [{ uid: seed.memberId, role: 'member', quota: 200 }],
	}),
	operation('member: update', {
		parameters: { memberId: seed.memberId, updateFields: { role: 'admin', quota: 50 } },
		requests: [request('PUT', memberPath, { role: 'admin', quota: 50 })],
		output: () => [{ updated: true, uid: seed.memberId, role: 'admin', quota: 50 }],
		effect: (_account, simulator) => [simulator.state.users.get(seed.memberId), { role: 'admin', quota: 50 }],
	}),
	operation('member: update of the quota, which keeps the role', {
		parameters: { memberId: locator('list', seed.memberId), updateFields: { quota: 0 } },
		requests: [get(memberPath), request('PUT', memberPath, { role: 'member', quota: 0 })],
		output: () => [{ updated: true, uid: seed.memberId, role: 'member', quota: 0 }],
		effect: (_account, simulator) => [simulator.state.users.get(seed.memberId), { role: 'member', quota: 0 }],
	}),
	operation('member: update of the role alone', {
		parameters: {
			memberId: seed.memberId,
			updateFields: { role: 'manager' },
			options: { keepOtherValues: false },
		},
		requests: [request('PUT', memberPath, { role: 'manager' })],
		output: () => [{ updated: true, uid: seed.memberId, role: 'manager' }],
		effect: (_account, simulator) => [
			simulator.state.users.get(seed.memberId),
			{ role: 'manager', quota: 200 },
		],
	}),
	operation('member: invite', {
		parameters: { emails: 'ann@example.com, bob@example.com' },
		requests: [request('POST', '/accounts/self/member-invitations', ['ann@example.com', 'bob@example.com'])],
		output: () => [{ invited: true, emails: ['ann@example.com', 'bob@example.com'] }],
		effect: (_account, { state }) => {
			const invited = [...state.users.values()].filter(({ status }) => status === 'waiting_for_signup');
			return [invited.map(({ email }) => email), ['ann@example.com', 'bob@example.com']];
		},
	}),
];

const numberPath = '/accounts/self/numbers/%2B15550100000';

export const numbers: OperationCase[] = [
	operation('number: getAll', {
		requests: [get('/accounts/self/numbers')],
		output: (simulator) => [...clinic(simulator).numbers.values()],
	}),
	operation('number: getAll of a member', {
		parameters: { options: { userId: seed.memberId }, returnAll: true },
		prepare: (simulator) => {
			const number = '+15550100077';
			clinic(simulator).numbers.set(number, ownNumber(number, seed.ownerId));
		},
		requests: [get(`/accounts/${seed.memberId}/numbers`)],
		output: (simulator) => [clinic(simulator).numbers.get(seed.ownedNumber) as object],
	}),
	operation('number: get', {
		parameters: { number: locator('number', '+1 (555) 010-0000') },
		requests: [get(numberPath)],
		output: (simulator) => [clinic(simulator).numbers.get(seed.ownedNumber) as object],
	}),
	operation('number: assign', {
		parameters: { number: seed.ownedNumber, memberId: seed.secondMemberId },
		requests: [request('PUT', numberPath, { assigned_to: seed.secondMemberId })],
		output: () => [{ assigned: true, number: seed.ownedNumber, uid: seed.secondMemberId }],
		effect: (account) => [
			account.numbers.get(seed.ownedNumber)?.assigned_to,
			[seed.ownerId, seed.memberId, seed.secondMemberId],
		],
	}),
	operation('number: revoke', {
		parameters: { number: seed.ownedNumber, memberId: seed.memberId },
		requests: [request('DELETE', `/accounts/${seed.memberId}/numbers/%2B15550100000`)],
		output: () => [{ revoked: true, number: seed.ownedNumber, uid: seed.memberId }],
		effect: (account) => [account.numbers.get(seed.ownedNumber)?.assigned_to, [seed.ownerId]],
	}),
];
