import { seed } from '../../../../simulator';
import { ownNumber } from '../../../../simulator/makers';
import { clinic } from './clinic';
import type { OperationCase } from './case';

const NUMBER_READ = ['fax:all:read', 'fax:numbers:read'];
const NUMBER_EDIT = ['fax:all:edit', 'fax:numbers:edit'];

const path = '/accounts/self/numbers/%2B15550100000';

export const numbers: OperationCase[] = [
	{
		resource: 'number',
		operation: 'getAll',
		operationId: 'listNumbers',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/accounts/self/numbers' }],
		output: (simulator) => [...clinic(simulator).numbers.values()],
		codes: ['invalid_user_id'],
		scopes: NUMBER_READ,
	},
	{
		name: 'number: getAll of a member',
		resource: 'number',
		operation: 'getAll',
		operationId: 'listNumbers',
		kind: 'read',
		parameters: { options: { userId: seed.memberId }, returnAll: true },
		prepare: (simulator) => {
			const number = '+15550100077';
			clinic(simulator).numbers.set(number, ownNumber(number, seed.ownerId));
		},
		requests: [{ method: 'GET', path: `/accounts/${seed.memberId}/numbers` }],
		output: (simulator) => [clinic(simulator).numbers.get(seed.ownedNumber) as object],
		codes: ['invalid_user_id'],
		scopes: NUMBER_READ,
	},
	{
		resource: 'number',
		operation: 'get',
		operationId: 'getNumber',
		kind: 'read',
		parameters: { number: { __rl: true, mode: 'number', value: '+1 (555) 010-0000' } },
		requests: [{ method: 'GET', path }],
		output: (simulator) => [clinic(simulator).numbers.get(seed.ownedNumber) as object],
		codes: ['invalid_user_id', 'bad_request'],
		scopes: NUMBER_READ,
	},
	{
		resource: 'number',
		operation: 'assign',
		operationId: 'assignNumber',
		kind: 'write',
		parameters: { number: seed.ownedNumber, memberUserId: seed.secondMemberId },
		requests: [{ method: 'PUT', path, body: { assigned_to: seed.secondMemberId } }],
		output: () => [{ assigned: true, number: seed.ownedNumber, memberId: seed.secondMemberId }],
		effect: (account) => {
			const everyone = [seed.ownerId, seed.memberId, seed.secondMemberId];
			expect(account.numbers.get(seed.ownedNumber)?.assigned_to).toEqual(everyone);
		},
		scopes: NUMBER_EDIT,
	},
	{
		resource: 'number',
		operation: 'revoke',
		operationId: 'revokeNumber',
		kind: 'write',
		parameters: { number: seed.ownedNumber, memberUserId: seed.memberId },
		requests: [{ method: 'DELETE', path: `/accounts/${seed.memberId}/numbers/%2B15550100000` }],
		output: () => [{ revoked: true, number: seed.ownedNumber, memberId: seed.memberId }],
		effect: (account) => {
			expect(account.numbers.get(seed.ownedNumber)?.assigned_to).toEqual([seed.ownerId]);
		},
		codes: ['invalid_user_id'],
		scopes: NUMBER_EDIT,
	},
];
