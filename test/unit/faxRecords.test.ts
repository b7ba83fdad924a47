import fc from 'fast-check';

import { ServiceFault } from '../../nodes/shared/http/faults';
import { InputError } from '../../nodes/shared/values/inputError';
import type { NormalizedFax } from '../../nodes/shared/faxes/faxRecords';
import { FaxCursor } from '../../nodes/shared/faxes/faxCursor';
import { listFaxes, normalized } from '../../nodes/shared/faxes/faxRecords';
import type { Fax } from '../../nodes/shared/records';
import type { Readings } from './support/faxList';
import { DATES, fax, FaxList, idsOf, START, USUAL } from './support/faxList';

const query = { userId: 'self', category: 'inbox' };

/** Faxes close together, so that many are of one second. */
const faxesOver = (seconds: number, length: number, prefix: string): fc.Arbitrary<Fax[]> =>
	fc
		.array(fc.tuple(fc.nat(seconds), fc.nat(20), fc.nat(60)), {
			minLength: 0,
			maxLength: length,
			size: 'max',
		})
		.map((list) =>
			list.map(([submit, wait, duration], at) =>
				fax(`${prefix[at % prefix.length] ?? ''}${at}`, submit + wait, submit, submit + wait + duration),
			),
		);

const readings: fc.Arbitrary<Readings> = fc.record({
	listDate: fc.constantFrom(...DATES),
	offsetHonoured: fc.boolean(),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	longestPage: fc.constant(5000),
	isShuffled: fc.constant(false),
});

/** How many faxes are of the oldest second. */
function ofOldestSecond({ faxes }: FaxList, { listDate }: Readings): number {
	const dates = faxes.map((one) => one[listDate] ?? '').sort();
	return dates.filter((date) => date === dates[0]).length;
}

/**
 * Lists all faxes. Where there is no offset and all of them are of one second, nobody can tell whether there are more; then
 * an error is as good.
 */
async function listAll(list: FaxList, service: Readings): Promise<NormalizedFax[] | undefined> {
	try {
		return await listFaxes(list, query);
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		// One comes within the very second with each request: no page follows on the one before.
		if ((error as Error).message.includes('does not follow')) expect(list.hasChanged).toBe(true);
		else expect(service.offsetHonoured).toBe(false);
		expect(ofOldestSecond(list, service)).toBe(list.faxes.length);
		return undefined;
	}
}

describe('listing all faxes', () => {
	test('returns each once, none missing, newest first, whatever the service leaves open and whatever comes meanwhile', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc
					.constantFrom(0, 5, 60, 600, 10_000)
					.chain((seconds) => fc.tuple(faxesOver(seconds, 400, 'b'), faxesOver(seconds, 30, 'ac'))),
				readings,
				fc.constantFrom(undefined, ...DATES),
				async ([faxes, arrivals], service, lacking) => {
					const before = idsOf(faxes);
					// Faxes that came in were never submitted, for example.
					const lack = lacking === undefined || lacking === service.listDate ? {} : { [lacking]: null };
					const dated = (ones: Fax[]): Fax[] => ones.map((one) => ({ ...one, ...lack }));
					const list = new FaxList(dated(faxes), service);
					list.arrivals = dated(arrivals);
					const listed = await listAll(list, service);
					if (!listed) return;
					const ids = idsOf(listed);
					expect(new Set(ids).size).toBe(ids.length);
					expect(before.filter((id) => !ids.includes(id))).toEqual([]);
					const dates = listed.map((one) => one[service.listDate] ?? '');
					expect(dates).toEqual([...dates].sort().reverse());
				},
			),
			{ numRuns: 300 },
		);
	});

	test('orders faxes that began in one second by another date that they have', () => {
		const [first, second] = [fax('a', 0, 0, 0), fax('b', 0, 0, 1)];
		expect(idsOf(new FaxCursor().sorted([first, second]))).toEqual(['b', 'a']);
	});

	test('is not held up by the second before, where a service without an offset includes it', async () => {
		const faxes = [
			...Array.from({ length: 48 }, (_, at) => fax(`b${at}`, 0, 0, 0)),
			fax('b48', 1, 1, 1),
			fax('b49', 0, 0, 0),
		];
		const service: Readings = { ...USUAL, offsetHonoured: false, beforeIsInclusive: true };
		const listed = await listFaxes(new FaxList(faxes, service), query);
		expect(idsOf(listed).sort()).toEqual(idsOf(faxes).sort());
	});

	test('ends, with all faxes or with an error, however short the pages of the service are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(0, 5, 600).chain((seconds) => faxesOver(seconds, 400, 'a')),
				readings,
				fc.constantFrom(50, 70, 100),
				async (faxes, service, longestPage) => {
					const list = new FaxList(faxes, { ...service, longestPage });
					const listed = await listFaxes(list, query).catch((error: unknown) => error);
					expect(list.requests).toBeLessThan(100);
					if (!(listed instanceof InputError)) expect(listed).toHaveLength(faxes.length);
					// Where there is an offset, nothing stands in the way.
					else expect(service.offsetHonoured).toBe(false);
				},
			),
			{ numRuns: 100 },
		);
	});

	/** 10,000 faxes, 120 of them of one second. */
	const many = Array.from({ length: 10_000 }, (_, at) => {
		const second = 20 * (at >= 4000 && at < 4120 ? 4000 : at);
		return fax(`many${at}`, second + 3, second, second + 9);
	});

	test.each(
		DATES.flatMap((listDate) =>
			[true, false].flatMap((offsetHonoured) =>
				[true, false].map((beforeIsInclusive) => ({ listDate, offsetHonoured, beforeIsInclusive })),
			),
		),
	)('takes few requests for 10,000: %j', async (service) => {
		const arrivals = Array.from({ length: 30 }, (_, at) =>
			fax(`new${at}`, 200_100 + at, 200_000 + at, 200_200 + at),
		);
		const list = new FaxList([...many], { ...USUAL, ...service });
		list.arrivals = arrivals;
		const listed = await listFaxes(list, query);
		expect(listed.filter(({ id }) => id.startsWith('many'))).toHaveLength(10_000);
		expect(new Set(idsOf(listed)).size).toBe(listed.length);
		// Each page repeats the last fax of the one before, so that one that is deleted hides none.
		expect(list.requests).toBeLessThanOrEqual(206 + 3);
	});
});

