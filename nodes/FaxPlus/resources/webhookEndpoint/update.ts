import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../shared/editor/field';
import { InputError } from '../../../shared/values/inputError';
import { toBoolean, toHttpsUrl, toOptions } from '../../../shared/values/fieldValues';
import { numbersIn } from '../../../shared/values/phoneNumbers';
import type { WebhookEndpointSettings } from '../../../shared/records';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { updateEndpoint } from '../../../shared/endpoints/webhookEndpoints';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { requireChanges, updateFieldsOf, type Changeable, type Changes } from '../../fields/updateFields';
import { channelsField, endpointIdField, eventsField, urlField } from './fields';

const numbersField: INodeProperties = {
	...channelsField,
	description: 'Send only events of faxes from or to these numbers, separated by commas',
};

const allNumbersField = field('boolean', 'All Numbers', 'allNumbers', {
	default: true,
	description: "Whether to send the events of all faxes, and remove the endpoint's limit to certain numbers",
});

const changeable = {
	url: [urlField, toHttpsUrl],
	filter_types: [eventsField, toOptions],
	channels: [numbersField, (_field, value) => numbersIn(value)],
	allNumbers: [allNumbersField, toBoolean],
} satisfies Changeable<WebhookEndpointSettings & { allNumbers: boolean }>;

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
	fields: [endpointIdField, updateFieldsOf(changeable)],
	async execute(call) {
		const id = call.id(endpointIdField);
		const changes = requireChanges(settingsIn(call.changes(changeable)), 'Add "Numbers", "Events" or "URL"');
		await updateEndpoint(call, id, changes);
		return toItems([{ updated: true, id, ...changes }]);
	},
};

/** Returns what to change. An endpoint without numbers receives the events of all faxes. */
function settingsIn({
	allNumbers = false,
	...changes
}: Changes<typeof changeable>): Partial<WebhookEndpointSettings> {
	if (!allNumbers) return changes;
	if (changes.channels === undefined) return { ...changes, channels: null };
	throw new InputError(
		`You can't use "All Numbers" and "Numbers" together. Remove one from "Update Fields".`,
	);
}
