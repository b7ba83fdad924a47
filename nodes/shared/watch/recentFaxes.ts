import { datesOf, FaxCursor } from '../faxes/faxCursor';
import type { NormalizedFax } from '../faxes/faxRecords';
import { faxPages } from '../faxes/faxRecords';
import type { Reads } from '../http/requests';
import type { FoundFax, WatchedList } from './faxes';

/**
 * All faxes since some time: every one that the lists have, and those that come with them, or an error. Where little has come,
 * it takes one request for each list.
 *
 * @param userId whose faxes, encoded as one part of a path
 * @param lists and from when on, in milliseconds, by whatever date of the fax the service orders them by
 * @returns list by list, newest first
 * @throws ServiceFault
 * @throws InputError when a list cannot be read so far
 */
export async function recentFaxes(
	reads: Pick<Reads, 'read'>,
	userId: string,
	lists: ReadonlyArray<WatchedList & { from: number }>,
): Promise<FoundFax[]> {
	const found = await Promise.all(
		lists.map(async ({ category, event, from }) => {
			const faxes: FoundFax[] = [];
			for await (const page of faxPages(reads, { userId, category }, new FaxCursor())) {
				faxes.push(...page.faxes.map((fax) => ({ event, fax })));
				if (page.faxes.some((fax) => isOlder(fax, from))) break;
			}
			return faxes;
		}),
	);
	return found.flat();
}

/** By whatever date a list is ordered: what stands after one that is old by all of them is old by that. */
function isOlder(fax: NormalizedFax, from: number): boolean {
	const times = Object.values(datesOf(fax));
	return times.length > 0 && Math.max(...times) < from;
}
