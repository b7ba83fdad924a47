import { deleteEndpoint } from '../../../shared/service/webhookEndpoints';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';
import { endpointIdField } from './fields';

/** DELETE /webhooks/{endpoint_id} (docs/api.md, "Operations") */
export const deleteOperation: WriteOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a webhook endpoint permanently',
	description: 'Delete an endpoint. Deliveries stop, and its signing secret is gone for good.',
	kind: 'write',
	...oneEndpointEdit,
	effect: 'the endpoint was deleted',
	itemField: endpointIdField,
	fields: [endpointIdField],
	async execute(call) {
		const id = call.id(endpointIdField);
		await deleteEndpoint(call, id);
		return toItems([{ deleted: true, id }]);
	},
};
