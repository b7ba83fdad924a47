import type { INodeProperties } from 'n8n-workflow';

import { userIdField } from '../../fields';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';

const outboxFaxIdField: INodeProperties = {
	displayName: 'Outbox Fax ID',
	name: 'outboxFaxId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 2cd9f7e1a2b3',
	description: 'ID of the scheduled fax',
};

/** DELETE /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Operations") */
export const deleteOperation: WriteOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete an outbox fax, so that it is not sent',
	description: 'Delete an outgoing fax that is still scheduled for sending, so that it is not sent',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted from the outbox',
	howToCheck: 'Look at the outbox in Fax.Plus; deleting the fax again does no harm.',
	itemField: outboxFaxIdField,
	userField: userIdField,
	fields: [outboxFaxIdField, userIdField],
	async execute(call) {
		const id = call.id(outboxFaxIdField);
		await call.write({
			method: 'DELETE',
			path: `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`,
		});
		return toItems([{ deleted: true, id }]);
	},
};
