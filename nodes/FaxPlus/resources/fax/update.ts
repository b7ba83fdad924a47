import { field } from '../../../shared/editor/field';
import { changeableAt } from '../../../shared/faxes/marking';
import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import { faxIdField, userIdField } from '../../fields/common';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { requireChanges, updateFieldsOf, type Changeable } from '../../fields/updateFields';

const commentField = field('string', 'Comment', 'comment', {
	placeholder: 'e.g. Case 4711',
	description: 'The new comment. It replaces the current one.',
});

const isReadField = field('boolean', 'Read', 'isRead', {
	default: true,
	description: 'Whether the fax is marked as read',
});

const changeable = {
	comment: [commentField, toRequiredText],
	is_read: [isReadField, toBoolean],
} satisfies Changeable;

/**
 * PUT /accounts/{user_id}/faxes/{fax_id}. Fax.Plus needs both values, so a missing one is read first (docs/contributing/api.md,
 * "Fax records").
 */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update fax',
	description: 'Mark a fax as read or unread, or change its comment',
	scopes: ['fax:all:edit', 'fax:fax:edit', 'and to change only one value also fax:all:read or fax:fax:read'],
	effect: 'the fax was changed',
	howToCheck: 'Read the fax with "Get". You can safely run the same change again.',
	itemField: faxIdField,
	sendsValues: true,
	userField: userIdField,
	output: { updated: 'boolean', id: 'string', comment: 'string', is_read: 'boolean' },
	fields: [faxIdField, updateFieldsOf(changeable)],
	async execute(call) {
		const id = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		const changes = requireChanges(call.changes(changeable), 'Add "Comment" or "Read"');
		const isWhole = changes.comment !== undefined && changes.is_read !== undefined;
		// The other value is read only now, because an earlier item may have changed the same fax.
		const body = { ...(isWhole ? {} : await changeableAt(call, path)), ...changes };
		await call.write({ method: 'PUT', path, body });
		return toItems([{ updated: true, id, ...changes }]);
	},
};
