import { field } from '../../../shared/editor/field';
import { userIdField } from '../../fields/common';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { outboxFaxIdField } from './fields';

const commentField = field('string', 'Comment', 'comment', {
	required: true,
	placeholder: 'e.g. Case 4711',
	description: 'The new comment. It replaces the current one.',
});

/** PUT /accounts/{user_id}/outbox/{outbox_fax_id} (docs/contributing/api.md, "Outbox") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update comment of outbox fax',
	description: "Change the comment of an outgoing fax that isn't sent yet",
	scopes: ['fax:all:edit', 'fax:fax:edit'],
	effect: 'the comment was changed',
	howToCheck: 'Read the fax with "Get". You can safely change the comment again.',
	itemField: outboxFaxIdField,
	sendsValues: true,
	userField: userIdField,
	output: { updated: 'boolean', id: 'string', comment: 'string' },
	fields: [outboxFaxIdField, commentField],
	async execute(call) {
		const id = call.id(outboxFaxIdField);
		const path = `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
		const comment = call.requiredText(commentField);
		await call.write({ method: 'PUT', path, body: { comment } });
		return toItems([{ updated: true, id, comment }]);
	},
};
