import type { INodeProperties } from 'n8n-workflow';

import { endpointCreation, endpointRead, oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { eventOptions } from '../../../shared/editor/events';
import {
	createEndpoint,
	endpointPath,
	listEndpoints,
	updateEndpoint,
} from '../../../shared/endpoints/webhookEndpoints';
import type { WebhookEndpointSettings } from '../../../shared/records';
import { toOptions } from '../../../shared/values/fieldValues';
import { InputError } from '../../../shared/values/inputError';
import { listField, returnAllFields } from '../../fields/common';
import { requireChanges, updateFieldsOf, type Changeable } from '../../fields/updateFields';
import type { WriteCall } from '../../itemCall';
import {
	CREATE,
	deletionOf,
	GET_MANY,
	toItems,
	UPDATE,
	type ReadOperation,
	type WriteOperation,
} from '../../operation';
import { toHttpsUrl } from './check';

/** GET /webhooks (docs/api.md, "Operations") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many webhook endpoints',
	description: 'List the webhook endpoints of the account',
	...endpointRead,
	fields: returnAllFields,
	execute: async (call) => toItems(await call.limited(async () => await listEndpoints(call))),
};

const endpointIdField: INodeProperties = listField({
	displayName: 'Webhook Endpoint',
	name: 'endpointId',
	description: 'The endpoint to work on',
	placeholder: 'Select an endpoint…',
	searchListMethod: 'searchWebhookEndpoints',
	byHand: { placeholder: 'e.g. ep_2b7e151628ae' },
});

const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/faxes',
	description: 'HTTPS address that receives the deliveries',
};

const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: eventOptions,
	default: [],
	description: 'Which events to deliver',
};

const channelsField: INodeProperties = {
	displayName: 'Numbers',
	name: 'channels',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15550100000,+41225550100',
	description:
		'Deliver only faxes from or to these numbers, in E.164 form, separated by commas, or an array from an expression. Empty means all faxes.',
};

/** POST /webhooks, then GET /webhooks to find the endpoint that it made (docs/api.md, "Operations") */
export const create: WriteOperation = {
	...CREATE,
	action: 'Create webhook endpoint',
	description:
		'Subscribe an HTTPS address to fax events. The Fax.Plus Trigger does this for itself; create endpoints here for other receivers.',
	...endpointCreation,
	effect: 'the endpoint was created',
	fields: [{ ...urlField, required: true }, { ...eventsField, required: true }, channelsField],
	async execute(call) {
		const channels = call.phoneNumbers(channelsField);
		const settings = {
			url: toHttpsUrl(urlField, call.text(urlField)),
			filter_types: call.choices(eventsField),
			channels: channels.length > 0 ? channels : null,
		};
		return toItems([await createEndpoint(call, settings)]);
	},
};

const channelsActionField: INodeProperties = {
	displayName: 'Numbers Filter',
	name: 'channelsAction',
	type: 'options',
	options: [
		{ name: 'Clear', value: 'clear', description: 'Deliver the faxes of all numbers' },
		{ name: 'Leave as It Is', value: 'leave' },
		{ name: 'Set', value: 'set', description: 'Deliver only faxes from or to certain numbers' },
	],
	default: 'leave',
	description: 'What to do with the list of numbers that the endpoint is limited to',
};

const changeable = {
	url: [urlField, toHttpsUrl],
	filter_types: [eventsField, toOptions],
} satisfies Changeable<Omit<WebhookEndpointSettings, 'channels'>>;

/** PATCH /webhooks/{endpoint_id} (docs/api.md, "Operations") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update webhook endpoint',
	description: 'Change the address, the events or the numbers of an endpoint; its signing secret stays valid',
	...oneEndpointEdit,
	effect: 'the endpoint was changed',
	itemField: endpointIdField,
	sendsValues: true,
	fields: [
		endpointIdField,
		channelsActionField,
		{
			...channelsField,
			required: true,
			displayOptions: { show: { channelsAction: ['set'] } },
			description:
				'Deliver only faxes from or to these numbers, in E.164 form, separated by commas, or an array from an expression',
		},
		updateFieldsOf(changeable, 'What else to change'),
	],
	async execute(call) {
		const id = call.id(endpointIdField);
		const changes = requireChanges(
			{ ...call.changes(changeable), ...channelsIn(call) },
			'Set or clear the numbers, or add Events or URL',
		);
		await updateEndpoint(call, id, changes);
		return toItems([{ updated: true, id, ...changes }]);
	},
};

function channelsIn(call: WriteCall): Pick<Partial<WebhookEndpointSettings>, 'channels'> {
	const action = call.choice(channelsActionField);
	if (action === 'leave') return {};
	if (action === 'clear') return { channels: null };
	const channels = call.phoneNumbers(channelsField);
	if (channels.length > 0) return { channels };
	throw new InputError('Numbers is empty. Enter a number, or set "Numbers Filter" to "Clear".');
}

/** DELETE /webhooks/{endpoint_id} (docs/api.md, "Operations") */
export const deletion: WriteOperation = {
	...deletionOf(endpointIdField, (call) => endpointPath(call.id(endpointIdField))),
	action: 'Delete webhook endpoint',
	description: 'Delete an endpoint permanently. Deliveries stop, and its signing secret is gone for good.',
	...oneEndpointEdit,
	effect: 'the endpoint was deleted',
	fields: [endpointIdField],
};
