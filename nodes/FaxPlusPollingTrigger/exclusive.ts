import { LruMap } from '../shared/values/lruMap';

/** In milliseconds: a poll that has not ended by then never will. */
const LONGEST_POLL = 600_000;

/** The polls that are under way, by trigger, and when they began. */
const underWay = new LruMap<string, { since: number }>(10_000);

/**
 * Lets one poll of a trigger be done at a time: n8n begins the next one also while one takes long.
 *
 * @param key of the trigger
 * @returns what the work does; undefined without any work when another poll is under way
 */
export async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
	const other = underWay.get(key);
	if (other && Date.now() - other.since < LONGEST_POLL) return undefined;
	const own = { since: Date.now() };
	underWay.set(key, own);
	try {
		return await work();
	} finally {
		if (underWay.get(key) === own) underWay.delete(key);
	}
}
