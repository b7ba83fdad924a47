import { FaxCursor } from '../faxes/faxCursor';
import type { NormalizedFax } from '../faxes/faxRecords';
import { faxPages } from '../faxes/faxRecords';
import type { Reader } from '../http/requests';
import { InputError } from '../values/inputError';
import type { ListedFax, WatchedList } from '../faxes/faxEvents';
import { latestTimeOf } from '../faxes/faxEvents';

const SECOND = 1_000;

/** How far one list is read. Times are in milliseconds. */
interface Range {
	/** Whether what follows a page is older than what is wanted. */
	isEnd: (faxes: readonly NormalizedFax[]) => boolean;
	/** The service need not list what is before. */
	after?: Date | undefined;
	/** Where a reading before has stopped. */
	position?: number | undefined;
	/** Whether no other page is wanted after one, although more may follow. */
	isEnough?: (faxes: readonly NormalizedFax[]) => boolean;
}

/** What a reading of one list has brought. */
export interface Reading {
	list: WatchedList;
	/** Newest first; those that a failure has left out are older. */
	faxes: ListedFax[];
	/** What is from then on was read, in milliseconds. */
	position: number | undefined;
	/** Whether all that was asked for was read, but for a second that `failure` may name. */
	isWhole: boolean;
	failure?: unknown;
}

/**
 * Reads a list, newest first, page after page. What cannot be read keeps nothing back that is newer; a second of which the
 * service may tell only some faxes is told, and left behind.
 *
 * @param userId whose faxes, encoded as one part of a path
 */
export async function readList(
	reads: Reader,
	userId: string,
	list: WatchedList,
	{ isEnd, after, position, isEnough = () => false }: Range,
): Promise<Reading> {
	const reading: Reading = { list, faxes: [], position, isWhole: false };
	for (;;) {
		const cursor = new FaxCursor(reading.position === undefined ? undefined : new Date(reading.position));
		try {
			for await (const page of faxPages(reads, { userId, category: list.category, after }, cursor)) {
				reading.faxes.push(...page.faxes.map((fax) => ({ ...list, fax })));
				reading.position = cursor.position?.getTime() ?? reading.position;
				// First, as it also notes what a page tells of the time.
				reading.isWhole = isEnd(page.faxes) || page.isLast;
				if (reading.isWhole || isEnough(page.faxes)) break;
			}
			return reading;
		} catch (error) {
			reading.failure ??= error;
			const at = cursor.position?.getTime();
			if (!(error instanceof InputError) || at === undefined) return reading;
			reading.position = at - SECOND;
		}
	}
}

/** Whether what follows a page is from before some time: what stands after one that is old by all of its dates, is old by that of the list's order. */
export function goesBackBefore(faxes: readonly NormalizedFax[], time: number): boolean {
	return faxes.some((fax) => latestTimeOf(fax) < time);
}
