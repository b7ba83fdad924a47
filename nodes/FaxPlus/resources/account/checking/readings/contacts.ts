import type { IDataObject } from 'n8n-workflow';

import type { Reader } from '../../../../../shared/http/requests';
import type { Contact } from '../../../../../shared/records';
import { getAll as getContacts } from '../../../contact/getAll';
import { shapeOf } from '../anonymous';
import { told, untold, type Subject } from '../finding';
import { entriesIn, entriesOf, LISTS } from '../lists';
import { mostAtOnce, notCertain, offsetFinding, secondPlace } from './pages';

const ADD = 'Add contacts in Fax.Plus, then run this again.';

interface Page {
	total_count?: unknown;
}

/** docs/api.md, "Contacts", as all below */
export const contactTotal: Subject = {
	check: 'Service: total_count of contacts',
	guidance: getContacts,
	async look({ service }) {
		const whole = await service.read<Page>(LISTS.contacts);
		const page = entriesIn<Contact>(whole);
		const { length } = page;
		if (length === 0) return untold('There is no contact.', ADD);
		const around = JSON.stringify(whole, (_name, value: unknown) =>
			Array.isArray(value) ? undefined : value,
		);
		// It may be nested, or have another name.
		if (!/"[^"]*(total|count)[^"]*":/i.test(around))
			return told('It does not come.', { contactsTotalTold: false });
		const total = whole.total_count;
		if (typeof total !== 'number' || total <= length) return untold('Not as a number of all.', ADD);
		const part = await service.read<Page>({ ...LISTS.contacts, qs: secondPlace(page) });
		// It may end with a page, too: more have to be counted than are asked for, or seen on two full pages.
		const next = await pageAt(service, { limit: length, offset: length - 1 });
		const seen = new Set([...page, ...next].map(({ id }) => id)).size;
		const isOfAll = total > LISTS.contacts.qs.limit || (length > 3 && next.length === length && total > seen);
		return isOfAll && part.total_count === total && entriesIn(part).length < length
			? told('It comes.', { contactsTotalTold: true })
			: untold('It may count the page.', ADD);
	},
};

export const contactOffset: Subject = {
	check: 'Service: offset in the list of contacts',
	guidance: getContacts,
	async look({ service }) {
		const page = await entriesOf(service, 'contacts');
		return await offsetFinding('contactsOffsetHonoured', page, async (qs) => pageAt(service, qs), ADD);
	},
};

export const contactPage: Subject = {
	check: 'Service: most contacts at once',
	guidance: getContacts,
	async look({ service }) {
		const page = await entriesOf(service, 'contacts');
		if (page.length >= LISTS.contacts.qs.limit) return told(`${page.length} at least.`);
		if (page.length < 2 || (await pageAt(service, secondPlace(page))).length !== page.length - 1)
			return notCertain(ADD);
		const read = async (limit: number, last?: Contact): Promise<Contact[]> =>
			pageAt(service, { limit, offset: last ? page.length - 1 : 0 });
		return await mostAtOnce('largestContactPage', page, read, ADD);
	},
};

export const contactGroups: Subject = {
	check: 'Service: groups of a contact',
	guidance: getContacts,
	async look({ service }) {
		const contacts = await entriesOf(service, 'contacts');
		const groups: unknown[] = contacts.flatMap(({ groups: own }) => (Array.isArray(own) ? own : []));
		if (groups.length === 0)
			return untold(
				'No contact is in a group.',
				'Put a contact into a group in Fax.Plus, then run this again.',
			);
		if (groups.every(isNamed)) return told('Objects.', { contactGroups: 'objects' });
		const shapes = [...new Set(groups.map(shapeOf))].slice(0, 3).join(' or ');
		return untold(
			`IDs or names: ${shapes}.`,
			'Look at the groups of a contact with Contact: Get Many, and say in the report whether they have their names there.',
		);
	},
};

function isNamed(group: unknown): boolean {
	const { id, name } = (group ?? {}) as { id?: unknown; name?: unknown };
	return typeof id === 'string' && typeof name === 'string';
}

async function pageAt(reader: Reader, qs: IDataObject): Promise<Contact[]> {
	return entriesIn(await reader.read({ ...LISTS.contacts, qs }));
}
