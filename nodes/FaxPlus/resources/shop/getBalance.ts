import { recordAt } from '../../../shared/http/answers';
import { toItems, type ReadOperation } from '../../operation/operation';

/** GET /shop/balance (docs/contributing/api.md, "Operations") */
export const getBalance: ReadOperation = {
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get account balance',
	description: 'Read the balance of the account, which pays for numbers',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:shop:read'],
	output: { amount: 'number', currency: 'string' },
	fields: [],
	async execute(call) {
		return toItems([await recordAt(call, '/shop/balance')]);
	},
};
