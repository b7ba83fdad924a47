import { faxIdField, userIdField } from '../../fields/common';
import { waitOf } from '../../fields/waitOptions';
import { toItems, type ReadOperation } from '../../operation';
import { mustBeDelivered, waitOptions } from './waiting/options';
import { requireDelivery, toResult } from './waiting/result';
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
	output: {
		id: 'string',
		to: 'string',
		from: 'string',
		status: 'string',
		outcome: 'string',
		statusMeaning: 'string',
		owner_id: 'string',
		direction: 'string',
		pages: 'integer',
		cost: 'integer',
		cost_details: { multiplier: 'number', notification_cost: 'number' },
		comment: 'string',
		description: 'string',
		duration: 'integer',
		file: 'string',
		file_name: 'string',
		header: 'string?',
		is_read: 'boolean',
		is_spam: 'boolean',
		max_retry: 'integer?',
		retry_delay: 'integer?',
		scheduled_time: 'string?',
		submit_time: 'string?',
		start_time: 'string',
		last_update: 'string',
	},
	fields: [faxIdField],
	options: waitOptions,
	async execute(call) {
		const id = call.id(faxIdField);
		call.pathId(faxIdField);
		const userId = call.userId();
		const isRequired = mustBeDelivered(call);
		const results = (await waitForFax(call, userId, { id }, waitOf(call))).map((waited) => {
			if (!waited.found && waited.fault) throw waited.fault;
			return toResult(waited, { id });
		});
		if (isRequired) requireDelivery(results);
		return toItems(results);
	},
};
