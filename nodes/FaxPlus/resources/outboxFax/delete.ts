import { DELETED } from '../../fields/output';
import { undoNotice, userIdField } from '../../fields/common';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { outboxFaxIdField } from './fields';

const NOTHING_TO_CANCEL =
	'Check "Outbox Fax". Fax.Plus can\'t find it, so it may have been sent already. Look for it with "Fax: Get Many" and "Category" set to "Sent".';

/** DELETE /accounts/{user_id}/outbox/{outbox_fax_id} (docs/contributing/api.md, "Outbox") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete outbox fax',
	description: "Delete an outgoing fax permanently, so that it isn't sent",
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted from the outbox',
	howToCheck: 'Check the outbox with "Get Many". You can safely delete the fax again.',
	advice: {
		bad_request: NOTHING_TO_CANCEL,
		'404': NOTHING_TO_CANCEL,
		'409':
			'Fax.Plus is sending the fax or has sent it, so you can\'t delete it anymore. Look for it with "Fax: Get Many" and "Category" set to "Sent".',
	},
	itemField: outboxFaxIdField,
	userField: userIdField,
	output: DELETED,
	fields: [undoNotice("The fax is deleted permanently and isn't sent."), outboxFaxIdField],
	async execute(call) {
		const id = call.id(outboxFaxIdField);
		const path = `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};
