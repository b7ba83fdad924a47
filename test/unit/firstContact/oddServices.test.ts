import type { IDataObject } from 'n8n-workflow';

import type { SlowReader } from '../../../tools/first-contact/slowReader';
import type { Finding, Reading } from '../../../tools/first-contact/finding';
import { bounds, listDate } from '../../../tools/first-contact/readings/dates';
import {
	contactOffset,
	contactPage,
	contactTotal,
	faxOffset,
	faxPage,
	offsetFinding,
	type Part,
} from '../../../tools/first-contact/readings/pages';
import { inProgress } from '../../../tools/first-contact/readings/records';
import { contactGroups, wrappers } from '../../../tools/first-contact/readings/shapes';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import type { ReadRequest } from '../../../nodes/shared/http/requests';
import { fromServiceForm, inServiceForm } from '../../../nodes/shared/values/times';

type Name = 'start_time' | 'submit_time' | 'last_update';

interface Fax extends Record<Name, string> {
	id: string;
	status: string;
	isHidden?: boolean;
}

interface Query {
	limit: number;
	offset: number;
	after: number;
	before: number;
}

/** How a service lists: what has to be told of it is set, all else is as in the usual one. */
interface Service {
	isWithin: (fax: Fax, query: Query) => boolean;
	orderedBy: Name;
	/** Part of the list of faxes or contacts that a request gets. */
	page: <T>(list: T[], query: Query) => T[];
	/** What stands beside a part of the list of contacts. */
	beside: (part: unknown[], query: Query) => IDataObject;
	/** Before a request for faxes, of which so many have been answered. */
	meanwhile: (faxes: Fax[], requests: number) => void;
}

const NOON = Date.UTC(2026, 0, 5, 12);

function faxAt(id: string, begun: number, submitted = begun - 30, updated = begun + 650): Fax {
	const [start_time = '', submit_time = '', last_update = ''] = [begun, submitted, updated].map((seconds) =>
		inServiceForm(new Date(NOON + seconds * 1000)),
	);
	return { id, status: 'success', start_time, submit_time, last_update };
}

function timeOf(fax: Fax, name: Name): number {
	return fromServiceForm(fax[name])?.getTime() ?? Number.NaN;
}

/** Faxes of a period are those that begin before it ends, and end after it began, by these dates. */
const within =
	(first: Name, last: Name = first): Service['isWithin'] =>
	(fax, { after, before }) =>
		after <= timeOf(fax, last) && timeOf(fax, first) < before;

/** Pages hold so many, however many are asked for. */
const capped =
	(cap: number): Service['page'] =>
	(list, { limit, offset }) =>
		list.slice(offset, offset + Math.min(limit, cap));

const usual: Service = {
	isWithin: within('start_time'),
	orderedBy: 'start_time',
	page: capped(7),
	beside: () => ({}),
	meanwhile: () => undefined,
};

/** Twenty faxes, of which the orders by their dates differ: the last one has waited, and ended at once. */
const someFaxes = (): Fax[] => [
	...Array.from({ length: 19 }, (_none, at) => faxAt(`fax${at}`, at * 100)),
	faxAt('last', 1935, 1760, 2280),
];

/** What was received: no date but the last one puts them into another order. */
const someInbox = (): Fax[] => [faxAt('in0', 50, 50), faxAt('in1', 150, 150, 400)];

const contacts = Array.from({ length: 20 }, (_none, at) => ({ id: `contact${at}` }));

