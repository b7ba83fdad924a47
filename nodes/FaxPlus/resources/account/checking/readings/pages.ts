import { ServiceFault } from '../../../../../shared/http/faults';
import type { Reader } from '../../../../../shared/http/requests';
import { rethrow } from '../../../../../shared/http/rethrow';
import type { Fax } from '../../../../../shared/records';
import { inServiceForm } from '../../../../../shared/values/times';
import { getAll as getFaxes } from '../../../fax/getAll';
import { failureOf } from '../anonymous';
import { told, untold, type Finding, type Subject } from '../finding';
import { areSame, dateOf, entriesOf, faxesOf, type Category, type Identified } from '../lists';
import { listDateOf, SECOND } from './listDate';

/** Nobody has so many faxes that a list which heeds it still has one there. */
const BEYOND = 1_000_000;

/** All of a page but its first entry: a list that counts pages by `offset`, or heeds no limit, answers in another way. */
export function secondPlace({ length }: readonly unknown[]): { limit: number; offset: number } {
	return { limit: length - 1, offset: 1 };
}

/** More than any source names. */
const LONG = 1000;

const MORE_FAXES = 'Run this again when more faxes have come or gone.';

/** docs/api.md, "Pages" */
export const faxOffset: Subject = {
	check: 'Service: offset in the list of faxes',
	guidance: getFaxes,
	async look({ service }) {
		const category = await longerCategory(service);
		return await offsetFinding(
			'offsetHonoured',
			await entriesOf(service, category),
			async (qs) => faxesOf(service, category, qs),
			MORE_FAXES,
		);
	},
};

/** docs/api.md, "Fax records" */
export const faxPage: Subject = {
	check: 'Service: most faxes at once',
	guidance: getFaxes,
	async look({ service }) {
		const category = await longerCategory(service);
		const { limited: { date } = { date: 'start_time' } } = await listDateOf(service);
		const read = async (limit: number, last?: Fax): Promise<Fax[]> => {
			const before = last && { before: inServiceForm(new Date(dateOf(last, date) + SECOND)) };
			return await faxesOf(service, category, { limit, ...before });
		};
		const part = secondPlace(await entriesOf(service, category));
		const second = part.limit > 0 ? await unlessUnderstood('', faxesOf(service, category, part)) : [];
		if (!Array.isArray(second) || second.length !== part.limit) return notCertain(MORE_FAXES);
		const page = await unlessUnderstood(`A limit of ${LONG}`, read(LONG));
		if (!Array.isArray(page)) return page;
		if (page.length >= LONG) return told(`${LONG} at least.`);
		const finding = await mostAtOnce('largestLimit', page, read, MORE_FAXES);
		if (finding.ok !== true) return finding;
		// A period may limit a list, too, if none is asked for.
		const { length } = page;
		const [next, longer] = [await read(length, page.at(-1)), await read(length + 1, page.at(-1))];
		return areSame(next, longer) ? finding : notCertain(MORE_FAXES);
	},
};

/**
 * Whether a list heeds `offset`: by what comes at its second place, and far behind its end.
 *
 * @param page its beginning
 * @param more what makes it longer
 */
export async function offsetFinding(
	setting: string,
	page: readonly Identified[],
	read: (qs: { limit: number; offset: number }) => Promise<Identified[]>,
	more: string,
): Promise<Finding> {
	if (page.length < 4) return untold('There are fewer than four.', more);
	const second = await unlessUnderstood('An offset of 1', read(secondPlace(page)));
	if (!Array.isArray(second)) return second;
	const beyond = await unlessUnderstood('', read({ limit: 2, offset: BEYOND }));
	const there = Array.isArray(beyond) ? beyond : [];
	const isElsewhere = !there.some(({ id }) => page.slice(0, 3).some((entry) => entry.id === id));
	if (areSame(second, page.slice(1)) && isElsewhere) return told('It is heeded.', { [setting]: true });
	if (areSame(second, page.slice(0, -1)) && areSame(there, page.slice(0, 2)))
		return told('It is ignored.', { [setting]: false });
	return notCertain(more);
}

/**
 * How many entries a list gives at once, if it is no more than came: as many and one more bring the same page, and as many
 * from its last entry on bring others. So no entry is left out of a longer page, and no limit that is too large stands for another.
 *
 * @param read asks for a page of a length; for that which begins with an entry, or a little before it
 */
export async function mostAtOnce<T extends Identified>(
	setting: string,
	page: readonly T[],
	read: (limit: number, last?: T) => Promise<T[]>,
	more: string,
): Promise<Finding> {
	const { length } = page;
	const known = new Set(page.map(({ id }) => id));
	const next = page.length > 0 ? await read(length, page.at(-1)) : [];
	const again = next.filter(({ id }) => known.has(id));
	const isCertain =
		again.length > 0 &&
		again.length < length &&
		next.length === length &&
		areSame([...page.slice(-again.length), ...next.slice(again.length)], next) &&
		areSame(page, await read(length)) &&
		areSame(page, await read(length + 1));
	return isCertain ? told(`${length}.`, { [setting]: length }) : notCertain(more);
}

/** A page; that the service refuses what it was asked for tells something too. */
async function unlessUnderstood<T>(what: string, page: Promise<T[]>): Promise<T[] | Finding> {
	try {
		return await page;
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.status !== 400) return rethrow(error);
		return told(`${what} is refused: ${failureOf(error)}.`);
	}
}

export function notCertain(more: string): Finding {
	return untold('It cannot be told for certain.', more);
}

/** Where more faxes are. */
async function longerCategory(reader: Reader): Promise<Category> {
	const [inbox, sent] = [await entriesOf(reader, 'inbox'), await entriesOf(reader, 'sent')];
	return inbox.length >= sent.length ? 'inbox' : 'sent';
}
