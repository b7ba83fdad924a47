import { endpointRead, listEndpoints } from '../../../shared/webhookEndpoints';
import { returnAllFields } from '../../fields';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';

/** GET /webhooks */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhook endpoints',
	description: 'List the webhook endpoints of the account',
	kind: 'read',
	...endpointRead,
	fields: returnAllFields,
	async execute(call) {
		const limit = call.limit();
		const endpoints = await listEndpoints(call);
		return toItems(endpoints.slice(0, limit));
	},
};
