import { field } from '../../../shared/editor/field';
import { listIn } from '../../../shared/http/answers';
import { PAGE, Pagination } from '../../../shared/http/pagination';
import type { Reads } from '../../../shared/http/requests';
import type { Contact } from '../../../shared/records';
import { toBoolean, toRequiredText } from '../../../shared/values/fieldValues';
import { InputError } from '../../../shared/values/inputError';
import { labelTextOf } from '../../../shared/values/text';
import { returnAllFields } from '../../fields/common';
import { isAmong, toNumbers } from '../../fields/faxFilters';
import { filtersOf, type Changeable, type Changes } from '../../fields/updateFields';
import type { ReadCall } from '../../itemCall';
import { simplifyContact } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation';

const searchField = field('string', 'Search', 'search', {
	placeholder: 'e.g. Roe',
	description: 'What the service looks for in the contacts. Empty for all of them.',
});

const nameFilter = field('string', 'Name', 'name', {
	placeholder: 'e.g. Jane',
	description: 'Only contacts with this in their name, in capitals or not',
});

const notesFilter = field('string', 'Notes', 'notes', {
	placeholder: 'e.g. cardiology',
	description: 'Only contacts with this in their notes, in capitals or not',
});

const faxNumberFilter = field('string', 'Fax Number', 'faxNumber', {
	placeholder: 'e.g. +15550100200',
	description: 'Only contacts with this fax number, or with one of several, separated by commas',
});

const groupFilter = field('options', 'Group Name or ID', 'groupId', {
	typeOptions: { loadOptionsMethod: 'getContactGroups' },
	default: '',
	description:
		'Only contacts of this group. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const sharedFilter = field('boolean', 'Shared', 'isShared', {
	description: 'Whether to return the contacts that are shared, or those that are not',
});

const filterable = {
	name: [nameFilter, toRequiredText],
	notes: [notesFilter, toRequiredText],
	faxNumber: [faxNumberFilter, toNumbers],
	groupId: [groupFilter, toRequiredText],
	isShared: [sharedFilter, toBoolean],
} satisfies Changeable;

const sortByOption = field('options', 'Sort By', 'sortBy', {
	options: [
		{ name: 'Created', value: 'creation_date' },
		{ name: 'Modified', value: 'modification_date' },
		{ name: 'Name', value: 'name' },
	],
	default: 'name',
	description: 'What to sort the contacts by. All of them are read for that, whatever the limit.',
});

const directionOption = field('options', 'Sort Direction', 'direction', {
	options: [
		{ name: 'Ascending', value: 'asc', description: 'From A to Z, the oldest first' },
		{ name: 'Descending', value: 'desc', description: 'From Z to A, the newest first' },
	],
	default: 'asc',
	description: 'Which end comes first where the contacts are sorted',
});

/** GET /accounts/self/contacts (docs/api.md, "Contacts") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many contacts',
	description: 'List the contacts of the account, with their fax numbers and the IDs of their groups',
	scopes: ['fax:all:read'],
	fields: [searchField, ...returnAllFields, filtersOf(filterable)],
	options: [sortByOption, directionOption],
	simplify: simplifyContact,
	async execute(call) {
		const search = call.optionalText(searchField);
		const wanted = call.filters(filterable);
		const limit = call.limit();
		const order = orderOf(call);
		const most = order ? Number.POSITIVE_INFINITY : limit;
		const contacts = await listContacts(call, search, most, (contact) => isWanted(contact, wanted));
		return toItems(order ? contacts.sort(order).slice(0, limit) : contacts);
	},
};

/** The order that the user wants; undefined for that of the service. */
function orderOf(call: ReadCall): ((a: Contact, b: Contact) => number) | undefined {
	if (!call.hasOption(sortByOption) && !call.hasOption(directionOption)) return undefined;
	const key = call.options.choice(sortByOption) as 'name' | 'creation_date' | 'modification_date';
	const sign = call.options.choice(directionOption) === 'asc' ? 1 : -1;
	return (a, b) => sign * labelTextOf(a[key]).localeCompare(labelTextOf(b[key]));
}

/** The service takes some of these filters too; whether it does so here, and by what names, is not public. */
function isWanted(contact: Contact, wanted: Changes<typeof filterable>): boolean {
	const { name = '', notes = '', faxNumber, groupId, isShared } = wanted;
	return (
		holds(contact.name, name) &&
		holds(contact.notes, notes) &&
		isAmong(labelTextOf(contact.fax_number), faxNumber) &&
		(groupId === undefined || groupsOf(contact).some(({ id }) => id === groupId)) &&
		(isShared === undefined || isShared === Boolean(contact.is_shared))
	);
}

function holds(text: unknown, wanted: string): boolean {
	return labelTextOf(text).toLowerCase().includes(wanted.toLowerCase());
}

/**
 * Lists contacts in which the service finds what it is to search, each once (docs/api.md, "Contacts"). Where there may be more
 * than it tells, that is an InputError: a list that lacks some would look whole. The limit counts those that are wanted.
 */
export async function listContacts(
	reads: Reads,
	search: string,
	limit: number,
	isWanted: (contact: Contact) => boolean = () => true,
): Promise<Contact[]> {
	const pages = new Pagination<Contact>(({ id, ...rest }) => id ?? JSON.stringify(rest));
	const wanted: Contact[] = [];
	let count = 0;
	for (;;) {
		const { contacts, total = 0 } = await readPage(reads, search, pages.offset);
		const fresh = pages.take(contacts) ?? [];
		count += fresh.length;
		wanted.push(...fresh.filter(isWanted));
		// A total may count all contacts: of a search it proves nothing.
		const isWhole = pages.isStuck ? total === contacts.length : search !== '' || total <= count;
		const isEnd = pages.isLast || pages.isStuck;
		if (wanted.length >= limit || (isEnd && isWhole)) return wanted.slice(0, limit);
		if (!isEnd) continue;
		throw new InputError(
			`The list of contacts cannot be read to its end: the service tells ${count}, and there may be more. Narrow the list with Search, or set a Limit without Sort By.`,
		);
	}
}

async function readPage(
	reads: Reads,
	search: string,
	offset: number,
): Promise<{ contacts: Contact[]; total: number | undefined }> {
	const qs = { limit: PAGE, offset, ...(search === '' ? {} : { search }) };
	const answer = await reads.read<{ total_count?: unknown }>({ path: '/accounts/self/contacts', qs });
	const contacts = listIn<Contact>(answer, 'records', 'contacts', 'data');
	return { contacts, total: typeof answer.total_count === 'number' ? answer.total_count : undefined };
}

/** The groups of a contact, named by their IDs where nothing else is told (docs/api.md, "Contacts"). */
export function groupsOf({ groups }: Contact): Array<{ id: string; name: string }> {
	return (Array.isArray(groups) ? groups : []).flatMap((group) => {
		const { id, name } = typeof group === 'object' ? (group ?? {}) : { id: group, name: undefined };
		const known = id ?? name;
		return known === undefined ? [] : { id: String(known), name: String(name ?? known) };
	});
}
