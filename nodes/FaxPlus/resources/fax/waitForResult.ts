import { faxIdField, userIdField } from '../../fields/common';
import { waitOf } from '../../fields/waitOptions';
import { toItems, type ReadOperation } from '../../operation';
import { withEvidence, withReports } from './evidence/evidence';
import { evidenceOption, sendEvidenceOption } from './evidence/options';
import { sendEvidenceIn } from './evidence/sendEvidence';
import { mustBeDelivered, waitOptions } from './waiting/options';
import { requireDelivery, toResult } from './waiting/result';
import { waitForFax } from './waiting/wait';

/** GET /accounts/{user_id}/outbox, then GET /accounts/{user_id}/faxes, or one by its id (docs/api.md, "Sending") */
export const waitForResult: ReadOperation = {
	value: 'waitForResult',
	name: 'Wait for Result',
	action: 'Wait for result of fax',
	description: 'Wait until a fax that is being sent has ended, and read what became of it',
	kind: 'read',
	waits: true,
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [faxIdField],
	options: [evidenceOption, sendEvidenceOption, ...waitOptions],
	async execute(call) {
		const id = call.id(faxIdField);
		call.pathId(faxIdField);
		const userId = call.userId();
		const isRequired = mustBeDelivered(call);
		const known = call.options.isOn(evidenceOption) ? sendEvidenceIn(call, id) : undefined;
		const results = (await waitForFax(call, userId, { id }, waitOf(call))).map((waited) => {
			if (!waited.found && waited.fault) throw waited.fault;
			return toResult(waited, { id });
		});
		const told = known ? withEvidence(results, known) : results;
		if (isRequired) requireDelivery(told);
		return known ? await withReports(call, userId, told) : toItems(told);
	},
};
