import type { INodeProperties } from 'n8n-workflow';

import { recordIn } from '../../../shared/service/answers';
import { unexpectedAnswer } from '../../../shared/service/faults';
import { beforeAnyChange, mapFaults } from '../../../shared/service/partialFaults';
import type { Fax } from '../../../shared/service/types';
import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import { faxIdField, userIdField } from '../../fields/common';
import type { WriteCall } from '../../itemCall';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';
import type { Changeable } from '../../fields/updateFields';
import { requireChanges, updateFieldsOf } from '../../fields/updateFields';

const commentField: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	default: '',
	placeholder: 'e.g. Case 4711',
	description: 'The new comment, in place of the one that the fax has',
};

const isReadField: INodeProperties = {
	displayName: 'Read',
	name: 'isRead',
	type: 'boolean',
	default: true,
	description: 'Whether the fax is marked as read',
};

interface Changes {
	comment: string;
	isRead: boolean;
}

const changeable: Changeable<Changes> = {
	comment: [commentField, toRequiredText],
	isRead: [isReadField, toBoolean],
};

/** PUT /accounts/{user_id}/faxes/{fax_id}, which needs both values: what is left out is read before (docs/api.md, "Fax records") */
export const update: WriteOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update a fax',
	description: 'Mark a fax as read or unread, or change its comment',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:fax:edit', 'and to change one value alone fax:all:read or fax:fax:read too'],
	effect: 'the fax was changed',
	howToCheck: 'Read the fax with "Get"; the same change again does no harm.',
	itemField: faxIdField,
	sendsValues: true,
	userField: userIdField,
	fields: [
		faxIdField,
		updateFieldsOf(changeable, 'What to change; fields that are not added stay as they are'),
	],
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
async function valuesAt(call: WriteCall, path: string): Promise<Changes> {
	const fax = await mapFaults(async () => recordIn(await call.read<Fax>({ path })), beforeAnyChange);
	const { comment, is_read: isRead } = fax;
	const text = typeof comment === 'object' ? comment?.text : comment;
	if (text !== undefined || isRead !== undefined) return { comment: text ?? '', isRead: isRead ?? false };
	throw unexpectedAnswer('The service answered without the expected record', 'notSent');
}
