import { endpointRead } from '../../../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../../../shared/endpoints/webhookEndpoints';
import { checkEndpoints } from '../../../webhookEndpoint/check';
import { plainly, type Subject } from '../finding';

export const webhooks: Subject = {
	check: 'Webhooks',
	guidance: endpointRead,
	async look({ service }) {
		const { length } = await listEndpoints(service);
		return plainly(
			true,
			length > 0
				? 'Webhooks are enabled.'
				: 'Webhooks are enabled. There is no endpoint: a Fax.Plus Trigger makes one when its workflow is published.',
		);
	},
};

/** One finding for each endpoint, as Webhook Endpoint: Check has it. */
export const endpoints: Subject = {
	check: 'Webhook endpoint',
	guidance: endpointRead,
	async look({ service, context }) {
		const checked = await checkEndpoints(await listEndpoints(service), [], context);
		return checked.map(({ url, takenBy, status, finding }) => ({
			ok: takenBy === 'trigger' ? true : takenBy === 'nobody' ? false : null,
			finding: url,
			whatToDo: finding,
			shared: `Taken by: ${takenBy}${status === null ? ', no answer' : `, HTTP ${status}`}.`,
		}));
	},
};
