import { eventOptions } from '../../../shared/editor/events';
import { listIn } from '../../../shared/http/answers';
import type { LegacyHook } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import type { ReadCall } from '../../operation/itemCall';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { ALL_EVENTS, hookPath, listedEventField } from './fields';

/** GET /hooks?event= (docs/contributing/api.md, "Legacy hooks") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many legacy hooks',
	description: 'List the legacy hooks for one event, or for any event',
	scopes: ['fax:webhook:read', 'fax:all:read'],
	output: { id: 'string', target: 'string', event: 'string' },
	fields: [listedEventField, ...returnAllFields],
	async execute(call) {
		const event = call.choice(listedEventField);
		return toItems(await call.limited(async () => await hooksOf(call, event)));
	},
};

/**
 * Reads the hooks of each event, because Fax.Plus lists only one event at a time. A hook with several events is returned once.
 */
async function hooksOf(call: ReadCall, event: string): Promise<LegacyHook[]> {
	const hooks = new Map<string, LegacyHook>();
	const events = event === ALL_EVENTS ? eventOptions.map(({ value }) => value) : [event];
	for (const one of events) {
		const answer = await call.read({ path: hookPath, qs: { event: one } });
		const listed = listIn<LegacyHook>(answer, 'data', 'records');
		for (const hook of listed) if (!hooks.has(hook.id)) hooks.set(hook.id, hook);
	}
	return [...hooks.values()];
}
