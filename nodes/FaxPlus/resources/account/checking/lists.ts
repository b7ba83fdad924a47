import { unexpectedAnswer } from '../../../../shared/http/faults';
import type { FaxDate } from '../../../../shared/faxes/faxCursor';
import type { Reader } from '../../../../shared/http/requests';
import type { Contact, Fax, Member, OutboxFax, OwnNumber } from '../../../../shared/records';
import { fromServiceForm } from '../../../../shared/values/times';

/** Where lists may be in an answer, or in the object that is there. */
const WRAPPERS = [
	...['records', 'data', 'results', 'items', 'numbers', 'members', 'contacts', 'faxes'],
	...['areas', 'countries', 'webhooks', 'endpoints'],
];

export type Category = 'inbox' | 'sent';

/** The requests for the lists that several subjects go by; the service is asked for each once. */
export const LISTS = {
	inbox: { path: '/accounts/self/faxes', qs: { category: 'inbox', limit: 50 } },
	sent: { path: '/accounts/self/faxes', qs: { category: 'sent', limit: 50 } },
	outbox: { path: '/accounts/self/outbox' },
	numbers: { path: '/accounts/self/numbers' },
	members: { path: '/accounts' },
	contacts: { path: '/accounts/self/contacts', qs: { limit: 50, offset: 0 } },
	webhooks: { path: '/webhooks' },
} as const;

/** A number, and what tells whether the user can send from it. */
export interface ListedNumber extends OwnNumber {
	id?: string;
	assigned_to?: unknown;
	is_canceled?: boolean;
}

/** An entry of a list, which its ID tells from the others. */
export interface Identified {
	id?: unknown;
}

interface Entries {
	inbox: Fax;
	sent: Fax;
	outbox: OutboxFax;
	numbers: ListedNumber;
	members: Member;
	contacts: Contact;
	webhooks: { id: string };
}

/** The entries of one of these lists. */
export async function entriesOf<L extends keyof Entries>(
	reader: Reader,
	list: L,
): Promise<Array<Entries[L]>> {
	return entriesIn(await reader.read(LISTS[list]));
}

/** The faxes of a category, with other parameters than those of LISTS. */
export async function faxesOf(reader: Reader, category: Category, qs: object): Promise<Fax[]> {
	const { path, qs: usual } = LISTS[category];
	return entriesIn(await reader.read({ path, qs: { ...usual, ...qs } }));
}

/** A fax of a list. */
export interface Listed {
	category: Category;
	fax: Fax;
}

/** The newest faxes that have come and gone; those that were sent first, as they have a date more. */
export async function listedFaxes(reader: Reader): Promise<Listed[]> {
	const listed: Listed[] = [];
	for (const category of ['sent', 'inbox'] as const)
		listed.push(...(await entriesOf(reader, category)).map((fax) => ({ category, fax })));
	return listed;
}

/** Those of them that a look does not mark as read, if it does: that is not public. */
export async function unspoiltFaxes(reader: Reader): Promise<Listed[]> {
	return (await listedFaxes(reader)).filter(
		({ category, fax }) => category === 'sent' || fax.is_read === true,
	);
}

/** An ID that can stand in a path as it is, and is another one with one character changed. */
export function isPlainId(id: unknown): id is string {
	return typeof id === 'string' && /^[\w-]*[\da-z][\w-]*$/i.test(id);
}

/** Whether pages have the same entries in the same order; never where an ID is missing or comes twice. */
export function areSame(page: readonly Identified[], other: readonly Identified[]): boolean {
	const isUnique = new Set(page.map(({ id }) => id)).size === page.length;
	const isTold = page.every(({ id }, at) => (id ?? '') !== '' && id === other[at]?.id);
	return isUnique && isTold && page.length === other.length;
}

/** Where in an answer its list is, such as `data.records`; `array` where it is the answer itself. Only entries show it. */
export function wrapperOf(body: unknown): string | undefined {
	const [list, ...others] = listsIn(body).filter(([, entries]) => entries.length > 0);
	return others.length === 0 ? list?.[0] : undefined;
}

/** The entries of the list in an answer, however it is wrapped. */
export function entriesIn<T>(body: unknown): T[] {
	const [[, list] = []] = listsIn(body);
	if (!list) throw unexpectedAnswer('The service answered without a list', 'refused');
	return list.filter((entry) => typeof entry === 'object' && entry !== null) as T[];
}

/** A date of a fax, in Unix time (milliseconds); one that it lacks is that of its beginning. */
export function dateOf(fax: Fax, name: FaxDate): number {
	return (fromServiceForm(fax[name]) ?? fromServiceForm(fax.start_time))?.getTime() ?? Number.NaN;
}

function listsIn(body: unknown): Array<[wrapper: string, list: unknown[]]> {
	if (Array.isArray(body)) return [['array', body]];
	const properties = Object.entries(body ?? {}).filter(([name]) => WRAPPERS.includes(name));
	return properties.flatMap(([name, value]) =>
		Array.isArray(value)
			? [[name, value] as [string, unknown[]]]
			: listsIn(value).map(([inner, list]): [string, unknown[]] => [`${name}.${inner}`, list]),
	);
}
