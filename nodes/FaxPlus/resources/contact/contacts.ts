import { listIn } from '../../../shared/service/answers';
import type { Reads } from '../../../shared/service/requests';
import type { Contact } from '../../../shared/service/types';
import { InputError } from '../../../shared/values/inputError';

/** Contacts that are asked for at once: as many as the service is known to allow (docs/api.md, "Contacts"). */
const PAGE = 50;

/** A page of so many may be all that the service gives at once, though more was asked for. */
const CAPS = new Set([10, 20, 25, 30, 40, PAGE]);

/** A group of contacts, as far as the contacts tell of it. */
interface ContactGroup {
	id: string;
	/** The same as the ID where no name is told. */
	name: string;
}

/** Contacts that were read. */
interface ContactList {
	contacts: Contact[];
	/** Whether the service tells no others, though there are more. */
	isCutOff: boolean;
}

/**
 * Lists contacts, each once.
 *
 * @param search what the service looks for in them; all when empty
 * @param limit of contacts to return
 * @param isWanted tells which of them count
 * @throws ServiceFault
 * @throws InputError when the service does not tell all of those that are asked for: a list that lacks some would look whole
 */
export async function listContacts(
	reads: Reads,
	search: string,
	limit: number,
	isWanted: (contact: Contact) => boolean,
): Promise<Contact[]> {
	const { contacts, isCutOff } = await readContacts(
		reads,
		search,
		(read) => read.filter(isWanted).length >= limit,
	);
	if (!isCutOff) return contacts.filter(isWanted).slice(0, limit);
	throw new InputError(
		`The service tells only the first ${contacts.length} contacts. Narrow the list with Search, or set a Limit without Sort By.`,
	);
}

/**
 * Reads contacts page by page until there are enough. The service may ignore `offset` or `limit` and may tell no total
 * (docs/api.md, "Contacts"): a page that brings nothing new is the last one.
 *
 * @param isEnough told all that were read so far
 * @throws ServiceFault
 */
export async function readContacts(
	reads: Reads,
	search: string,
	isEnough: (read: readonly Contact[]) => boolean,
): Promise<ContactList> {
	const read = new Map<string, Contact>();
	for (let offset = 0; ;) {
		const { contacts, total } = await readPage(reads, search, offset);
		const fresh = contacts.filter((contact) => !read.has(keyOf(contact)));
		for (const contact of fresh) read.set(keyOf(contact), contact);
		offset += contacts.length;
		const all = [...read.values()];
		if (fresh.length === 0) {
			const isCutOff =
				total === undefined
					? CAPS.has(contacts.length)
					: all.length < total && !isCountOfOthers(search, contacts);
			return { contacts: all, isCutOff };
		}
		if (isAll(offset, total, contacts) || isEnough(all)) return { contacts: all, isCutOff: false };
	}
}

/** Tells contacts apart, also those of which the service tells no ID. */
function keyOf(contact: Contact): string {
	return contact.id ?? JSON.stringify(contact);
}

/** A total that is the size of a full page may count no more than that page. */
function isAll(offset: number, total: number | undefined, { length }: readonly Contact[]): boolean {
	return total !== undefined && offset >= total && !(length === total && CAPS.has(length));
}

/** A total may count what the service has found, or all contacts: after an empty page of a search it proves nothing. */
function isCountOfOthers(search: string, page: readonly Contact[]): boolean {
	return search !== '' && page.length === 0;
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

/** The groups of a contact, which the service names by their IDs, as far as is known (docs/api.md, "Contacts"). */
export function groupsOf({ groups }: Contact): ContactGroup[] {
	return (Array.isArray(groups) ? groups : []).flatMap((group) => {
		const { id, name } = typeof group === 'object' ? (group ?? {}) : { id: group, name: undefined };
		const known = id ?? name;
		return known === undefined ? [] : { id: String(known), name: String(name ?? known) };
	});
}