/** Finds out what a service lists. */
async function lookAt(subject: Reading, odd: Partial<Service>, more: IDataObject = {}): Promise<Finding> {
	const { isWithin, orderedBy, page, beside, meanwhile } = { ...usual, ...odd };
	const faxes = someFaxes();
	const inbox = (more['inbox'] as unknown as Fax[] | undefined) ?? someInbox();
	const answers = new Map<string, unknown>();
	let requests = 0;
	const answerTo = ({ path, qs = {} }: ReadRequest): unknown => {
		const { category, limit = 50, offset = 0, after, before } = qs as Partial<Record<string, string>>;
		const query = {
			...{ limit: Number(limit), offset: Number(offset) },
			after: fromServiceForm(after)?.getTime() ?? Number.NEGATIVE_INFINITY,
			before: fromServiceForm(before)?.getTime() ?? Number.POSITIVE_INFINITY,
		};
		if (path === '/webhooks') return more;
		if (path.endsWith('/contacts')) {
			const records = page(contacts, query);
			return { records, ...beside(records, query), ...more };
		}
		if (category === 'sent') meanwhile(faxes, requests++);
		const listed = (category === 'sent' ? faxes : inbox)
			.filter((fax) => isWithin(fax, query))
			.sort((a, b) => timeOf(b, orderedBy) - timeOf(a, orderedBy));
		return { data: { records: page(listed, query) } };
	};
	const read = async (request: ReadRequest): Promise<unknown> => {
		const key = JSON.stringify([request.path, request.qs]);
		if (!answers.has(key)) answers.set(key, structuredClone(answerTo(request)));
		return await Promise.resolve(answers.get(key));
	};
	const service = { read, clockAhead: 0 } as unknown as SlowReader;
	return await subject.ask(service);
}

/** What the usual service is seen to do. */
const BOUNDS = 'after includes it, before does not, as far as can be seen.';

test('of the usual service all is known', async () => {
	const expected: Array<[Reading, Finding['settings']]> = [
		// A date that no record shows may be near to one that it shows.
		[listDate, undefined],
		[bounds, undefined],
		[faxOffset, { offsetHonoured: true }],
		[faxPage, { largestLimit: 7 }],
		[contactOffset, { contactsOffsetHonoured: true }],
		[contactPage, { largestContactPage: 7 }],
		[contactTotal, { contactsTotalTold: false }],
	];
	for (const [subject, settings] of expected) expect((await lookAt(subject, {})).settings).toEqual(settings);
	expect(await lookAt(bounds, {})).toMatchObject({ finding: BOUNDS });
	const counted = await lookAt(contactTotal, {}, { total_count: contacts.length });
	expect(counted).toMatchObject({ isTold: false, finding: 'It comes, as far as can be seen.' });
});

