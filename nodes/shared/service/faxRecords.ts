import { InputError } from '../values/inputError';
import { inServiceForm } from '../values/times';
import { listIn } from './answers';
import { ServiceFault } from './faults';
import { FaxCursor } from './faxCursor';
import type { Reads } from './requests';
import { rethrow } from './rethrow';
import type { Fax, OutboxFax } from './types';

/** Records of a page; the service publishes no longer one (docs/api.md, "Fax records"). */
const PAGE = 50;

/** A page of so many may be all that the service gives at once, though more was asked for: the next one tells. */
const CAPS = new Set([10, 20, 25, 30, 40]);

/** Asked for where more faxes than a page holds are of one second: more than one send can have recipients. */
const LONG_PAGE = 5000;

/** Which faxes to list. */
export interface FaxQuery {
	/** Encoded as one part of a path. */
	userId: string;
	/** `inbox`, `sent` or `spam`. */
	category: string;
	after?: Date | undefined;
	before?: Date | undefined;
}

/** A part of the list of faxes. */
export interface FaxPage {
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

/**
 * Lists the faxes in the outbox, all of them: the service has no pages there (docs/api.md, "Outbox").
 *
 * @param userId encoded as one part of a path
 * @throws ServiceFault
 */
export async function listOutbox(reads: Reads, userId: string): Promise<OutboxFax[]> {
	return listIn<OutboxFax>(await reads.read({ path: `/accounts/${userId}/outbox` }), 'records', 'data');
}

/** The numbers that a fax in the outbox goes to; none where the record has none (docs/api.md, "Outbox"). */
export function recipientsOf(fax: Pick<OutboxFax, 'to'> | undefined): string[] {
	return [fax?.to ?? []].flat();
}

/**
 * Lists faxes, newest first, each once. The documented parameters page by time: a page ends somewhere within a second, and
 * the next one begins with that second, past as many faxes of it as have been seen (docs/api.md, "Fax records").
 *
 * @param limit of faxes to return; all when left out
 * @param isWanted tells which of them count; all when left out
 * @throws ServiceFault
 * @throws InputError when more faxes are of one second than the service tells
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

/**
 * The same page by page, to whoever wants to stop in between.
 *
 * @param cursor the place in the list, which moves on with every page
 * @throws ServiceFault
 * @throws InputError as listFaxes
 */
export async function* faxPages(
	reads: Pick<Reads, 'read'>,
	query: FaxQuery,
	cursor: FaxCursor,
): AsyncGenerator<FaxPage, void> {
	for (let isLast = false; !isLast;) {
		let page = await readPage(reads, query, cursor, PAGE);
		const fresh = cursor.advance(page);
		isLast = page.length < PAGE && (cursor.isStuck || !CAPS.has(page.length));
		if (cursor.isStuck && !isLast) {
			page = await readLongPage(reads, query, cursor);
			isLast = isWhole(page.length);
			fresh.push(...cursor.advance(page));
			if (fresh.length === 0) throw unreadable(cursor);
		}
		yield { faxes: fresh.map(normalized), isLast };
	}
}

/** Reads more at once than is documented; the service may refuse that, or answer with a page as always. */
async function readLongPage(reads: Pick<Reads, 'read'>, query: FaxQuery, cursor: FaxCursor): Promise<Fax[]> {
	try {
		return await readPage(reads, query, cursor, LONG_PAGE);
	} catch (error) {
		if (error instanceof ServiceFault && error.status === 400) throw unreadable(cursor);
		return rethrow(error);
	}
}

/** Whether a long page is certain to hold all that there is: a service that allows less has a round number for that. */
function isWhole(length: number): boolean {
	return length > PAGE && length % 10 !== 0;
}

function unreadable({ before }: FaxCursor): InputError {
	const where = before === undefined ? '' : `, right before ${inServiceForm(before)} UTC`;
	return new InputError(
		`The list of faxes cannot be read to its end: more faxes are of one second than the service tells${where}. List the faxes on either side of that second, with "After" and "Before".`,
	);
}

async function readPage(
	reads: Pick<Reads, 'read'>,
	{ userId, category, after }: FaxQuery,
	{ before, offset }: FaxCursor,
	limit: number,
): Promise<Fax[]> {
	const answer = await reads.read<{ data?: unknown }>({
		path: `/accounts/${userId}/faxes`,
		qs: {
			category,
			limit,
			...(after === undefined ? {} : { after: inServiceForm(after) }),
			...(before === undefined ? {} : { before: inServiceForm(before) }),
			...(offset === 0 ? {} : { offset }),
		},
	});
	const list = typeof answer.data === 'object' && answer.data !== null ? answer.data : answer;
	return listIn<Fax>(list, 'records', 'data');
}
