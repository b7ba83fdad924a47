import { faxIdField, userIdField } from '../../fields/common';
import { waitOf } from '../../fields/waitOptions';
import type { ReadOperation } from '../../operation';
import { evidenceOption, outputOf, sendEvidenceIn, sendEvidenceOption } from './evidence/evidence';
import { mustBeDelivered, waitOptions } from './waiting/options';
import { toResult } from './waiting/result';
import { waitForFax } from './waiting/watch';

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
		const evidence = call.options.isOn(evidenceOption) ? sendEvidenceIn(call, id) : undefined;
		const results = (await waitForFax(call, userId, { id }, waitOf(call))).map((waited) => {
			if (!waited.found && waited.fault) throw waited.fault;
			return toResult(waited, { id });
		});
		return await outputOf(call, userId, results, evidence, isRequired);
	},
};
