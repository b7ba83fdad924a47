import { listIn } from '../../../shared/http/answers';
import type { Reads } from '../../../shared/http/requests';
import type { Contact } from '../../../shared/records';
import { PAGE, Pagination } from '../../../shared/http/pagination';
import { InputError } from '../../../shared/values/inputError';

/**
 * Lists contacts in which the service finds what it is to search, each once (docs/api.md, "Contacts"). Where there may be more
 * than it tells, that is an InputError: a list that lacks some would look whole.
 *
 * @param isWanted tells which of them count for the limit and the result
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

/**
 * The groups of a contact, which the service names by their IDs, as far as is known (docs/api.md, "Contacts"). Where no name
 * is told, it is the ID.
 */
export function groupsOf({ groups }: Contact): Array<{ id: string; name: string }> {
	return (Array.isArray(groups) ? groups : []).flatMap((group) => {
		const { id, name } = typeof group === 'object' ? (group ?? {}) : { id: group, name: undefined };
		const known = id ?? name;
		return known === undefined ? [] : { id: String(known), name: String(name ?? known) };
	});
}
