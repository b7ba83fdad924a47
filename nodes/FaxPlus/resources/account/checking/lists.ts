import { unexpectedAnswer } from '../../../../shared/service/faults';
import type { FaxDate } from '../../../../shared/service/faxCursor';
import type { Reader } from '../../../../shared/service/requests';
import type { Contact, Fax, Member, OutboxFax, OwnNumber } from '../../../../shared/service/types';
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

/** Where in an answer its list is, such as `data.records`; `array` where it is the answer itself. */
export function wrapperOf(body: unknown): string | undefined {
	return found(body)?.[0];
}

/** The entries of the list in an answer, however it is wrapped. */
export function entriesIn<T>(body: unknown): T[] {
	const list = found(body)?.[1];
	if (!list) throw unexpectedAnswer('The service answered without a list', 'refused');
	return list.filter((entry) => typeof entry === 'object' && entry !== null) as T[];
}

/** A date of a fax, in Unix time (milliseconds); one that it lacks is that of its beginning. */
export function dateOf(fax: Fax, name: FaxDate): number {
	return (fromServiceForm(fax[name]) ?? fromServiceForm(fax.start_time))?.getTime() ?? Number.NaN;
}

function found(body: unknown): [wrapper: string, list: unknown[]] | undefined {
	if (Array.isArray(body)) return ['array', body];
	const properties = Object.entries(body ?? {}).filter(([name]) => WRAPPERS.includes(name));
	for (const [name, value] of properties) if (Array.isArray(value)) return [name, value];
	for (const [name, value] of properties) {
		const inner = typeof value === 'object' ? found(value) : undefined;
		if (inner) return [`${name}.${inner[0]}`, inner[1]];
	}
	return undefined;
}
