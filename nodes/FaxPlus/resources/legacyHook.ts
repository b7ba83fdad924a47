import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../../shared/editor/events';
import { isHttpUrl } from '../../shared/endpoints/webhookUrls';
import { listIn } from '../../shared/http/answers';
import type { LegacyHook } from '../../shared/records';
import { InputError } from '../../shared/values/inputError';
import { returnAllFields } from '../fields/common';
import type { ReadCall } from '../itemCall';
import {
	CREATE,
	deletionOf,
	GET_MANY,
	toItems,
	type ReadOperation,
	type Resource,
	type WriteOperation,
} from '../operation';

const PATH = '/hooks';

const notice: INodeProperties = {
	displayName:
		'The service is going to switch off legacy hooks. For anything new use the Fax.Plus Trigger or the resource Webhook Endpoint.',
	name: 'legacyNotice',
	type: 'notice',
	default: '',
};

const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	options: eventOptions,
	required: true,
	default: 'fax_received',
	description: 'The event of the hook',
};

/** The value that stands for every event. */
const ALL_EVENTS = 'all';

const listedEventField: INodeProperties = {
	...eventField,
	options: [{ name: 'All', value: ALL_EVENTS, description: 'The hooks of every event' }, ...eventOptions],
	default: ALL_EVENTS,
	description: 'The event whose hooks to list',
};

/** GET /hooks?event= (docs/api.md, "Legacy hooks") */
const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many legacy hooks',
	description: 'List the legacy hooks of one event or of all',
	scopes: ['fax:webhook:read', 'fax:all:read'],
	fields: [notice, listedEventField, ...returnAllFields],
	async execute(call) {
		const event = call.choice(listedEventField);
		return toItems(await call.limited(async () => await hooksOf(call, event)));
	},
};

/** The service lists the hooks of one event at a time; a hook that it lists with several is one hook all the same. */
async function hooksOf(call: ReadCall, event: string): Promise<LegacyHook[]> {
	const hooks = new Map<string, LegacyHook>();
	const events = event === ALL_EVENTS ? eventOptions.map(({ value }) => value) : [event];
	for (const one of events) {
		const answer = await call.read({ path: PATH, qs: { event: one } });
		const listed = listIn<LegacyHook>(answer, 'data', 'records');
		for (const hook of listed) if (!hooks.has(hook.id)) hooks.set(hook.id, hook);
	}
	return [...hooks.values()];
}

const edit = {
	scopes: ['fax:webhook:edit', 'fax:all:edit'],
	howToCheck: 'List the hooks with "Get Many" before you run it again.',
} as const;

const targetField: INodeProperties = {
	displayName: 'Target URL',
	name: 'target',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/faxes',
	description: 'Address that receives the deliveries',
};

const numbersField: INodeProperties = {
	displayName: 'Numbers',
	name: 'numbers',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15550100000',
	description:
		'Deliver only faxes of these numbers of yours, in E.164 form, separated by commas, or an array from an expression. Empty means all.',
};

/** POST /hooks (docs/api.md, "Operations") */
const create: WriteOperation = {
	...CREATE,
	action: 'Create legacy hook',
	description:
		'Subscribe an address to one event in the old, unsigned way, which the service is going to end',
	...edit,
	effect: 'the hook was created',
	fields: [notice, targetField, eventField, numbersField],
	async execute(call) {
		const hook = { target: webUrl(call.requiredText(targetField)), event: call.choice(eventField) };
		const numbers = call.phoneNumbers(numbersField);
		const body = numbers.length > 0 ? { ...hook, numbers } : hook;
		const created = await call.writeForResult({ method: 'POST', path: PATH, body });
		return toItems([{ ...body, ...created }]);
	},
};

/** The service takes addresses of both kinds here; only the current webhooks ask for HTTPS. */
function webUrl(url: string): string {
	if (isHttpUrl(url)) return url;
	throw new InputError(
		`${targetField.displayName} "${url}" is not an address that begins with https:// or http://.`,
	);
}

const hookIdField: INodeProperties = {
	displayName: 'Hook ID',
	name: 'hookId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5f1e8c2b',
	description: 'ID of the hook; "Get Many" lists them',
};

/** DELETE /hooks/{hook_id} (docs/api.md, "Operations") */
const deletion: WriteOperation = {
	...deletionOf(hookIdField, (call) => `${PATH}/${call.pathId(hookIdField)}`),
	action: 'Delete legacy hook',
	description: 'Delete a legacy hook permanently, so that its deliveries stop',
	...edit,
	effect: 'the hook was deleted',
	fields: [notice, hookIdField],
};

export const legacyHook: Resource = {
	value: 'legacyHook',
	name: 'Legacy Hook (To Be Decommissioned)',
	description: 'The old way to be notified, to be switched off by the service',
	operations: [getAll, create, deletion],
};
