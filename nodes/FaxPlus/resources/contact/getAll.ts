import { field } from '../../../shared/editor/field';
import { listIn } from '../../../shared/http/answers';
import { PAGE, Pagination } from '../../../shared/http/pagination';
import type { Reads } from '../../../shared/http/requests';
import type { Contact } from '../../../shared/records';
import { InputError } from '../../../shared/values/inputError';
import { returnAllFields } from '../../fields/common';
import { contactOutput, simplifyContact } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';

const searchField = field('string', 'Search', 'search', {
	placeholder: 'e.g. Roe',
	description: 'The text to search for in the contacts. Leave it empty to return all contacts.',
});

/** GET /accounts/self/contacts (docs/contributing/api.md, "Contacts") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many contacts',
	description: 'List the contacts of the account, with their fax numbers and group IDs',
	scopes: ['fax:all:read'],
	output: contactOutput,
	fields: [searchField, ...returnAllFields],
	simplify: simplifyContact,
	async execute(call) {
		return toItems(await listContacts(call, call.optionalText(searchField), call.limit()));
	},
};

/**
 * Lists the contacts that match a search in Fax.Plus, without duplicates (docs/contributing/api.md, "Contacts").
 *
 * @throws InputError if Fax.Plus may have more contacts than it returns, because an incomplete list would look complete
 */
export async function listContacts(reads: Reads, search: string, limit: number): Promise<Contact[]> {
	const pages = new Pagination<Contact>(({ id, ...rest }) => id ?? JSON.stringify(rest));
	const all: Contact[] = [];
	for (;;) {
		const { contacts, total = 0 } = await readPage(reads, search, pages.offset);
		all.push(...(pages.take(contacts) ?? []));
		// In a search, the total proves nothing, because it may count all contacts.
		const isWhole = pages.isStuck ? total === contacts.length : search !== '' || total <= all.length;
		const isEnd = pages.isLast || pages.isStuck;
		if (all.length >= limit || (isEnd && isWhole)) return all.slice(0, limit);
		if (!isEnd) continue;
		throw new InputError(
			`n8n can't read the whole list of contacts. Fax.Plus returned ${all.length}, and there may be more. Enter text in "Search", or turn off "Return All" and set "Limit".`,
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

/** Returns the groups of a contact. A group without a name is named by its ID (docs/contributing/api.md, "Contacts"). */
export function groupsOf({ groups }: Contact): Array<{ id: string; name: string }> {
	return (Array.isArray(groups) ? groups : []).flatMap((group) => {
		const { id, name } = typeof group === 'object' ? (group ?? {}) : { id: group, name: undefined };
		const groupId = id ?? name;
		return groupId === undefined ? [] : { id: String(groupId), name: String(name ?? groupId) };
	});
}
