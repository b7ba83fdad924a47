import { invalidUserId, notFound } from '../apiError';
import { ok, type Handler } from '../handler';
import type { Settings } from '../settings';
import type { Account, Contact } from '../state';

const DEFAULT_LIMIT = 20;

export const listContacts: Handler = ({ account, query, settings }) => {
	const { search = '', offset = 0, limit = DEFAULT_LIMIT } = query;
	const found = [...account.contacts.values()].filter(({ name, fax_number, email, notes }) =>
		[name, fax_number, email, notes].join(' ').toLowerCase().includes(search.toLowerCase()),
	);
	const first = settings.contactsOffsetHonoured ? Number(offset) : 0;
	const page = found.slice(first, first + Math.min(Number(limit), settings.largestContactPage));
	return ok({
		records: page.map((contact) => contactRecord(account, contact, settings)),
		...(settings.contactsTotalTold ? { total_count: found.length } : {}),
	});
};

export const shareContactGroups: Handler = ({ state, account, body }) => {
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
};

export const deleteContactGroup: Handler = ({ account, params: { group_id: id } }) => {
	const { groups, contacts } = account;
	if (!groups.delete(id)) throw notFound();
	for (const contact of contacts.values()) contact.groups = contact.groups.filter((group) => group !== id);
	return ok({});
};

function contactRecord({ groups }: Account, contact: Contact, { contactGroups }: Settings): object {
	const ofContact = contact.groups.map((id) => ({ id, name: groups.get(id)?.name ?? id }));
	if (contactGroups === 'objects') return { ...contact, groups: ofContact };
	return { ...contact, groups: ofContact.map(({ id, name }) => (contactGroups === 'ids' ? id : name)) };
}
