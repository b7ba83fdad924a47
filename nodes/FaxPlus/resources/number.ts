import { readNumbers } from '../../shared/faxes/ownNumbers';
import { recordAt } from '../../shared/http/answers';
import { toE164 } from '../../shared/values/phoneNumbers';
import { listField, memberFieldOf, returnAllFields, userIdField } from '../fields/common';
import type { ItemFields } from '../fields/itemFields';
import { simplifyNumber } from '../fields/simplify';
import { GET, GET_MANY, toItems, type ReadOperation, type Resource, type WriteOperation } from '../operation';

const numberField = listField({
	displayName: 'Number',
	name: 'number',
	description: 'One of the numbers of the account: from the list, or in E.164 form',
	placeholder: 'Select a number…',
	searchListMethod: 'searchOwnNumbers',
	byHand: { displayName: 'By Number', name: 'number', placeholder: 'e.g. +15550100000' },
});

/** The number that an item names, in E.164 form. */
function numberIn(fields: ItemFields): string {
	return toE164(fields.requiredText(numberField), numberField.displayName);
}

/** The path of a number in E.164 form; the user is encoded. */
function pathOf(userId: string, number: string): string {
	return `/accounts/${userId}/numbers/${encodeURIComponent(number)}`;
}

/** GET /accounts/{user_id}/numbers/{number} (docs/api.md, "Numbers") */
const get: ReadOperation = {
	...GET,
	action: 'Get number',
	description: 'Read the record of a number of the account',
	scopes: ['fax:all:read', 'fax:numbers:read'],
	itemField: numberField,
	userField: userIdField,
	fields: [numberField],
	simplify: simplifyNumber,
	execute: async (call) => toItems([await recordAt(call, pathOf(call.userId(), numberIn(call)))]),
};

/** GET /accounts/{user_id}/numbers (docs/api.md, "Numbers") */
export const getNumbers: ReadOperation = {
	...GET_MANY,
	action: 'Get many numbers',
	description: 'List the numbers of the account, and who they are assigned to',
	scopes: ['fax:all:read', 'fax:numbers:read'],
	userField: userIdField,
	fields: returnAllFields,
	simplify: simplifyNumber,
	async execute(call) {
		const userId = call.userId();
		return toItems(await call.limited(async () => await readNumbers(call, userId)));
	},
};

const edit = {
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:numbers:edit'],
	adminOnly: true,
	itemField: numberField,
	sendsValues: true,
} as const;

const newMemberField = memberFieldOf('The member who gets the number: from the list, or its user ID');

const NOT_ASSIGNED =
	'Check Number and Member: the service found nothing with one of them. Both must belong to your own corporate account.';

/** PUT /accounts/{user_id}/numbers/{number}; the user is the owner of the number (docs/api.md, "Numbers") */
const assign: WriteOperation = {
	value: 'assign',
	name: 'Assign',
	action: 'Assign number to member',
	description: 'Let a member of a corporate account use a number too (administrators only)',
	...edit,
	effect: 'the number was assigned',
	howToCheck: 'Read the number with "Get"; assigning it again does no harm.',
	advice: {
		'404': NOT_ASSIGNED,
		bad_request: NOT_ASSIGNED,
		invalid_user_id: `${NOT_ASSIGNED} User ID, under "Options", is the owner of the number.`,
	},
	userField: userIdField,
	fields: [numberField, newMemberField],
	async execute(call) {
		const number = numberIn(call);
		const memberId = call.id(newMemberField);
		const path = pathOf(call.userId(), number);
		await call.write({ method: 'PUT', path, body: { assigned_to: memberId } });
		return toItems([{ assigned: true, number, memberId }]);
	},
};

const formerMemberField = memberFieldOf('The member who loses the number: from the list, or its user ID');

const NOT_REVOKED =
	'Check Number and Member: the number must be assigned to this member, and nobody can take it from the administrator.';

/** DELETE /accounts/{user_id}/numbers/{number}; the user is the member who loses it (docs/api.md, "Numbers") */
const revoke: WriteOperation = {
	value: 'revoke',
	name: 'Revoke',
	action: 'Revoke number from member',
	description:
		'Take a number from a member of a corporate account; the account keeps the number (administrators only)',
	...edit,
	effect: 'the number was revoked',
	howToCheck: 'Read the number with "Get": it names the members that have it.',
	advice: { '404': NOT_REVOKED, bad_request: NOT_REVOKED },
	userField: formerMemberField,
	fields: [numberField, formerMemberField],
	async execute(call) {
		const number = numberIn(call);
		const memberId = call.id(formerMemberField);
		await call.write({ method: 'DELETE', path: pathOf(call.pathId(formerMemberField), number) });
		return toItems([{ revoked: true, number, memberId }]);
	},
};

export const number: Resource = {
	value: 'number',
	name: 'Number',
	description: 'The numbers of the account, and the members who use them',
	operations: [get, getNumbers, assign, revoke],
};
