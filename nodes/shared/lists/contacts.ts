import { listIn } from '../http/answers';
import { PAGE, Pagination } from '../http/pagination';
import type { Reader } from '../http/requests';
import type { Contact } from '../records';
import { InputError } from '../values/inputError';
import { certainNumber } from '../values/phoneNumbers';
import { labelTextOf } from '../values/text';
import type { Entry } from './load';

/** Scopes that allow reading contacts. */
export const contactListGuidance = { scopes: ['fax:all:read'] };

/** How many contacts a list in the editor reads at most. A search in Fax.Plus finds the others. */
export const CONTACTS_SHOWN = 500;

/**
 * Lists the contacts that match a search in Fax.Plus, without duplicates (docs/contributing/api.md, "Contacts").
 *
 * @param ifIncomplete what a person can do if the list isn't complete
 * @throws InputError if Fax.Plus may have more contacts than it returns, because an incomplete list would look complete
 */
export async function listContacts(
	reader: Reader,
	{ search = '', limit = Number.POSITIVE_INFINITY, ifIncomplete = '' } = {},
): Promise<Contact[]> {
	const pages = new Pagination<Contact>(({ id, ...rest }) => id ?? JSON.stringify(rest));
	const all: Contact[] = [];
	for (;;) {
		const { contacts, total = 0 } = await readPage(reader, search, pages.offset);
		all.push(...(pages.take(contacts) ?? []));
		// In a search, the total proves nothing, because it may count all contacts.
		const isWhole = pages.isStuck ? total === contacts.length : search !== '' || total <= all.length;
		const isEnd = pages.isLast || pages.isStuck;
		if (all.length >= limit || (isEnd && isWhole)) return all.slice(0, limit);
		if (!isEnd) continue;
		throw new InputError(
			`n8n can't read the whole list of contacts. Fax.Plus returned ${all.length}, and there may be more. ${ifIncomplete}`.trim(),
		);
	}
}

async function readPage(
	reader: Reader,
	search: string,
	offset: number,
): Promise<{ contacts: Contact[]; total: number | undefined }> {
	const qs = { limit: PAGE, offset, ...(search === '' ? {} : { search }) };
	const answer = await reader.read<{ total_count?: unknown }>({ path: '/accounts/self/contacts', qs });
	const contacts = listIn<Contact>(answer, 'records', 'contacts', 'data');
	return { contacts, total: typeof answer.total_count === 'number' ? answer.total_count : undefined };
}

/** Returns contacts with a fax number as entries of a list, by name. The value is the number, so that a fax needs no contact. */
export function contactEntries(contacts: readonly Contact[]): Entry[] {
	return contacts
		.map(({ name, fax_number: written }) => {
			const number = labelTextOf(written);
			const value = certainNumber(number) ?? number;
			return { name: `${labelTextOf(name) || 'No name'} (${value})`, value };
		})
		.filter(({ value }) => value !== '');
}
