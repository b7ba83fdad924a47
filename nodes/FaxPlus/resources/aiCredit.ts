import { recordAt } from '../../shared/http/answers';
import { GET, toItems, type ReadOperation, type Resource } from '../operation';

/** GET /accounts/self/ai/credits (docs/api.md, "Operations") */
export const getAiCredit: ReadOperation = {
	...GET,
	action: 'Get AI credits',
	description: 'Read how many AI credits are left, what used them, and when they are reloaded',
	scopes: ['fax:all:read', 'fax:ai:read'],
	fields: [],
	execute: async (call) => toItems([await recordAt(call, '/accounts/self/ai/credits')]),
};

export const aiCredit: Resource = { value: 'aiCredit', name: 'AI Credit', operations: [getAiCredit] };
