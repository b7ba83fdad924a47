import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Contact } from '../../shared/service/types';
import { labelTextOf } from '../../shared/values/text';
import { groupsOf, readContacts } from '../resources/contact/contacts';
import { getAll } from '../resources/contact/getAll';
import { matching } from './entries';
import { load } from './load';

/** How many contacts are looked at: there is no list of the groups (docs/api.md, "Contacts"). */
const CONTACTS = 500;

/** How many contacts of a group its label names. */
const SHOWN = 5;

/** Offers the groups that contacts are in; `filter` matches part of the label or of the ID. */
export async function searchContactGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: matching(await readGroups(this), filter) };
}

/** The same for a field in which several are chosen. */
export async function getContactGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return matching(await readGroups(this));
}

async function readGroups(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const { contacts } = await load(context, getAll, async (api) =>
		readContacts(api, '', (read) => read.length >= CONTACTS),
	);
	const groups = new Map(contacts.flatMap(groupsOf).map(({ id, name }) => [id, name]));
	return [...groups]
		.map(([id, name]) => ({ name: `${name} · ${membersOf(id, contacts)}`, value: id }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** Who is in a group, such as "2 contacts: Jane Roe, Tom Baker": the service may tell no more of a group than its ID. */
function membersOf(groupId: string, contacts: readonly Contact[]): string {
	const names = contacts
		.filter((contact) => groupsOf(contact).some(({ id }) => id === groupId))
		.map(({ name, id }) => labelTextOf(name) || labelTextOf(id))
		.sort((a, b) => a.localeCompare(b));
	const shown = names.length > SHOWN ? [...names.slice(0, SHOWN), '…'] : names;
	return `${names.length} ${names.length === 1 ? 'contact' : 'contacts'}: ${shown.join(', ')}`;
}
