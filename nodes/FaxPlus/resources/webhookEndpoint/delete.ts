import { deleteEndpoint } from '../../../shared/service/webhookEndpoints';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { toItems } from '../../itemCall';
import type { Operation } from '../../operation';
import { endpointIdField } from './fields';

/** DELETE /webhooks/{endpoint_id} */
export const deleteOperation: Operation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a webhook endpoint permanently',
	description: 'Delete an endpoint. Deliveries stop, and its signing secret is gone for good.',
	kind: 'write',
	...oneEndpointEdit,
	itemField: endpointIdField,
	fields: [endpointIdField],
	async execute(call) {
		const endpointId = call.text('endpointId');
		await deleteEndpoint(call, endpointId);
		return toItems([{ deleted: true, endpointId }]);
	},
};
