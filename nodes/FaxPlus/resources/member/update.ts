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
	description: 'Pages that the member may send in a month',
});

const roleField = field('string', 'Role', 'role', {
	placeholder: 'e.g. manager',
	description:
		'Role of the member. The service does not publish its names for roles; "Get" shows what a member has, and Fax.Plus itself speaks of administrator, manager and user.',
});

const changeable = {
	role: [roleField, toRequiredText],
	quota: [quotaField, toNumber],
} satisfies Changeable<MemberDetail>;

const keepOtherValuesOption = field('boolean', 'Keep Other Values', 'keepOtherValues', {
	default: true,
	description:
		'Whether to read the role or quota that you do not change, and to send it along. The service does not say what becomes of one that is not sent. What somebody else changes in that moment is changed back.',
});

/** PUT /accounts/self/member-details/{member_user_id}: what is left out is read before (docs/contributing/api.md, "Members") */
export const update: WriteOperation = {
	...UPDATE,
	action: 'Update member',
	description: 'Change the role or the faxing quota of a member of a corporate account (administrators only)',
	scopes: [
		'fax:all:edit',
		'fax:member:edit',
		'and to change one value alone fax:all:read or fax:member:read too',
	],
	adminOnly: true,
	effect: 'the member was changed',
	howToCheck: 'Read the member with "Get"; the same change again does no harm.',
	itemField: memberUserIdField,
	sendsValues: true,
	userField: memberUserIdField,
	output: { updated: 'boolean', id: 'string', role: 'string', quota: 'number' },
	fields: [memberUserIdField, updateFieldsOf(changeable)],
	options: [keepOtherValuesOption],
	async execute(call) {
		const id = call.id(memberUserIdField);
		const path = detailsPath(call);
		const changes = requireChanges(call.changes(changeable), 'Add Role or Quota');
		const isWhole = changes.role !== undefined && changes.quota !== undefined;
		const isKept = call.options.isOn(keepOtherValuesOption) && !isWhole;
		const kept = isKept ? await detailsAt(call, path) : {};
		await call.write({ method: 'PUT', path, body: { ...kept, ...changes } });
		return toItems([{ updated: true, id, ...kept, ...changes }]);
	},
};

/** An update might overwrite these values. They're read right before it, because an earlier item may have changed the same member. */
async function detailsAt(call: WriteCall, path: string): Promise<MemberDetail> {
	const { role, quota } = await mapFaults(async () => recordAt<MemberDetail>(call, path), beforeAnyChange);
	if (role === undefined && quota === undefined)
		throw unexpectedAnswer('The service answered without the expected record', 'notSent');
	// Only a value that the member has can be overwritten.
	return Object.fromEntries(Object.entries({ role, quota }).filter(([, value]) => (value ?? null) !== null));
}
