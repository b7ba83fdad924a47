import { recordIn } from '../../../shared/service/answers';
import type { AiCreditSummary } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';

/** GET /accounts/self/ai/credits (docs/api.md, "Operations") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get the AI credits',
	description: 'Read how many AI credits are left, what used them, and when they are reloaded',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:ai:read'],
	fields: [],
	async execute(call) {
		return toItems([recordIn(await call.read<AiCreditSummary>({ path: '/accounts/self/ai/credits' }))]);
	},
};
