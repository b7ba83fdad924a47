import { field } from '../../../shared/editor/field';
import { memberFieldOf } from '../../fields/common';
import { toItems, type WriteOperation } from '../../operation/operation';
import { numberField, numberIn, numberPath } from './fields';

const memberField = memberFieldOf('The member who loses the number: from the list, or its user ID');

const NOT_REVOKED =
	'Check Number and Member: the number must be assigned to this member, and nobody can take it from the administrator.';

/** DELETE /accounts/{user_id}/numbers/{number}; the user is the member who loses it (docs/contributing/api.md, "Numbers") */
export const revoke: WriteOperation = {
	value: 'revoke',
	name: 'Revoke',
	action: 'Revoke number from member',
	description:
		'Take a number from a member of a corporate account; the account keeps the number (administrators only)',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:numbers:edit'],
	adminOnly: true,
	effect: 'the number was revoked',
	howToCheck: 'Read the number with "Get": it names the members that have it.',
	advice: { '404': NOT_REVOKED, bad_request: NOT_REVOKED },
	itemField: numberField,
	sendsValues: true,
	userField: memberField,
	output: { revoked: 'boolean', number: 'string', memberId: 'string' },
	fields: [
		field(
			'notice',
			'The member loses the number at once. This cannot be undone, only "Assign" gives the number to the member anew.',
			'revokeNotice',
		),
		numberField,
		memberField,
	],
	async execute(call) {
		const number = numberIn(call);
		const memberId = call.id(memberField);
		await call.write({ method: 'DELETE', path: numberPath(call.pathId(memberField), number) });
		return toItems([{ revoked: true, number, memberId }]);
	},
};
