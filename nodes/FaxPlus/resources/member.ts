import type { INodeProperties } from 'n8n-workflow';

import { listAt, recordAt } from '../../shared/http/answers';
import { beforeAnyChange, mapFaults, unexpectedAnswer } from '../../shared/http/faults';
import type { Reader } from '../../shared/http/requests';
import type { Member, MemberDetail } from '../../shared/records';
import { toNumber, toRequiredText } from '../../shared/values/fieldValues';
import { InputError } from '../../shared/values/inputError';
import { memberFieldOf, returnAllFields } from '../fields/common';
import type { ItemFields } from '../fields/itemFields';
import { simplifyAccount } from '../fields/simplify';
import { requireChanges, updateFieldsOf, type Changeable } from '../fields/updateFields';
import type { WriteCall } from '../itemCall';
import {
	GET,
	GET_MANY,
	toItems,
	UPDATE,
	type ReadOperation,
	type Resource,
	type WriteOperation,
} from '../operation';

const memberUserIdField = memberFieldOf('The member: from the list, or its user ID');

/** The path of the role and the quota of the member that an item names. */
function detailsPath(fields: ItemFields): string {
	return `/accounts/self/member-details/${fields.pathId(memberUserIdField)}`;
}

/** GET /accounts/self/member-details/{member_user_id} (docs/api.md, "Members") */
const get: ReadOperation = {
	...GET,
	action: 'Get role and quota of member',
	description: 'Read the role and the faxing quota of a member of a corporate account (administrators only)',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	itemField: memberUserIdField,
	userField: memberUserIdField,
	fields: [memberUserIdField],
	async execute(call) {
		const id = call.id(memberUserIdField);
		return toItems([{ id, ...(await recordAt(call, detailsPath(call))) }]);
	},
};

/** GET /accounts (docs/api.md, "Members") */
export const getMembers: ReadOperation = {
	...GET_MANY,
	action: 'Get many members',
	description: 'List the members of a corporate account (administrators only)',
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
	fields: returnAllFields,
	simplify: simplifyAccount,
	execute: async (call) => toItems(await call.limited(async () => await readMembers(call))),
};

/** Reads the members of a corporate account, which only administrators may. */
export async function readMembers(reader: Reader): Promise<Member[]> {
	return await listAt<Member>(reader, '/accounts', 'members', 'records', 'data');
}

const quotaField: INodeProperties = {
	displayName: 'Quota',
	name: 'quota',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	// No number: one that was added and forgotten would otherwise be sent as 0.
	default: '',
	description: 'Pages that the member may send in a month',
};

const roleField: INodeProperties = {
	displayName: 'Role',
	name: 'role',
	type: 'string',
	default: '',
	placeholder: 'e.g. manager',
	description:
		'Role of the member. The service does not publish its names for roles; "Get" shows what a member has, and Fax.Plus itself speaks of administrator, manager and user.',
};

const changeable = {
	role: [roleField, toRequiredText],
	quota: [quotaField, toNumber],
} satisfies Changeable<MemberDetail>;

const keepOtherValuesOption: INodeProperties = {
	displayName: 'Keep Other Values',
	name: 'keepOtherValues',
	type: 'boolean',
	default: true,
	description:
		'Whether to read the role or quota that you do not change, and to send it along. The service does not say what becomes of one that is not sent. What somebody else changes in that moment is changed back.',
};

/** PUT /accounts/self/member-details/{member_user_id}: what is left out is read before (docs/api.md, "Members") */
const update: WriteOperation = {
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

/** What an update might overwrite. Read in the turn of the item: one before it may have changed the same member. */
async function detailsAt(call: WriteCall, path: string): Promise<MemberDetail> {
	const { role, quota } = await mapFaults(async () => recordAt<MemberDetail>(call, path), beforeAnyChange);
	if (role === undefined && quota === undefined)
		throw unexpectedAnswer('The service answered without the expected record', 'notSent');
	// A value that the member does not have cannot be lost.
	return Object.fromEntries(Object.entries({ role, quota }).filter(([, value]) => (value ?? null) !== null));
}

/** The service takes no more in one call. */
const MOST_ADDRESSES = 10;

const ADDRESS = /^[^\s@<>()[\]:;,"\\]+@[^\s@<>()[\]:;,"\\]+\.[^\s@<>()[\]:;,"\\.]+$/;

const emailsField: INodeProperties = {
	displayName: 'Email Addresses',
	name: 'emails',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. jane@example.com, tom@example.com',
	description:
		'Addresses of the people to invite, 10 at most, separated by commas, or an array from an expression',
};

/** POST /accounts/self/member-invitations (docs/api.md, "Members") */
const invite: WriteOperation = {
	value: 'invite',
	name: 'Invite',
	action: 'Invite members by email',
	description: 'Invite people by email to become members of a corporate account (administrators only)',
	caution: 'An invitation cannot be undone.',
	kind: 'write',
	// A second invitation reaches people too, or is refused because of the first, which would then look like a failure.
	refusesRetryOnFail: true,
	scopes: ['fax:all:edit', 'fax:member:edit'],
	adminOnly: true,
	effect: 'the people were invited',
	howToCheck:
		'Before you run it again, look at the members in Fax.Plus or with "Get Many": a second invitation reaches people too.',
	advice: {
		'409':
			'One of the addresses is known to Fax.Plus already: it has an account, or was invited before. The service does not say whether the others were invited now. Look at the members in Fax.Plus or with "Get Many", and leave out who is there. An invitation can be sent again in Fax.Plus.',
		bad_request: 'Check Email Addresses: the service does not take one of them.',
	},
	fields: [emailsField],
	async execute(call) {
		// Each address once, in capitals or not: nobody wants two invitations.
		const byAddress = new Map(call.list(emailsField).map((email) => [email.toLowerCase(), email]));
		const emails = checked([...byAddress.values()]);
		await mapFaults(
			async () => call.write({ method: 'POST', path: '/accounts/self/member-invitations', body: emails }),
			(fault) => (fault.status === 409 && emails.length > 1 ? fault.withOutcome('unknown') : fault),
		);
		return toItems([{ invited: true, emails }]);
	},
};

function checked(emails: string[]): string[] {
	const { displayName } = emailsField;
	if (emails.length === 0) throw new InputError(`${displayName} is empty. Enter at least one address.`);
	if (emails.length > MOST_ADDRESSES)
		throw new InputError(
			`${displayName} has ${emails.length} addresses. The service takes ${MOST_ADDRESSES} at most; make several items of them.`,
		);
	const wrong = emails.find((email) => !ADDRESS.test(email));
	if (wrong === undefined) return emails;
	throw new InputError(
		`${displayName}: "${wrong}" is not an email address. Write it as jane@example.com, and separate several by commas.`,
	);
}

export const member: Resource = {
	value: 'member',
	name: 'Member',
	operations: [get, getMembers, update, invite],
};
