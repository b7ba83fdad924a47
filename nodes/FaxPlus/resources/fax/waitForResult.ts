import { faxIdField, userIdField } from '../../fields';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { checkDelivered, toResult, waitForResult as wait } from './sending/result';
import { failIfNotDeliveredOption, pollingIntervalOption, waitLimitOption } from './waitOptions';

/** GET /accounts/{user_id}/outbox/{outbox_fax_id}, then GET /accounts/{user_id}/faxes/{fax_id} (docs/api.md, "Sending") */
export const waitForResult: ReadOperation = {
	value: 'waitForResult',
	name: 'Wait for Result',
	action: 'Wait until a fax was sent',
	description: 'Wait until a fax that is being sent has ended, and read what became of it',
	kind: 'read',
	waits: true,
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [faxIdField, userIdField],
	options: [failIfNotDeliveredOption, pollingIntervalOption, waitLimitOption],
	async execute(call) {
		const id = call.id(faxIdField);
		call.pathId(faxIdField);
		const found = await wait(call, { userId: call.userId(), id }, false);
		const fax = toResult(found, { id });
		checkDelivered(call, [fax]);
		return toItems([fax]);
	},
};
