import { numbersIn } from '../../../shared/values/phoneNumbers';
import { createEndpoint } from '../../../shared/service/webhookEndpoints';
import { endpointCreation } from '../../../shared/editor/endpointGuidance';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { channelsField, eventList, eventsField, httpsUrl, urlField } from './fields';

/** POST /webhooks, then GET /webhooks to find the endpoint that it made */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a webhook endpoint',
	description:
		'Subscribe an HTTPS address to fax events. The Fax.Plus Trigger does this for itself; create endpoints here for other receivers.',
	kind: 'write',
	...endpointCreation,
	fields: [{ ...urlField, required: true }, { ...eventsField, required: true }, channelsField],
	async execute(call) {
		const channels = numbersIn(call.value('channels'));
		const endpoint = await createEndpoint(call, {
			url: httpsUrl(call.value('url')),
			filter_types: eventList(call.value('events')),
			channels: channels.length > 0 ? channels : null,
		});
		return toItems([endpoint]);
	},
};
