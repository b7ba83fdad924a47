import { FaxCursor } from '../shared/service/faxCursor';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { faxPages } from '../shared/service/faxRecords';
import type { Reads } from '../shared/service/requests';
import { InputError } from '../shared/values/inputError';
import { latestTimeOf, startOf } from './faxTimes';
import type { PolledList } from './lists';
import type { ListMemory } from './memory';

/** Of one list, how many new faxes one poll passes on. */
const MOST_NEW = 500;

/** A period of so many milliseconds is not divided any more: the service tells times to the second. */
export const SHORTEST = 2_000;

export const SECOND = 1_000;

/** What a poll of one list needs. */
export interface Watch extends PolledList {
	reads: Pick<Reads, 'read'>;
	/** Encoded as one part of a path. */
	userId: string;
	/** Milliseconds for which a fax may be listed after its own time. */
	lateness: number;
	/** Whether a fax has to be passed on: it was not before, and has ended. */
	isNew: (fax: NormalizedFax) => boolean;
	/** Is told of all faxes that were read. */
	noteRead: (faxes: readonly NormalizedFax[]) => void;
	/** When no other page is to be asked for, in milliseconds. */
	deadline: number;
}

/** A part of a list. */
export interface Part {
	from: number;
	until?: number | undefined;
	/** Whether faxes count that began before it: where no other part has them. */
	reachesBack?: boolean;
	/** Whether a page on which nothing is new ends it. */
	endsWithSeen?: boolean;
}

/** The way through a part of a list. */
export interface Walk {
	end: 'complete' | 'seenBefore' | 'tooMany' | 'outOfTime' | 'failed';
	faxes: NormalizedFax[];
	/** What is from this time on was read. */
	position: number;
	newest: number | undefined;
	failure?: unknown;
}

/** Reads a part of a list, newest first. A second of which the service tells only some faxes is left behind, and told of. */
export async function walk(watch: Watch, list: ListMemory, part: Part): Promise<Walk> {
	const { from, until } = part;
	const way: Walk = { end: 'complete', faxes: [], position: until ?? Date.now(), newest: list.newest };
	for (let before = until; ;) {
		const cursor = new FaxCursor(before === undefined ? undefined : new Date(before));
		try {
			way.end = await follow(watch, part, cursor, way);
			return way;
		} catch (error) {
			way.failure = error;
			before = (cursor.before?.getTime() ?? Date.now()) - SECOND;
			if (error instanceof InputError && before > from) continue;
			way.end = error instanceof InputError ? 'complete' : 'failed';
			return way;
		} finally {
			way.position = cursor.before?.getTime() ?? way.position;
		}
	}
}

/** Takes what is new from page after page. */
async function follow(
	watch: Watch,
	{ from, until, reachesBack = false, endsWithSeen = false }: Part,
	cursor: FaxCursor,
	way: Walk,
): Promise<Walk['end']> {
	// One second more: nobody knows whether the service includes it.
	const query = { ...watch, after: new Date(from - SECOND) };
	// One that began before the period that is watched is listed again because something about it was changed.
	const earliestStart = from - (reachesBack ? watch.lateness : 0);
	const isDivisible = (until ?? Date.now()) - from > SHORTEST;
	for await (const page of faxPages(watch.reads, query, cursor)) {
		watch.noteRead(page.faxes);
		way.newest = newestOf(page.faxes, way.newest);
		const inPart = page.faxes.filter((fax) => (latestTimeOf(fax) ?? Infinity) >= from);
		const found = inPart.filter((fax) => (startOf(fax) ?? Infinity) >= earliestStart && watch.isNew(fax));
		way.faxes.push(...found);
		if (way.faxes.length > MOST_NEW && isDivisible) return 'tooMany';
		if (page.isLast) break;
		if (endsWithSeen && found.length === 0) return 'seenBefore';
		if (Date.now() > watch.deadline) return 'outOfTime';
	}
	return 'complete';
}

/** The latest time of any of them, in milliseconds, or the one before. */
export function newestOf(faxes: readonly NormalizedFax[], before: number | undefined): number | undefined {
	const times = faxes.map(latestTimeOf).filter((time) => time !== undefined);
	return times.length === 0 ? before : Math.max(...times, before ?? 0);
}
