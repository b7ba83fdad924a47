import { recordAt } from '../../../shared/http/answers';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts/self/ai/credits (docs/contributing/api.md, "Operations") */
export const get: ReadOperation = {
	...GET,
	action: 'Get AI credits',
	description: 'Read how many AI credits are left, what used them, and when Fax.Plus renews them',
	scopes: ['fax:all:read', 'fax:ai:read'],
	output: {
		credits_remaining: 'integer',
		usage: [{ feature: 'string', credits_used: 'integer' }],
		reload_at: 'string?',
	},
	fields: [],
	async execute(call) {
		return toItems([await recordAt(call, '/accounts/self/ai/credits')]);
	},
};
