import { field } from '../../../shared/editor/field';
import { recordAt } from '../../../shared/http/answers';
import { beforeAnyChange, mapFaults, unexpectedAnswer } from '../../../shared/http/faults';
import type { Fax } from '../../../shared/records';
import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import { faxIdField, userIdField } from '../../fields/common';
import type { WriteCall } from '../../itemCall';
import { UPDATE, toItems, type WriteOperation } from '../../operation';
import { requireChanges, updateFieldsOf, type Changeable, type Changes } from '../../fields/updateFields';

const commentField = field('string', 'Comment', 'comment', {
	placeholder: 'e.g. Case 4711',
	description: 'The new comment, in place of the one that the fax has',
});

const isReadField = field('boolean', 'Read', 'isRead', {
	default: true,
	description: 'Whether the fax is marked as read',
});

const changeable = {
	comment: [commentField, toRequiredText],
	isRead: [isReadField, toBoolean],
} satisfies Changeable;

/** PUT /accounts/{user_id}/faxes/{fax_id}, which needs both values: what is left out is read before (docs/api.md, "Fax records") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update fax',
	description: 'Mark a fax as read or unread, or change its comment',
	scopes: ['fax:all:edit', 'fax:fax:edit', 'and to change one value alone fax:all:read or fax:fax:read too'],
	effect: 'the fax was changed',
	howToCheck: 'Read the fax with "Get"; the same change again does no harm.',
	itemField: faxIdField,
	sendsValues: true,
	userField: userIdField,
	fields: [faxIdField, updateFieldsOf(changeable)],
	async execute(call) {
		const id = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		const changes = requireChanges(call.changes(changeable), 'Add Comment or Read');
		const isWhole = changes.comment !== undefined && changes.isRead !== undefined;
		const { comment, isRead } = { ...(isWhole ? {} : await valuesAt(call, path)), ...changes };
		await call.write({ method: 'PUT', path, body: { comment, is_read: isRead } });
		return toItems([{ updated: true, id, ...changes }]);
	},
};

/** What an update would overwrite. Read in the turn of the item: one before it may have changed the same fax. */
async function valuesAt(call: WriteCall, path: string): Promise<Required<Changes<typeof changeable>>> {
	const fax = await mapFaults(async () => recordAt<Fax>(call, path), beforeAnyChange);
	const { comment, is_read: isRead } = fax;
	const text = typeof comment === 'object' ? comment?.text : comment;
	if (text !== undefined || isRead !== undefined) return { comment: text ?? '', isRead: isRead ?? false };
	throw unexpectedAnswer('The service answered without the expected record', 'notSent');
}
