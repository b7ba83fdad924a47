import { createEndpoint } from '../../../shared/endpoints/webhookEndpoints';
import { endpointCreation } from '../../../shared/editor/endpointGuidance';
import { toHttpsUrl } from '../../../shared/values/fieldValues';
import { CREATE, toItems, type WriteOperation } from '../../operation/operation';
import { channelsField, eventsField, urlField } from './fields';

/** POST /webhooks, then GET /webhooks to find the new endpoint (docs/contributing/api.md, "Operations") */
export const create: WriteOperation = {
	...CREATE,
	action: 'Create webhook endpoint',
	description: 'Subscribe an HTTPS address to fax events. The Fax.Plus Trigger creates its own endpoint.',
	...endpointCreation,
	effect: 'the endpoint was created',
	output: { id: 'string', url: 'string', filter_types: 'string[]', channels: 'string[]?' },
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
