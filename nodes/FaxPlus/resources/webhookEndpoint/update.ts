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
		{ name: 'Clear', value: 'clear', description: 'Deliver the faxes of all numbers' },
		{ name: 'Leave as It Is', value: 'leave' },
		{ name: 'Set', value: 'set', description: 'Deliver only faxes from or to certain numbers' },
	],
	default: 'leave',
	description: 'What to do with the list of numbers that the endpoint is limited to',
});

const changeable = {
	url: [urlField, toHttpsUrl],
	filter_types: [eventsField, toOptions],
} satisfies Changeable<Omit<WebhookEndpointSettings, 'channels'>>;

/** PATCH /webhooks/{endpoint_id} (docs/contributing/api.md, "Operations") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update webhook endpoint',
	description: 'Change the address, the events or the numbers of an endpoint; its signing secret stays valid',
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
			description:
				'Deliver only faxes from or to these numbers, with the plus sign and the country code, separated by commas, or an array from an expression',
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
	throw emptyField('Numbers', 'Enter a number, or set "Numbers Filter" to "Clear".');
}
