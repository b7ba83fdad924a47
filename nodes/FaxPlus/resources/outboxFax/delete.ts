import { userIdField } from '../../fields';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';
import { outboxFaxIdField } from './fields';

/** DELETE /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Outbox") */
export const deleteOperation: WriteOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete an outbox fax, so that it is not sent',
	description: 'Delete an outgoing fax that is still scheduled for sending, so that it is not sent',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted from the outbox',
	howToCheck: 'Look at the outbox with "Get Many"; deleting the fax again does no harm.',
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