describe('Nothing is named where', () => {
	/** Rounds an offset to pages of the service's own, and begins anew behind the end. */
	const inPages =
		(size: number): Service['page'] =>
		(list, { limit, offset }) => {
			const first = offset - (offset % size);
			return list.slice(first < list.length ? first : 0).slice(0, Math.min(limit, size));
		};

	/** The first of the sent faxes is deleted before the second place is asked for. */
	const losingFirst: Service['meanwhile'] = (faxes, request) => {
		if (request === 2) faxes.pop();
	};

	/** A page of the first faxes of a list, less those that are hidden. */
	const lessHidden = (hidden: readonly string[], cap: number): Service['page'] =>
		function page<T>(list: T[], query: Query): T[] {
			return capped(cap)(list, query).filter((entry) => !hidden.includes((entry as { id: string }).id));
		};

	/** The page of another place than the one that is asked for. */
	const at =
		(placeOf: (query: Query) => number, page = usual.page): Service['page'] =>
		(list, query) =>
			page(list, { ...query, offset: placeOf(query) });

	/** The total of contacts is that of those that were seen, and one more. */
	const oneMore: Service['beside'] = (part, { offset }) => ({
		total_count: Math.min(contacts.length, offset + part.length + 1),
	});

	const isReceived = ({ id }: Fax): boolean => id.startsWith('in');

	const ofWholeFax = within('submit_time', 'last_update');

	const anew: Partial<Service> = {
		page: inPages(7),
		isWithin: (fax, query) => {
			const end = Math.min(query.before, NOON + 1_950_000);
			return usual.isWithin(fax, { ...query, after: end - 700_000 });
		},
	};

	const odd: Record<string, Partial<Service> & { of: Reading }> = {
		'a limit that is too large stands for another': {
			of: faxPage,
			page: (list, query) => capped(query.limit > 10 ? 5 : query.limit)(list, query),
		},
		'entries behind a page are hidden': { of: faxPage, page: lessHidden(['fax13', 'fax14'], 8) },
		'entries within a page are hidden': { of: faxPage, page: lessHidden(['fax16'], 8) },
		'entries are hidden and no limit is heeded': {
			of: contactPage,
			page: (list, query) =>
				lessHidden(['contact1', 'contact4', 'contact9'], 5)(list, { ...query, limit: 5 }),
		},
		'a list without a period has one': {
			of: faxPage,
			page: capped(Infinity),
			isWithin: (fax, { after, ...query }) =>
				usual.isWithin(fax, { ...query, after: query.before === Infinity ? NOON + 1_400_000 : after }),
		},
		'one fax at once hides another of the same second': {
			of: bounds,
			page: (list) => list.slice(0, 1),
			isWithin: ofWholeFax,
			meanwhile: (faxes, request) => {
				if (request === 1) faxes.push(faxAt('hiding', 2200, 1760, 2280));
			},
		},
		'before is ignored': { of: bounds, isWithin: (fax, { after }) => after <= timeOf(fax, 'submit_time') },
		'received faxes are limited by another date': {
			of: bounds,
			isWithin: (fax, query) => within(isReceived(fax) ? 'last_update' : 'start_time')(fax, query),
		},
		'received faxes are in every period': {
			of: bounds,
			isWithin: (fax, query) => isReceived(fax) || usual.isWithin(fax, query),
		},
		'a period is that of the whole fax, and the fax is deleted in between': {
			of: bounds,
			isWithin: (fax, query) => (isReceived(fax) ? usual.isWithin : ofWholeFax)(fax, query),
			meanwhile: losingFirst,
		},
		'offset counts pages': { of: faxOffset, page: (list, { limit, offset }) => list.slice(limit * offset) },
		'offset counts from one, and the first is deleted in between': {
			of: faxOffset,
			page: at(({ offset }) => Math.max(0, offset - 1)),
			meanwhile: losingFirst,
		},
		'no offset is heeded, and a fax is deleted': { of: faxOffset, page: at(() => 0), meanwhile: losingFirst },
		'offset is heeded to a place': { of: contactOffset, page: at(({ offset }) => (offset > 3 ? 0 : offset)) },
		'the total is there only where there is more': {
			of: contactTotal,
			page: capped(Infinity),
			beside: (part) => (part.length < contacts.length ? { total_count: contacts.length } : {}),
		},
		'the total is of what was seen, and one more': { of: contactTotal, beside: oneMore },
		'the total is of all, as one more is the last': { of: contactTotal, page: capped(19), beside: oneMore },
		'the total has a cap, and a contact is hidden behind it': {
			of: contactTotal,
			page: lessHidden(['contact12'], 7),
			beside: () => ({ total_count: 15 }),
		},
		'the total is too large, and the page there has as many': {
			of: contactTotal,
			page: inPages(8),
			beside: () => ({ total_count: 23 }),
		},
		'offset counts pages, and an entry is hidden': {
			of: contactOffset,
			page: (list, query) =>
				lessHidden(['contact1'], Infinity)(list.slice(0, 5), {
					...query,
					offset: query.limit * query.offset,
				}),
		},
		'offset begins anew behind a list that has a period': { of: faxOffset, ...anew },
		'offset begins anew there, and fills a page': { of: faxPage, ...anew },
		'the total is there only where there is more, and all but one are deleted in between': {
			of: contactTotal,
			page: (list, { limit }) => list.slice(0, limit === 50 ? 3 : 1),
		},
		'offset is rounded': {
			of: contactOffset,
			page: at(({ limit, offset }) => offset - (offset % limit), capped(Infinity)),
		},
	};

	test.each(Object.entries(odd))('%s', async (_where, { of: subject, ...service }) => {
		const { settings = {}, finding } = await lookAt(subject, service);
		expect(settings).toEqual({});
		if (subject === bounds) expect(finding).not.toMatch(/^after/);
	});

	test.each(Array.from({ length: 8 }, (_none, request) => request))(
		'a fax comes, goes or changes before request %i',
		async (at) => {
			const page: Service['page'] = (list) => list.slice(0, 2);
			const changes: Array<(faxes: Fax[]) => unknown> = [
				(faxes) => faxes.push(faxAt('new', 1936)),
				(faxes) => faxes.push(faxAt('new', 1934)),
				(faxes) => faxes.push(faxAt('new', 3000)),
				(faxes) => faxes.pop(),
				(faxes) => Object.assign(faxes.at(-1) ?? {}, faxAt('last', 1936)),
			];
			const found: Finding[] = [];
			for (const change of changes) {
				const meanwhile: Service['meanwhile'] = (faxes, request) => {
					if (request === at) change(faxes);
				};
				found.push(await lookAt(bounds, { page, meanwhile }, { inbox: [] }));
				found.push(await lookAt(faxOffset, { meanwhile }));
			}
			expect(found.some(({ settings }) => settings)).toBe(true);
			for (const { settings = {} } of found) expect({ offsetHonoured: true }).toMatchObject(settings);
			for (const { finding } of found) if (finding.startsWith('after')) expect(finding).toBe(BOUNDS);
		},
	);

	test.each<[string, Reading, IDataObject]>([
		['the total is a text', contactTotal, { total_count: '20' }],
		['the total is elsewhere', contactTotal, { paging: { total: 20 } }],
		['the total may be that of the longest page', contactTotal, { total_count: 7 }],
		['two contacts may be one soon', contactTotal, { records: contacts.slice(0, 2) }],
		['the total is too large', contactTotal, { total_count: 23 }],
		['the total is too small', contactTotal, { total_count: 18 }],
		['groups have blanks', contactGroups, { records: [{ id: 'a', groups: ['42 17', '42 18'] }] }],
		['groups are other objects', contactGroups, { records: [{ id: 'a', groups: [{ uid: '4' }] }] }],
		['there is no endpoint', wrappers, { data: [] }],
		['there is no endpoint, but another list', wrappers, { data: [], records: [{ id: 'a' }] }],
		['endpoints are under another name', wrappers, { hooks: [{ id: 'a' }], data: [{ id: 'b' }] }],
		['a word may mean another thing', inProgress, { inbox: [{ ...faxAt('a', 0), status: 'pending' }] }],
		['a fax arrives for days', inProgress, { inbox: [{ ...faxAt('a', 0), status: 'in_progress' }] }],
	])('%s', async (_where, subject, more) => {
		expect((await lookAt(subject, {}, more)).settings ?? {}).toEqual({});
	});
});

