import { endpointRead } from '../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../shared/endpoints/webhookEndpoints';
import { returnAllFields } from '../../fields/common';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';

/** GET /webhooks (docs/contributing/api.md, "Operations") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many webhook endpoints',
	description: 'List the webhook endpoints of the account',
	output: { id: 'string', url: 'string', filter_types: 'string[]', channels: 'string[]?' },
	...endpointRead,
	fields: returnAllFields,
	async execute(call) {
		return toItems(await call.limited(async () => await listEndpoints(call)));
	},
};
