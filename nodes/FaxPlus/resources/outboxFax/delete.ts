import { DELETED } from '../../fields/output';
import { userIdField } from '../../fields/common';
import { DELETE, toItems, type WriteOperation } from '../../operation/operation';
import { outboxFaxIdField } from './fields';

const NOTHING_TO_CANCEL =
	'Check Outbox Fax: the service found nothing to cancel. The fax may have been sent already: look for it with "Fax: Get Many", category Sent.';

/** DELETE /accounts/{user_id}/outbox/{outbox_fax_id} (docs/contributing/api.md, "Outbox") */
export const deleteOperation: WriteOperation = {
	...DELETE,
	action: 'Delete outbox fax',
	description: 'Delete an outgoing fax that is still scheduled for sending, so that it is not sent',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the fax was deleted from the outbox',
	howToCheck: 'Look at the outbox with "Get Many"; deleting the fax again does no harm.',
	advice: {
		bad_request: NOTHING_TO_CANCEL,
		'404': NOTHING_TO_CANCEL,
		'409':
			'Look for the fax with "Fax: Get Many", category Sent: it is on the line or has gone, so it cannot be cancelled any more.',
	},
	itemField: outboxFaxIdField,
	userField: userIdField,
	output: DELETED,
	fields: [outboxFaxIdField],
	async execute(call) {
		const id = call.id(outboxFaxIdField);
		const path = `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
		await call.write({ method: 'DELETE', path });
		return toItems([{ deleted: true, id }]);
	},
};
