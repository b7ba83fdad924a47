import type { Reads } from '../../shared/http/requests';
import type { Contact } from '../../shared/records';
import { labelTextOf } from '../../shared/values/text';
import { getContacts, groupsOf, listContacts } from '../resources/contact';
import { sorted, optionsOf, searchOf, type Entry } from './load';

/** How many contacts are looked at: there is no list of the groups (docs/api.md, "Contacts"). */
const CONTACTS = 500;

/** How many contacts of a group its label names. */
const SHOWN = 5;

async function readEntries(api: Reads): Promise<Entry[]> {
	const contacts = await listContacts(api, '', CONTACTS);
	const groups = new Map(contacts.flatMap(groupsOf).map(({ id, name }) => [id, name]));
	return sorted(
		[...groups].map(([id, name]) => ({ name: `${name} · ${membersOf(id, contacts)}`, value: id })),
	);
}

/** Offers the groups that contacts are in. */
export const searchContactGroups = searchOf(getContacts, readEntries);

export const getContactGroups = optionsOf(getContacts, readEntries);

/** Who is in a group, such as "2 contacts: Jane Roe, Tom Baker": the service may tell no more of a group than its ID. */
function membersOf(groupId: string, contacts: readonly Contact[]): string {
	const names = contacts
		.filter((contact) => groupsOf(contact).some(({ id }) => id === groupId))
		.map(({ name, id }) => labelTextOf(name) || labelTextOf(id))
		.sort((a, b) => a.localeCompare(b));
	const shown = names.length > SHOWN ? [...names.slice(0, SHOWN), '…'] : names;
	return `${names.length} ${names.length === 1 ? 'contact' : 'contacts'}: ${shown.join(', ')}`;
}
