import { faxIdField, userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import {
	failIfNotDeliveredOption,
	mustBeDelivered,
	pollingIntervalOption,
	waitLimitOption,
} from './waiting/options';
import { requireDelivery, toResult } from './waiting/result';
import { waitForFax, waitOf } from './waiting/wait';

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
	fields: [faxIdField],
	options: [failIfNotDeliveredOption, pollingIntervalOption, waitLimitOption],
	async execute(call) {
		const id = call.id(faxIdField);
		call.pathId(faxIdField);
		const isRequired = mustBeDelivered(call);
		const waited = await waitForFax(call, { userId: call.userId(), id }, waitOf(call));
		if (!waited.found && waited.fault) throw waited.fault;
		const fax = toResult(waited, { id });
		if (isRequired) requireDelivery([fax]);
		return toItems([fax]);
	},
};
