import { memberFieldOf, undoNotice } from '../../fields/common';
import { toItems, type WriteOperation } from '../../operation/operation';
import { numberField, numberIn, numberPath } from './fields';

const memberField = memberFieldOf('The member who loses the number');

const NOT_REVOKED = `Check "Number" and "Member". The number must be assigned to this member. You can't revoke it from the administrator.`;

/**
 * DELETE /accounts/{user_id}/numbers/{number}, where the user is the member who loses the number (docs/contributing/api.md,
 * "Numbers")
 */
export const revoke: WriteOperation = {
	value: 'revoke',
	name: 'Revoke',
	action: 'Revoke number from member',
	description: 'Take a number from a member. The account keeps the number (administrators only).',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:numbers:edit'],
	adminOnly: true,
	effect: 'the number was revoked',
	howToCheck: 'Read the number with "Get", which shows the members that have it.',
	advice: { '404': NOT_REVOKED, bad_request: NOT_REVOKED },
	itemField: numberField,
	sendsValues: true,
	userField: memberField,
	output: { revoked: 'boolean', number: 'string', uid: 'string' },
	fields: [
		undoNotice('The member loses the number at once. Only "Assign" gives it back.'),
		numberField,
		memberField,
	],
	async execute(call) {
		const number = numberIn(call);
		const uid = call.id(memberField);
		await call.write({ method: 'DELETE', path: numberPath(call.pathId(memberField), number) });
		return toItems([{ revoked: true, number, uid }]);
	},
};
