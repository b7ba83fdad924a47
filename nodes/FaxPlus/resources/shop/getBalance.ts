import type { Balance } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';

/** GET /shop/balance */
export const getBalance: Operation = {
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get the account balance',
	description: 'Read the balance of the account, from which numbers are paid',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	fields: [],
	async execute(call) {
		return toItems([await call.read<Balance>({ path: '/shop/balance' })]);
	},
};
