import { DELETED } from '../../fields/output';
import { deleteEndpoint } from '../../../shared/endpoints/webhookEndpoints';
import { oneEndpointEdit } from '../../../shared/editor/endpointGuidance';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { undoNotice } from '../../fields/common';
import { endpointIdField } from './fields';

/** DELETE /webhooks/{endpoint_id} (docs/contributing/api.md, "Operations") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete webhook endpoint',
	description: 'Delete an endpoint permanently. Deliveries stop, and its signing secret is lost.',
	...oneEndpointEdit,
	effect: 'the endpoint was deleted',
	itemField: endpointIdField,
	output: DELETED,
	fields: [undoNotice('Deliveries stop, and the signing secret of the endpoint is lost.'), endpointIdField],
	async execute(call) {
		const id = call.id(endpointIdField);
		await deleteEndpoint(call, id);
		return toItems([{ deleted: true, id }]);
	},
};
