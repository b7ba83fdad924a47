import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../../nodes/shared/http/faults';
import type { FaxDate } from '../../nodes/shared/faxes/faxCursor';
import type { Reader, ReadRequest } from '../../nodes/shared/http/requests';
import type { Contact, Fax, Member, OutboxFax, OwnNumber } from '../../nodes/shared/records';
import { fromServiceForm } from '../../nodes/shared/values/times';

/** As many contacts are asked for at once. */
export const CONTACTS = 50;

/** Where lists may be in an answer, or in the object that is there. */
const WRAPPERS = [
	...['records', 'data', 'results', 'items', 'numbers', 'members', 'contacts', 'faxes'],
	...['webhooks', 'endpoints'],
];

/** The requests for the lists that several subjects go by; the service is asked for each once. */
const LISTS = {
	inbox: { path: '/accounts/self/faxes', qs: { category: 'inbox', limit: 50 } },
	sent: { path: '/accounts/self/faxes', qs: { category: 'sent', limit: 50 } },
	outbox: { path: '/accounts/self/outbox' },
	numbers: { path: '/accounts/self/numbers' },
	members: { path: '/accounts' },
	contacts: { path: '/accounts/self/contacts', qs: { limit: CONTACTS, offset: 0 } },
	webhooks: { path: '/webhooks' },
} satisfies Record<string, ReadRequest>;

/** An entry of a list, which its ID tells from the others. */
export interface Identified {
	id?: unknown;
}

export interface Entries {
	inbox: Fax;
	sent: Fax;
	outbox: OutboxFax;
	numbers: OwnNumber & Identified & { assigned_to?: unknown; is_canceled?: boolean };
	members: Member;
	contacts: Contact;
	webhooks: Identified;
}

/** What is answered to the request for one of these lists, with other parameters than those of LISTS. */
export async function answerOf(
	reader: Reader,
	list: keyof Entries,
	others: object = {},
): Promise<IDataObject> {
	const { path, qs }: ReadRequest = LISTS[list];
	return await reader.read({ path, qs: { ...qs, ...others } });
}

/** The entries in that answer. */
export async function entriesOf<L extends keyof Entries>(
	reader: Reader,
	list: L,
	others?: object,
): Promise<Array<Entries[L]>> {
	return entriesIn(await answerOf(reader, list, others));
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

/** Where in an answer its list is, such as `data.records`, or `array`; only where it has entries and is the only one. */
export function wrapperOf(body: unknown): string | undefined {
	const [[wrapper, list] = [], ...others] = listsIn(body);
	return others.length === 0 && list && list.length > 0 && isKnown(wrapper) ? wrapper : undefined;
}

/** The entries of the list in an answer, however it is wrapped. */
export function entriesIn<T>(body: unknown): T[] {
	const list = listsIn(body).find(([wrapper]) => isKnown(wrapper))?.[1];
	if (!list) throw unexpectedAnswer('The service answered without a list', 'refused');
	return list.filter((entry) => typeof entry === 'object' && entry !== null) as T[];
}

/** A date of a fax, in Unix time (milliseconds); one that it lacks is that of its beginning. */
export function dateOf(fax: Fax, name: FaxDate): number {
	return (fromServiceForm(fax[name]) ?? fromServiceForm(fax.start_time))?.getTime() ?? Number.NaN;
}

/** All lists in an answer, or in the objects that are there. */
function listsIn(body: unknown, isInner = false): Array<[wrapper: string, list: unknown[]]> {
	if (Array.isArray(body)) return [['array', body]];
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([name, value]): Array<[string, unknown[]]> => {
		if (Array.isArray(value)) return [[name, value]];
		return isInner ? [] : listsIn(value, true).map(([inner, list]) => [`${name}.${inner}`, list]);
	});
}

function isKnown(wrapper = ''): boolean {
	return wrapper.split('.').every((name) => name === 'array' || WRAPPERS.includes(name));
}
