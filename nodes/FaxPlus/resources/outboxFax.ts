import type { INodeProperties } from 'n8n-workflow';

import { listOutbox, recipientsOf } from '../../shared/faxes/faxRecords';
import { recordAt } from '../../shared/http/answers';
import type { OutboxFax } from '../../shared/records';
import { listField, returnAllFields, userIdField } from '../fields/common';
import { faxFiltersOf, isAmong } from '../fields/faxFilters';
import { simplifyOutboxFax } from '../fields/simplify';
import { filtersOf, type Changes } from '../fields/updateFields';
import type { ReadCall } from '../itemCall';
import {
	deletionOf,
	GET,
	GET_MANY,
	toItems,
	UPDATE,
	type ReadOperation,
	type Resource,
	type WriteOperation,
} from '../operation';

const outboxFaxIdField: INodeProperties = listField({
	displayName: 'Outbox Fax',
	name: 'outboxFaxId',
	description: 'The fax that has not gone yet: from the list, or its ID',
	placeholder: 'Select an outgoing fax…',
	searchListMethod: 'searchOutboxFaxes',
	byHand: { placeholder: 'e.g. 13a4afb0585345639733857e8f36df8d' },
});

function pathOf(call: ReadCall): string {
	return `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
}

/** GET /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Outbox") */
const get: ReadOperation = {
	...GET,
	action: 'Get outbox fax',
	description: 'Read the record of an outgoing fax that has not gone yet',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: outboxFaxIdField,
	userField: userIdField,
	fields: [outboxFaxIdField],
	simplify: simplifyOutboxFax,
	execute: async (call) => toItems([await recordAt(call, pathOf(call))]),
};

const filterable = faxFiltersOf(['submitted', 'converting', 'scheduled_for_sending', 'sending']);

/** GET /accounts/{user_id}/outbox (docs/api.md, "Outbox") */
export const getOutboxFaxes: ReadOperation = {
	...GET_MANY,
	action: 'Get many outbox faxes',
	description: 'List the outgoing faxes that have not gone yet',
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	fields: [...returnAllFields, filtersOf(filterable, 'What narrows the list')],
	simplify: simplifyOutboxFax,
	async execute(call) {
		const userId = call.userId();
		const wanted = call.filters(filterable);
		const list = async (): Promise<OutboxFax[]> =>
			(await listOutbox(call, userId)).filter((fax) => isWanted(fax, wanted));
		return toItems(await call.limited(list));
	},
};

function isWanted(fax: OutboxFax, wanted: Changes<typeof filterable>): boolean {
	return (
		isAmong(fax.src, wanted.from) &&
		(wanted.to === undefined || recipientsOf(fax).some((number) => isAmong(number, wanted.to))) &&
		(wanted.status?.includes(fax.status) ?? true)
	);
}

const commentField: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Case 4711',
	description: 'The new comment, in place of the one that the fax has. Nothing else of it can be changed.',
};

/** PUT /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Outbox") */
const update: WriteOperation = {
	...UPDATE,
	action: 'Update comment of outbox fax',
	description: 'Change the comment of an outgoing fax that has not gone yet',
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the comment was changed',
	howToCheck: 'Read the fax with "Get"; changing the comment again does no harm.',
	itemField: outboxFaxIdField,
	sendsValues: true,
	userField: userIdField,
	fields: [outboxFaxIdField, commentField],
	async execute(call) {
		const id = call.id(outboxFaxIdField);
		const path = pathOf(call);
		const comment = call.requiredText(commentField);
		await call.write({ method: 'PUT', path, body: { comment } });
		return toItems([{ updated: true, id, comment }]);
	},
};

const NOTHING_TO_CANCEL =
	'Check Outbox Fax: the service found nothing to cancel. The fax may have been sent already: look for it with "Fax: Get Many", category Sent.';

/** DELETE /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Outbox") */
const deletion: WriteOperation = {
	...deletionOf(outboxFaxIdField, pathOf),
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
	userField: userIdField,
	fields: [outboxFaxIdField],
};

export const outboxFax: Resource = {
	value: 'outboxFax',
	name: 'Outbox Fax',
	description: 'Outgoing faxes that have not gone yet',
	operations: [get, getOutboxFaxes, update, deletion],
};
