import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../shared/editor/field';
import { eventOptions } from '../../../shared/editor/events';

export const hookPath = '/hooks';

/** The scopes and the advice of operations that change legacy hooks. */
export const legacyHookEdit = {
	scopes: ['fax:webhook:edit', 'fax:all:edit'],
	howToCheck: 'List the hooks with "Get Many" before you run the node again.',
} as const;

/** Warns people who are about to create a hook. */
export const legacyNotice = field(
	'notice',
	'Fax.Plus is going to switch off legacy hooks. For anything new, use the Fax.Plus Trigger or the resource "Webhook Endpoint".',
	'legacyNotice',
);

export const eventField = field('options', 'Event', 'event', {
	options: eventOptions,
	required: true,
	default: 'fax_received',
	description: 'The event to subscribe to',
});

/** Value of the field that means every event. */
export const ALL_EVENTS = 'all';

export const listedEventField: INodeProperties = {
	...eventField,
	options: [{ name: 'All', value: ALL_EVENTS, description: 'The hooks of all events' }, ...eventOptions],
	default: ALL_EVENTS,
	description: 'The event to list the hooks of',
};
