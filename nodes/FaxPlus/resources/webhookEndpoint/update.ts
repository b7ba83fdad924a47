import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../shared/values/inputError';
import { numbersIn } from '../../../shared/values/phoneNumbers';
import type { WebhookEndpointSettings } from '../../../shared/service/types';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { updateEndpoint } from '../../../shared/service/webhookEndpoints';
import type { ItemCall } from '../../itemCall';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { channelsField, endpointIdField, eventList, eventsField, httpsUrl, urlField } from './fields';

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

/** PATCH /webhooks/{endpoint_id} */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a webhook endpoint',
	description: 'Change the address, the events or the numbers of an endpoint; its signing secret stays valid',
	kind: 'write',
	...oneEndpointEdit,
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
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'What else to change; fields that are not added stay as they are',
			options: [eventsField, urlField],
		},
	],
	async execute(call) {
		const endpointId = call.text('endpointId');
		const changes = changesOf(call);
		await updateEndpoint(call, endpointId, changes);
		return toItems([{ updated: true, id: endpointId, ...changes }]);
	},
};

function changesOf(call: ItemCall): Partial<WebhookEndpointSettings> {
	const { url, events } = call.collection('updateFields');
	const changes: Partial<WebhookEndpointSettings> = {};
	if (url !== undefined) changes.url = httpsUrl(url);
	if (events !== undefined) changes.filter_types = eventList(events);
	const channelsAction = call.choice(channelsActionField);
	if (channelsAction === 'clear') changes.channels = null;
	if (channelsAction === 'set') {
		changes.channels = numbersIn(call.value('channels'));
		if (changes.channels.length === 0) {
			throw new InputError('Numbers is empty. Enter a number, or set "Numbers Filter" to "Clear".');
		}
	}
	if (Object.keys(changes).length === 0) {
		throw new InputError(
			'There is nothing to update. Set or clear the numbers, or add Events or URL under "Update Fields".',
		);
	}
	return changes;
}
