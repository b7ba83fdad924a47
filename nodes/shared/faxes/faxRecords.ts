import { inServiceForm } from '../values/times';
import { listAt, listIn } from '../http/answers';
import { unexpectedAnswer } from '../http/faults';
import { FaxCursor, type PagePlace } from './faxCursor';
import { PAGE } from '../http/pagination';
import type { Reader, Reads } from '../http/requests';
import type { Fax, OutboxFax } from '../records';

/** Which faxes to list. */
interface FaxQuery {
	/** User whose faxes are listed, encoded as one part of a path. */
	userId: string;
	/** Name of the list: `inbox`, `sent` or `spam`. */
	category: string;
	after?: Date | undefined;
	before?: Date | undefined;
}

/** A part of the list of faxes. */
interface FaxPage {
	/** Faxes that no page before had, newest first. */
	faxes: NormalizedFax[];
	isLast: boolean;
}

/** A fax record as the nodes output it. */
export type NormalizedFax = Omit<Fax, 'from' | 'to' | 'from_number' | 'to_number'> & {
	from: string;
	to: string;
};

/**
 * Normalizes a fax record. The numbers are named `from` and `to`, whatever names Fax.Plus used, and are empty if there are
 * none (docs/contributing/api.md, "Fax records").
 */
export function normalized(fax: Fax): NormalizedFax {
	const { from_number: fromNumber, to_number: toNumber, ...rest } = fax;
	return { ...rest, from: fax.from || fromNumber || '', to: fax.to || toNumber || '' };
}

/** Reads one fax (docs/contributing/api.md, "Fax records"). Both IDs are encoded as one part of a path. */
export async function readFax(reads: Reader, userId: string, faxId: string): Promise<NormalizedFax> {
	return normalized(await reads.read<Fax>({ path: `/accounts/${userId}/faxes/${faxId}` }));
}

/** Reads the newest faxes with one request. */
export async function readNewestFaxes(reads: Reader, query: FaxQuery): Promise<FaxPage> {
	for await (const page of faxPages(reads, query, new FaxCursor(query.before))) return page;
	return { faxes: [], isLast: true };
}

/** Lists all faxes in the outbox, because Fax.Plus has no pages there (docs/contributing/api.md, "Outbox"). */
export async function listOutbox(reads: Reads, userId: string): Promise<OutboxFax[]> {
	return await listAt<OutboxFax>(reads, `/accounts/${userId}/outbox`, 'records', 'data');
}

/** Returns the numbers that a fax in the outbox goes to, or none if the record has none (docs/contributing/api.md, "Outbox"). */
export function recipientsOf(fax: Pick<OutboxFax, 'to'> | undefined): string[] {
	return [fax?.to ?? []].flat();
}

/**
 * Lists faxes, newest first, without duplicates. The documented parameters allow paging by time. A page ends somewhere
 * within a second. The next page starts with that second, after those of its faxes that were already seen
 * (docs/contributing/api.md, "Fax records"). An InputError names a second that fills a page if `offset` doesn't get past
 * it.
 *
 * @param isWanted decides which faxes are returned, and count toward the limit
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

/** Lists faxes page by page, so that the caller can stop in between. With every page, the cursor moves forward. */
export async function* faxPages(
	reads: Reader,
	query: FaxQuery,
	cursor: FaxCursor,
): AsyncGenerator<FaxPage, void> {
	for await (const { faxes, isLast } of cursor.pages(async (place) => readPage(reads, query, place)))
		yield { faxes: faxes.map(normalized), isLast };
}

async function readPage(
	reads: Reader,
	{ userId, category, after }: FaxQuery,
	{ before, offset }: PagePlace,
): Promise<Fax[]> {
	const qs = {
		category,
		limit: PAGE,
		...(after && { after: inServiceForm(after) }),
		...(before && { before: inServiceForm(before) }),
		...(offset > 0 && { offset }),
	};
	const faxes = listIn<Fax>(await reads.read({ path: `/accounts/${userId}/faxes`, qs }), 'records', 'data');
	if (faxes.every(({ id }) => typeof id === 'string' && id !== '')) return faxes;
	throw unexpectedAnswer('Fax.Plus responded with a list of faxes, but some have no ID', 'refused');
}
