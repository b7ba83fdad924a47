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
	/** Whether everything after a page is too old. */
	isEnd: (faxes: readonly NormalizedFax[]) => boolean;
	/** Faxes from before this time aren't needed. */
	after?: Date | undefined;
	/** Where an earlier read stopped. */
	position?: number | undefined;
	/** Whether this page is enough, although more may follow. */
	isEnough?: (faxes: readonly NormalizedFax[]) => boolean;
}

/** Result of reading one list. */
export interface ListRead {
	list: WatchedList;
	/** Faxes in the order of the list, newest first. After a failure, some older ones are missing. */
	faxes: ListedFax[];
	/** Time since which everything was read, in milliseconds. */
	position: number | undefined;
	/** Whether everything in the range was read, except for a second that `failure` may name. */
	isWhole: boolean;
	failure?: unknown;
}

/**
 * Reads a list page by page, newest first. A failure doesn't hold back newer faxes. If Fax.Plus may list only some faxes of
 * one second, `failure` names that second, and the read skips it.
 *
 * @param userId the user whose faxes are listed, encoded as one part of a path
 */
export async function readList(
	reads: Reader,
	userId: string,
	list: WatchedList,
	{ isEnd, after, position, isEnough = () => false }: Range,
): Promise<ListRead> {
	const reading: ListRead = { list, faxes: [], position, isWhole: false };
	for (;;) {
		const cursor = new FaxCursor(reading.position === undefined ? undefined : new Date(reading.position));
		try {
			for await (const page of faxPages(reads, { userId, category: list.category, after }, cursor)) {
				reading.faxes.push(...page.faxes.map((fax) => ({ ...list, fax })));
				reading.position = cursor.position?.getTime() ?? reading.position;
				// `isEnd` must be called first, because it also records the times of a page.
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

/**
 * Whether everything after a page is from before a time. It's unknown which date the list is sorted by. So all dates of one
 * fax must be old, and then everything after it is old by the sorting date.
 */
export function goesBackBefore(faxes: readonly NormalizedFax[], time: number): boolean {
	return faxes.some((fax) => latestTimeOf(fax) < time);
}
