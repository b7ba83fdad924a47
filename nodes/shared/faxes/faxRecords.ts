import { InputError } from '../values/inputError';
import { inServiceForm } from '../values/times';
import { listAt, listIn } from '../http/answers';
import { ServiceFault, unexpectedAnswer } from '../http/faults';
import { FaxCursor } from './faxCursor';
import { PAGE } from '../http/pagination';
import type { Reader, Reads } from '../http/requests';
import { rethrow } from '../http/rethrow';
import type { Fax, OutboxFax } from '../records';

/** Asked for where more faxes than a page holds are of one second: more than one send can have recipients. */
const LONG_PAGE = 5000;

/** Which faxes to list. */
interface FaxQuery {
	/** Encoded as one part of a path. */
	userId: string;
	/** `inbox`, `sent` or `spam`. */
	category: string;
	after?: Date | undefined;
	before?: Date | undefined;
}

/** A part of the list of faxes. */
interface FaxPage {
	/** Those that no page before had, newest first. */
	faxes: NormalizedFax[];
	isLast: boolean;
}

/** A fax record as the nodes put it out. */
export type NormalizedFax = Omit<Fax, 'from' | 'to' | 'from_number' | 'to_number'> & {
	from: string;
	to: string;
};

/**
 * Brings a fax record into one form: the numbers are named `from` and `to`, whichever names the service used, and are empty
 * where it gave none (docs/api.md, "Fax records").
 */
export function normalized(fax: Fax): NormalizedFax {
	const { from_number: fromNumber, to_number: toNumber, ...rest } = fax;
	return { ...rest, from: fax.from || fromNumber || '', to: fax.to || toNumber || '' };
}

/** Reads one fax (docs/api.md, "Fax records"). Both ids are encoded as one part of a path. */
export async function readFax(reads: Reader, userId: string, faxId: string): Promise<NormalizedFax> {
	return normalized(await reads.read<Fax>({ path: `/accounts/${userId}/faxes/${faxId}` }));
}

/** Reads the newest faxes, as many as the service gives at once, with one request. */
export async function readNewestFaxes(reads: Reader, query: FaxQuery): Promise<NormalizedFax[]> {
	return (await readPage(reads, query, new FaxCursor(query.before), PAGE)).map(normalized);
}

/** Lists the faxes in the outbox, all of them: the service has no pages there (docs/api.md, "Outbox"). */
export async function listOutbox(reads: Reads, userId: string): Promise<OutboxFax[]> {
	return await listAt<OutboxFax>(reads, `/accounts/${userId}/outbox`, 'records', 'data');
}

/** The numbers that a fax in the outbox goes to; none where the record has none (docs/api.md, "Outbox"). */
export function recipientsOf(fax: Pick<OutboxFax, 'to'> | undefined): string[] {
	return [fax?.to ?? []].flat();
}

/**
 * Lists faxes, newest first, each once. The documented parameters page by time: a page ends somewhere within a second, and
 * the next one begins with that second, past as many faxes of it as have been seen (docs/api.md, "Fax records").
 * An InputError tells where more faxes are of one second than the service tells.
 *
 * @param isWanted tells which of them count for the limit and the result
 */
export async function listFaxes(
	reads: Reads,
	query: FaxQuery,
	limit = Number.POSITIVE_INFINITY,
	isWanted: (fax: NormalizedFax) => boolean = () => true,
): Promise<NormalizedFax[]> {
	const cursor = new FaxCursor(query.before);
	const wanted: NormalizedFax[] = [];
	for await (const page of faxPages(reads, query, cursor)) {
		wanted.push(...page.faxes.filter(isWanted));
		if (wanted.length >= limit) break;
	}
	return cursor.sorted(wanted).slice(0, limit);
}

/** The same page by page, to whoever wants to stop in between. With every page the cursor moves on in the list. */
export async function* faxPages(
	reads: Reader,
	query: FaxQuery,
	cursor: FaxCursor,
): AsyncGenerator<FaxPage, void> {
	for (let isLast = false; !isLast;) {
		const page = await readPage(reads, query, cursor, PAGE);
		const faxes = cursor.advance(page);
		isLast = cursor.pages.isLast;
		if (cursor.pages.isStuck) isLast = await readWithinSecond(reads, query, cursor, page, faxes);
		if (faxes.length > 0 || isLast) yield { faxes: faxes.map(normalized), isLast };
	}
}

/**
 * Reads on where the service gives the same page of one second again and again. A longer one may tell what is before that
 * second. If not, the page is whole where the list as such, whatever the time, fills a longer one. Where only some dates of its faxes
 * are alike, a page from the others shows whether they order the list.
 *
 * @returns whether all has been read; what no page before had is among the found
 */
async function readWithinSecond(
	reads: Reader,
	query: FaxQuery,
	cursor: FaxCursor,
	page: readonly Fax[],
	found: Fax[],
): Promise<boolean> {
	const { before } = cursor;
	const limit = page.length < PAGE ? PAGE : LONG_PAGE;
	try {
		const longest = limit === PAGE ? page : await readPage(reads, query, cursor, limit);
		if (longest !== page) found.push(...cursor.advance(longest));
		if (cursor.pages.isLast || cursor.before !== before) return cursor.pages.isLast;
		const { userId, category } = query;
		const whole = await readPage(reads, { userId, category }, new FaxCursor(), limit);
		if (whole.length > longest.length) return true;
		const aside = cursor.asideOf(longest);
		const next = aside ? await readPage(reads, query, new FaxCursor(aside), limit) : [];
		if (aside && next.some(({ id }) => id === longest.at(-1)?.id)) {
			cursor.stepAside(longest, aside);
			return false;
		}
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.status !== 400) return rethrow(error);
	}
	const where = cursor.position ? `, right before ${inServiceForm(cursor.position)} UTC` : '';
	throw new InputError(
		`The list of faxes cannot be read to its end: more faxes may be of one second than the service tells${where}. List the faxes on either side of that second, with "After" and "Before".`,
	);
}

async function readPage(
	reads: Reader,
	{ userId, category, after }: FaxQuery,
	{ before, pages: { offset } }: FaxCursor,
	limit: number,
): Promise<Fax[]> {
	const qs = {
		category,
		limit,
		...(after && { after: inServiceForm(after) }),
		...(before && { before: inServiceForm(before) }),
		...(offset > 0 && { offset }),
	};
	const faxes = listIn<Fax>(await reads.read({ path: `/accounts/${userId}/faxes`, qs }), 'records', 'data');
	if (faxes.every(({ id }) => typeof id === 'string' && id !== '')) return faxes;
	throw unexpectedAnswer('The service answered with a list of faxes of which some have no ID', 'refused');
}
