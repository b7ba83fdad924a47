import { listIn } from '../../../shared/service/answers';
import type { LegacyHook } from '../../../shared/service/types';
import { returnAllFields } from '../../fields';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { eventField, hookPath, legacyHookRead, legacyNotice } from './fields';

/** GET /hooks?event= */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many legacy hooks',
	description: 'List the legacy hooks of an event',
	kind: 'read',
	...legacyHookRead,
	fields: [legacyNotice, eventField, ...returnAllFields],
	async execute(call) {
		const hooks = await call.limited(async () => {
			const answer = await call.read({ path: hookPath, qs: { event: call.requiredText('event', 'Event') } });
			return listIn<LegacyHook>(answer, 'data', 'records');
		});
		return toItems(hooks);
	},
};
