import type { Reader } from '../../../../../shared/http/requests';
import { getAll as getContacts } from '../../../contact/getAll';
import { reading, shapeOf, told, untold } from '../finding';
import { entriesIn, entriesOf, LISTS } from '../lists';
import { isUnchanged, mostFinding, offsetFinding, secondPlace, type Part } from './pages';

const ADD = 'Add contacts in Fax.Plus, then run this again.';

/** docs/api.md, "Contacts", as all below */
export const contactTotal = reading('total_count of contacts', getContacts, async (service) => {
	const whole = await answerTo(service);
	const part = await contactsOf(service);
	const { page } = part;
	const { length } = page;
	// One may be deleted in between, and another has to be left behind the first.
	if (length < 3) return untold('There are fewer than three contacts.', ADD);
	// It may have another name, be nested, or be there only where there is more.
	if (!isCounted(whole)) {
		const first = await answerTo(service, { limit: 1, offset: 0 });
		const isNever = entriesIn(first).length === 1 && !isCounted(first) && (await isUnchanged(part));
		return isNever
			? told('It does not come.', { contactsTotalTold: false })
			: untold('Not in every answer.', ADD);
	}
	const total = whole.total_count;
	if (typeof total !== 'number' || total <= length) return untold('Not as a number of all.', ADD);
	// What it counts beyond the entries that come nobody sees.
	const second = await answerTo(service, secondPlace(page));
	return untold(
		second.total_count === total ? 'It comes, as far as can be seen.' : 'It may count another thing.',
		ADD,
	);
});

export const contactOffset = reading('offset in the list of contacts', getContacts, async (service) =>
	offsetFinding('contactsOffsetHonoured', await contactsOf(service), ADD),
);

export const contactPage = reading('most contacts at once', getContacts, async (service) => {
	const part = await contactsOf(service);
	const { length } = part.page;
	if (length >= LISTS.contacts.qs.limit) return told(`${length} at least.`);
	return mostFinding('largestContactPage', part, ADD);
});

export const contactGroups = reading('groups of a contact', getContacts, async (service) => {
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
});

/** Whether an answer tells beside its list how many there are, by whatever name. */
function isCounted(answer: object): boolean {
	const around = JSON.stringify(answer, (_name, value: unknown) => (Array.isArray(value) ? [] : value));
	return /"[^"]*(total|count)[^"]*":/i.test(around);
}

function isNamed(group: unknown): boolean {
	const { id, name } = (group ?? {}) as { id?: unknown; name?: unknown };
	return typeof id === 'string' && typeof name === 'string';
}

async function contactsOf(reader: Reader): Promise<Part> {
	return {
		page: await entriesOf(reader, 'contacts'),
		read: async (place) => entriesIn(await answerTo(reader, place)),
	};
}

async function answerTo(
	reader: Reader,
	qs: { limit: number; offset: number } = LISTS.contacts.qs,
): Promise<{ total_count?: unknown }> {
	return await reader.read({ ...LISTS.contacts, qs });
}
