import { field } from '../../../shared/editor/field';
import { emptyField } from '../../../shared/values/inputError';
import { toHttpsUrl, toOptions } from '../../../shared/values/fieldValues';
import type { WebhookEndpointSettings } from '../../../shared/records';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { updateEndpoint } from '../../../shared/endpoints/webhookEndpoints';
import type { WriteCall } from '../../operation/itemCall';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { requireChanges, updateFieldsOf, type Changeable } from '../../fields/updateFields';
import { channelsField, endpointIdField, eventsField, urlField } from './fields';

const channelsActionField = field('options', 'Numbers Filter', 'channelsAction', {
	options: [
		{ name: 'Clear', value: 'clear', description: 'Send events of all faxes' },
		{ name: 'Leave as It Is', value: 'leave', description: 'Keep the current numbers' },
		{ name: 'Set', value: 'set', description: 'Send only events of faxes from or to certain numbers' },
	],
	default: 'leave',
	description: 'What to do with the numbers that the endpoint is limited to',
});

const changeable = {
	url: [urlField, toHttpsUrl],
	filter_types: [eventsField, toOptions],
} satisfies Changeable<Omit<WebhookEndpointSettings, 'channels'>>;

/** PATCH /webhooks/{endpoint_id} (docs/contributing/api.md, "Operations") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update webhook endpoint',
	description: 'Change the address, events or numbers of an endpoint. It keeps its signing secret.',
	...oneEndpointEdit,
	effect: 'the endpoint was changed',
	itemField: endpointIdField,
	sendsValues: true,
	output: {
		updated: 'boolean',
		id: 'string',
		url: 'string',
		filter_types: 'string[]',
		channels: 'string[]?',
	},
	fields: [
		endpointIdField,
		channelsActionField,
		{
			...channelsField,
			required: true,
			displayOptions: { show: { channelsAction: ['set'] } },
			description: 'Send only events of faxes from or to these numbers, separated by commas',
		},
		updateFieldsOf(changeable, 'What else to change'),
	],
	async execute(call) {
		const id = call.id(endpointIdField);
		const changes = requireChanges(
			{ ...call.changes(changeable), ...channelsIn(call) },
			'Change "Numbers Filter", or add "Events" or "URL"',
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
	throw emptyField('Numbers', 'Enter a number, or set "Numbers Filter" to "Clear".');
}