describe('many faxes of one second, where there is no offset', () => {
	const ofOneSecond = (length: number): Fax[] => Array.from({ length }, (_, at) => fax(`one${at}`, 0, 0, 0));

	test.each([49, 51, 73, 4001])('%i are read with one longer page', async (length) => {
		const newer = Array.from({ length: 30 }, (_, at) => fax(`new${at}`, 10 + at));
		const list = new FaxList([...newer, ...ofOneSecond(length)], { ...USUAL, offsetHonoured: false });
		expect(await listFaxes(list, query)).toHaveLength(30 + length);
		expect(list.requests).toBeLessThanOrEqual(6);
	});

	test.each([
		['a single one', 1, 5000],
		['that many', 50, 5000],
		['a few more', 51, 5000],
		['the service tells no more', 120, 50],
		['the service tells some more', 300, 100],
	])('are an error where nobody can tell whether there are more: %s', async (_what, length, longestPage) => {
		const list = new FaxList(ofOneSecond(length), { ...USUAL, offsetHonoured: false, longestPage });
		await expect(listFaxes(list, query)).rejects.toThrow(
			'The list of faxes cannot be read to its end: more faxes may be of one second than the service tells, right before 2026-11-20 09:00:01 UTC. List the faxes on either side of that second, with "After" and "Before".',
		);
	});

	test.each([400, 500])(
		'are such an error too where the service answers a longer page with %i',
		async (status) => {
			const list = new FaxList(ofOneSecond(120), { ...USUAL, offsetHonoured: false, refusal: status });
			const error: unknown = await listFaxes(list, query).catch((reason: unknown) => reason);
			expect(error).toBeInstanceOf(status === 400 ? InputError : ServiceFault);
		},
	);
});

describe('what is asked for', () => {
	test('is a category, the times, and pages by time', async () => {
		const faxes = Array.from({ length: 51 }, (_, at) => fax(`a${at}`, at, at, at));
		const list = new FaxList(faxes, USUAL);
		const after = new Date(START - 5000);
		const before = new Date(START + 600_000);
		await listFaxes(list, { userId: 'u_1', category: 'sent', after, before });
		const times = { after: '2026-11-20 08:59:55', before: '2026-11-20 09:10:00' };
		expect(list.queries).toEqual([
			{ category: 'sent', limit: 50, ...times },
			{ category: 'sent', limit: 50, ...times, before: '2026-11-20 09:00:02' },
			{ category: 'sent', limit: 50, ...times, before: '2026-11-20 09:00:01' },
		]);
	});

	test('ends with the limit, which counts what is wanted', async () => {
		const faxes = Array.from({ length: 500 }, (_, at) => fax(`a${at}`, at, at, at));
		const list = new FaxList([...faxes], USUAL);
		expect(idsOf(await listFaxes(list, query, 3))).toEqual(['a499', 'a498', 'a497']);
		expect(list.requests).toBe(1);
		const even = await listFaxes(list, query, 30, ({ id }) => Number(id.slice(1)) % 2 === 0);
		expect(even).toHaveLength(30);
		expect(list.requests).toBe(3);
	});

	test.each([
		['start_time', {}],
		['a time that is null', { start_time: null }],
		['no time at all', { start_time: null, submit_time: null, last_update: null }],
	])('copes with faxes that lack %s', async (_what, lacking) => {
		const faxes = Array.from({ length: 333 }, (_, at) => ({
			...fax(`a${at}`, at, at, at),
			...(at % 3 === 0 || 'last_update' in lacking ? lacking : {}),
		}));
		const list = new FaxList(faxes, { ...USUAL, listDate: 'submit_time' });
		expect(await listFaxes(list, query)).toHaveLength(333);
	});
});

describe('a fax record', () => {
	test.each([
		[
			{ from: '+1', to: '+2' },
			{ from: '+1', to: '+2' },
		],
		[
			{ from_number: '+1', to_number: '+2' },
			{ from: '+1', to: '+2' },
		],
		[
			{ from: null, from_number: '+1', to: '', to_number: '+2' },
			{ from: '+1', to: '+2' },
		],
		[{}, { from: '', to: '' }],
	])('%j has both numbers: %j', (numbers, expected) => {
		expect(normalized({ id: 'a', status: 'success', ...numbers })).toEqual({
			id: 'a',
			status: 'success',
			...expected,
		});
	});
});
