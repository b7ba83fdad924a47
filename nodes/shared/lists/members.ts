import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Guidance } from '../editor/advice';
import { userIdField } from '../editor/commonFields';
import { valueOfList } from '../editor/listField';
import { listAt } from '../http/answers';
import type { Reads } from '../http/requests';
import type { Member } from '../records';
import { pathPart } from '../values/paths';
import { labelTextOf } from '../values/text';
import { described, searchOf, sorted, statusNoteOf, type Entry } from './load';

/** Scopes that allow reading members. */
export const memberListGuidance = {
	scopes: ['fax:all:read', 'fax:member:read'],
	adminOnly: true,
} satisfies Guidance;

/** Reads the members of a corporate account, which only administrators may do. */
export async function readMembers(reader: Reads): Promise<Member[]> {
	return await listAt<Member>(reader, '/accounts', 'members', 'records', 'data');
}

/** Returns the members as entries of a list, by name. */
export async function memberEntries(api: Reads): Promise<Entry[]> {
	const members = await readMembers(api);
	return sorted(members.map((member) => ({ name: labelOf(member), value: member.uid })));
}

/** Offers the accounts that "User ID" can name. */
export const searchUsers = searchOf(memberListGuidance, memberEntries, {
	name: 'self (account of the credential)',
	value: 'self',
});

/**
 * Returns the user that the node names, encoded as one part of a path. For an expression, it's the credential's own user,
 * because the editor can't evaluate expressions.
 */
export function userIdOf(context: ILoadOptionsFunctions): string {
	const userId = valueOfList(context.getCurrentNodeParameter(`options.${userIdField.name}`));
	const isName = typeof userId === 'string' && userId.trim() !== '' && !userId.startsWith('=');
	return isName ? pathPart(userId, userIdField.displayName) : 'self';
}

/** Returns a label such as "Jane Roe (jane@example.com)". A person who was invited and hasn't signed up may have no name yet. */
function labelOf({ uid, email, name, lastname, status }: Member): string {
	const fullName = [name, lastname].map(labelTextOf).filter(Boolean).join(' ');
	const address = labelTextOf(email) || labelTextOf(uid);
	return described([fullName === '' ? address : `${fullName} (${address})`, statusNoteOf(status)]);
}
