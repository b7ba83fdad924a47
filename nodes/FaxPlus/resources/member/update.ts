import { field } from '../../../shared/editor/field';
import { recordAt } from '../../../shared/http/answers';
import { beforeAnyChange, mapFaults, unexpectedAnswer } from '../../../shared/http/faults';
import type { MemberDetail } from '../../../shared/records';
import { toNumber, toRequiredText } from '../../../shared/values/fieldValues';
import type { WriteCall } from '../../operation/itemCall';
import { UPDATE, toItems, type WriteOperation } from '../../operation/operation';
import { requireChanges, updateFieldsOf, type Changeable } from '../../fields/updateFields';
import { detailsPath, memberUserIdField } from './fields';

const quotaField = field('number', 'Quota', 'quota', {
	typeOptions: { minValue: 0, numberPrecision: 0 },
	description: 'How many pages the member can send in a month',
});

const roleField = field('string', 'Role', 'role', {
	placeholder: 'e.g. manager',
	description: 'The role of the member, with the name that "Get" returns for other members',
});

const changeable = {
	role: [roleField, toRequiredText],
	quota: [quotaField, toNumber],
} satisfies Changeable<MemberDetail>;

const keepOtherValuesOption = field('boolean', 'Keep Other Values', 'keepOtherValues', {
	default: true,
	description: 'Whether to send the current role or quota along if you change only one of them',
});

/** PUT /accounts/self/member-details/{member_user_id}. A missing value is read first (docs/contributing/api.md, "Members"). */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update member',
	description: 'Change the role or the monthly quota of a member (administrators only)',
	scopes: [
		'fax:all:edit',
		'fax:member:edit',
		'and to change only one value also fax:all:read or fax:member:read',
	],
	adminOnly: true,
	effect: 'the member was changed',
	howToCheck: 'Read the member with "Get". You can safely run the same change again.',
	itemField: memberUserIdField,
	sendsValues: true,
	userField: memberUserIdField,
	output: { updated: 'boolean', uid: 'string', role: 'string', quota: 'number' },
	fields: [memberUserIdField, updateFieldsOf(changeable)],
	options: [keepOtherValuesOption],
	async execute(call) {
		const uid = call.id(memberUserIdField);
		const path = detailsPath(call);
		const changes = requireChanges(call.changes(changeable), 'Add "Role" or "Quota"');
		const isWhole = changes.role !== undefined && changes.quota !== undefined;
		const isKept = call.options.isOn(keepOtherValuesOption) && !isWhole;
		const kept = isKept ? await detailsAt(call, path) : {};
		await call.write({ method: 'PUT', path, body: { ...kept, ...changes } });
		return toItems([{ updated: true, uid, ...kept, ...changes }]);
	},
};

/**
 * Reads the values that an update might overwrite. They're read right before the update, because an earlier item may have changed
 * the same member.
 */
async function detailsAt(call: WriteCall, path: string): Promise<MemberDetail> {
	const { role, quota } = await mapFaults(async () => recordAt<MemberDetail>(call, path), beforeAnyChange);
	if (role === undefined && quota === undefined)
		throw unexpectedAnswer('Fax.Plus responded without the expected record', 'notSent');
	// Only a value that the member has can be overwritten.
	return Object.fromEntries(Object.entries({ role, quota }).filter(([, value]) => (value ?? null) !== null));
}
