import type { Contact } from '../../../../../shared/service/types';
import { getAll as getContacts } from '../../../contact/getAll';
import { shapeOf } from '../anonymous';
import { told, untold, type Subject } from '../finding';
import { entriesIn, entriesOf, LISTS } from '../lists';
import { BEYOND, offsetFinding, unlessUnderstood } from './pages';

const ADD = 'Add contacts in Fax.Plus, then run this again.';

/** docs/api.md, "Contacts", as all below */
export const contactTotal: Subject = {
	check: 'Service: total_count of contacts',
	guidance: getContacts,
	async look({ service }) {
		const body = await service.read<{ total_count?: unknown }>(LISTS.contacts);
		const isTold = typeof body.total_count === 'number';
		return told(isTold ? 'It comes.' : 'It does not come.', { contactsTotalTold: isTold });
	},
};

export const contactOffset: Subject = {
	check: 'Service: offset in the list of contacts',
	guidance: getContacts,
	async look({ service }) {
		if ((await entriesOf(service, 'contacts')).length === 0) return untold('There is no contact.', ADD);
		return await unlessUnderstood('offset', async () => {
			const body = await service.read({ ...LISTS.contacts, qs: { limit: 1, offset: BEYOND } });
			return offsetFinding('contactsOffsetHonoured', entriesIn(body).length === 0);
		});
	},
};

export const contactPage: Subject = {
	check: 'Service: most contacts at once',
	guidance: getContacts,
	async look({ service }) {
		const { limit } = LISTS.contacts.qs;
		const page = await entriesOf(service, 'contacts');
		if (page.length === 0) return untold('There is no contact.', ADD);
		if (page.length >= limit) return told(`${limit} at least.`);
		const body = await service.read({ ...LISTS.contacts, qs: { limit, offset: page.length } });
		const known = new Set(page.map(({ id }) => id));
		const hasMore = entriesIn<Contact>(body).some(({ id }) => !known.has(id));
		return hasMore
			? told(`${page.length}.`, { largestContactPage: page.length })
			: untold('All of this account come at once.', ADD);
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
		if (groups.every((group) => typeof group === 'object' && group !== null))
			return told('Objects.', { contactGroups: 'objects' });
		if (groups.some((group) => typeof group === 'string' && /\s/.test(group)))
			return told('Names.', { contactGroups: 'names' });
		const shapes = [...new Set(groups.map(shapeOf))].slice(0, 3).join(' or ');
		return untold(
			`IDs or names: ${shapes}.`,
			'Name a group with two words in Fax.Plus, put a contact into it, then run this again.',
		);
	},
};
