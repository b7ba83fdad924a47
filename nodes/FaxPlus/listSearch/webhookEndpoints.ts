import { endpointRead } from '../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../shared/endpoints/webhookEndpoints';
import { endpointLabel } from './endpointLabel';
import { searchOf } from './load';

/** Offers the account's webhook endpoints by what they do; they are found by their addresses, too. */
export const searchWebhookEndpoints = searchOf(endpointRead, async (api, context) => {
	const instance = context.getInstanceBaseUrl();
	const endpoints = await listEndpoints(api);
	return endpoints.map((one) => ({ name: endpointLabel(one, instance), value: one.id, url: one.url }));
});