test('of other lists no wrapper is told where there is a second list', async () => {
	const { finding } = await lookAt(wrappers, {}, { results: [{ id: 'a' }] });
	expect(finding).toContain('contacts: none that is known');
	expect(finding).toContain('inbox: data.records');
});

test('a limit above the largest is no refused offset', async () => {
	const read: Part['read'] = async ({ limit, offset }) => {
		if (limit > 7) throw new ServiceFault('No', 'refused', 400, 'bad_request');
		return await Promise.resolve(contacts.slice(offset, offset + limit));
	};
	const finding = await offsetFinding('isHeeded', { page: contacts.slice(0, 7), read }, '');
	expect(finding.settings).toEqual({ isHeeded: true });
});

test('an offset that is ignored is told in words alone', async () => {
	const page: Service['page'] = (list, { limit }) => list.slice(0, Math.min(limit, 7));
	const found = await lookAt(faxOffset, { page });
	expect(found).toMatchObject({ isTold: false, finding: 'It is ignored, as far as can be seen.' });
	expect(found.settings).toBeUndefined();
});

test('an offset that ends with the list is heeded', async () => {
	const page: Service['page'] = (list, { limit, offset }) => {
		const first = Math.max(0, Math.min(offset, list.length - limit));
		return list.slice(first, first + limit);
	};
	expect((await lookAt(faxOffset, { page })).settings).toEqual({ offsetHonoured: true });
});
