import { memberFieldOf, userIdField } from '../../fields/common';
import { toItems, type WriteOperation } from '../../operation/operation';
import { numberField, numberIn, numberPath } from './fields';

const memberField = memberFieldOf('The member who gets the number');

const NOT_ASSIGNED =
	'Check "Number" and "Member". Fax.Plus can\'t find one of them. Both must belong to your own corporate account.';

/** PUT /accounts/{user_id}/numbers/{number}, where the user is the owner of the number (docs/contributing/api.md, "Numbers") */
export const assign: WriteOperation = {
	value: 'assign',
	name: 'Assign',
	action: 'Assign number to member',
	description: 'Let a member of a corporate account use a number (administrators only)',
	kind: 'write',
	scopes: ['fax:all:edit', 'fax:numbers:edit'],
	adminOnly: true,
	effect: 'the number was assigned',
	howToCheck: 'Read the number with "Get". You can safely assign it again.',
	advice: {
		'404': NOT_ASSIGNED,
		bad_request: NOT_ASSIGNED,
		invalid_user_id: `${NOT_ASSIGNED} "User ID" under "Options" must be the owner of the number.`,
	},
	itemField: numberField,
	sendsValues: true,
	userField: userIdField,
	output: { assigned: 'boolean', number: 'string', uid: 'string' },
	fields: [numberField, memberField],
	async execute(call) {
		const number = numberIn(call);
		const uid = call.id(memberField);
		const path = numberPath(call.userId(), number);
		await call.write({ method: 'PUT', path, body: { assigned_to: uid } });
		return toItems([{ assigned: true, number, uid }]);
	},
};
