import { invalidUserId, notFound } from '../apiError';
import { ok } from '../handler';
import type { Settings } from '../settings';
import type { Account, Contact } from '../state';
import { get, operation, post, remove } from '../openapi/sketch';
import * as record from '../openapi/records';
import { each, listOf, object, success, text, whole } from '../openapi/schema';

const DEFAULT_LIMIT = 20;

/**
 * Lists the contacts whose name, number, email or notes contain the search text. Settings decide whether `offset` is used, how
 * many contacts a page has at most, and whether the response has their total number.
 */
export const listContacts = operation(
	get(
		'/accounts/self/contacts',
		success(object({ records: listOf(record.contact), total_count: whole }, ['records'])),
		{
			scopes: [],
			query: { search: text, offset: whole, limit: { type: 'integer', minimum: 1, maximum: 50 } },
		},
	),
	({ account, query, settings }) => {
		const { search = '', offset = 0, limit = DEFAULT_LIMIT } = query;
		const found = [...account.contacts.values()].filter(({ name, fax_number, email, notes }) =>
			[name, fax_number, email, notes].join(' ').toLowerCase().includes(search.toLowerCase()),
		);
		const first = settings.usesContactOffset ? Number(offset) : 0;
		const page = found.slice(first, first + Math.min(Number(limit), settings.maxContactPageSize));
		return ok({
			records: page.map((contact) => contactRecord(account, contact, settings)),
			...(settings.returnsContactTotal ? { total_count: found.length } : {}),
		});
	},
);

/** Shares all of the groups with all of the members, or nothing if one of them doesn't exist. */
export const shareContactGroups = operation(
	post('/accounts/self/contact-groups/share', success(object({})), {
		scopes: [],
		body: object(each('group_ids member_ids', listOf(text))),
	}),
	({ state, account, body }) => {
		const { group_ids, member_ids } = body as { group_ids: string[]; member_ids: string[] };
		const { groups, id } = account;
		if (member_ids.some((memberId) => state.users.get(memberId)?.accountId !== id)) throw invalidUserId();
		const shared = group_ids.map((groupId) => {
			const group = groups.get(groupId);
			if (!group) throw notFound();
			return group;
		});
		for (const group of shared) for (const memberId of member_ids) group.sharedWith.add(memberId);
		return ok({});
	},
);

/** Deletes a group, but not its contacts. */
export const deleteContactGroup = operation(
	remove('/accounts/self/contact-groups/{group_id}', success(object({})), { scopes: [] }),
	({ account, params: { group_id: id } }) => {
		const { groups, contacts } = account;
		if (!groups.delete(id)) throw notFound();
		for (const contact of contacts.values()) contact.groups = contact.groups.filter((group) => group !== id);
		return ok({});
	},
);

/** The API record of a contact. A setting decides whether it has the IDs or names of its groups, or both. */
function contactRecord({ groups }: Account, contact: Contact, { contactGroups }: Settings): object {
	const ofContact = contact.groups.map((id) => ({ id, name: groups.get(id)?.name ?? id }));
	if (contactGroups === 'objects') return { ...contact, groups: ofContact };
	return { ...contact, groups: ofContact.map(({ id, name }) => (contactGroups === 'ids' ? id : name)) };
}
