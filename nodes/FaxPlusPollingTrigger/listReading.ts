import { FaxCursor } from '../shared/service/faxCursor';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { faxPages } from '../shared/service/faxRecords';
import type { Reads } from '../shared/service/requests';
import { rethrow } from '../shared/service/rethrow';
import { InputError } from '../shared/values/inputError';
import { fromServiceForm } from '../shared/values/times';
import { latestTimeOf } from './faxTimes';
import { idOf } from './item';
import type { PolledEvent, PolledList } from './lists';
import type { ListMemory } from './memory';

/** Of one list, how many new faxes one poll passes on. */
const MOST_NEW = 500;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const SWEEP_EVERY = 600_000;

/** A part of a list is made so much shorter than what holds too many. */
const CAUTION = 0.9;

/** A period of so many milliseconds is not divided any more: the service tells times to the second. */
const SHORTEST = 2_000;

const SECOND = 1_000;

/** Before any fax. */
const LONG_AGO = Date.UTC(2000, 0);

/** What a poll of one list needs. */
export interface Watch {
	reads: Pick<Reads, 'read'>;
	/** Encoded as one part of a path. */
	userId: string;
	category: PolledList['category'];
	event: PolledEvent;
	/** Milliseconds for which a fax may be listed after its own time. */
	lateness: number;
	/** Whether a fax has to be passed on: it was not before, and has ended. */
	isNew: (fax: NormalizedFax) => boolean;
	/** Is told of all faxes that were read. */
	noteRead: (faxes: readonly NormalizedFax[]) => void;
	/** When no other page is to be asked for, in milliseconds. */
	deadline: number;
}

/** What came of it. */
export interface NewFaxes {
	faxes: NormalizedFax[];
	/** What ended it too early; the faxes are new all the same, and the rest comes next time. */
	failure?: unknown;
}

type Backlog = NonNullable<ListMemory['backlog']>;

/** A part of a list. */
interface Part {
	from?: number | undefined;
	until?: number | undefined;
	/** Whether faxes count that began before it: where no other part has them. */
	reachesBack?: boolean;
	/** Whether a page on which nothing is new ends it. */
	endsWithSeen?: boolean;
}

/** The way through a part of a list. */
interface Walk {
	end: 'complete' | 'seenBefore' | 'tooMany' | 'outOfTime' | 'failed';
	faxes: NormalizedFax[];
	/** What is from this time on was read. */
	position: number;
	newest: number | undefined;
	failure?: unknown;
}

/**
 * Reads a list for the first time: what is there is not new. The memory then tells what has to be compared.
 *
 * @throws ServiceFault
 */
export async function begin(watch: Watch, list: ListMemory): Promise<void> {
	const cursor = new FaxCursor();
	try {
		await readRecent(watch, list, cursor);
	} catch (error) {
		// Of one second the service tells only some: what is before it is not watched.
		if (!(error instanceof InputError) || !cursor.before) return rethrow(error);
		list.since = cursor.before.getTime() + SECOND;
	}
	list.readAt = Date.now();
}

async function readRecent(watch: Watch, list: ListMemory, cursor: FaxCursor): Promise<void> {
	for await (const { faxes, isLast } of faxPages(watch.reads, watch, cursor)) {
		watch.noteRead(faxes);
		list.newest = newestOf(faxes, list.newest);
		list.since = settledBy(watch, list.newest);
		const { since } = list;
		const recent = faxes.filter((fax) => since === undefined || (latestTimeOf(fax) ?? since) >= since);
		for (const fax of recent) {
			// One that is under way comes when it has ended.
			if (watch.isNew(fax)) list.known.add(idOf(watch.event, fax), latestTimeOf(fax) ?? Date.now());
		}
		if (isLast || recent.length === 0) return;
		if (Date.now() > watch.deadline) {
			list.since = cursor.before?.getTime() ?? since;
			return;
		}
	}
}

/**
 * Finds the faxes of a list that are new since the memory was brought up to date, which it is by this. A usual poll reads one
 * page. All of the period in which faxes may be listed late is read every ten minutes. Where very many are new, the oldest
 * come first, and each poll goes on where the one before has ended.
 */
export async function findNew(watch: Watch, list: ListMemory): Promise<NewFaxes> {
	if (!list.backlog) {
		const isSweepDue = Math.abs(Date.now() - list.readAt) > SWEEP_EVERY && !list.sweep;
		const top = await walk(watch, list, { from: list.since, endsWithSeen: !isSweepDue });
		list.newest = top.newest;
		if (top.end !== 'tooMany') return await goOn(watch, list, top, isSweepDue);
		list.backlog = backlogBefore(list, top);
	}
	return await workOff(watch, list, list.backlog);
}

/** After the newest faxes: an interrupted reading of all is taken up again, or this one is noted as interrupted. */
async function goOn(watch: Watch, list: ListMemory, top: Walk, isSweep: boolean): Promise<NewFaxes> {
	const { faxes, failure } = top;
	if (top.end === 'complete') settle(watch, list, list.newest);
	const isInterrupted = top.end === 'outOfTime' || top.end === 'failed';
	if (isInterrupted && (isSweep || faxes.length > 0 || list.sweep)) {
		const until = Math.max(top.position, list.sweep?.until ?? 0);
		list.sweep = { until, newest: list.sweep?.newest ?? list.newest };
	}
	if (top.end !== 'seenBefore' || !list.sweep) return { faxes, failure };

	const rest = await walk(watch, list, { from: list.since, until: list.sweep.until });
	if (rest.end === 'tooMany') {
		list.backlog = backlogBefore(list, rest);
		return { faxes };
	}
	if (rest.end === 'complete') settle(watch, list, list.sweep.newest);
	else list.sweep.until = rest.position;
	return { faxes: [...faxes, ...rest.faxes], failure: rest.failure };
}

/** Divides the period until as many faxes are new in its first part as are passed on at once. */
async function workOff(watch: Watch, list: ListMemory, backlog: Backlog): Promise<NewFaxes> {
	for (;;) {
		const { from, until } = backlog;
		const part = await walk(watch, list, { ...backlog, reachesBack: true });
		const isRead = part.end === 'complete';
		if (isRead) {
			const settled = Math.min(until, settledBy(watch, list.newest) ?? until);
			list.since = Math.max(list.since ?? settled, settled);
			const end = (list.newest ?? 0) + SECOND;
			backlog.from = until;
			backlog.until = Math.min(until + 2 * (until - from), end);
			if (until >= end) endBacklog(list);
		} else if (until - from > SHORTEST) {
			backlog.until =
				part.end === 'tooMany' ? asLong(from, until, part) : halfway(from, Math.min(part.position, until));
		}
		const hasNews = part.faxes.length > 0 || part.failure !== undefined;
		if (isRead ? hasNews || !list.backlog : part.end !== 'tooMany') {
			return { faxes: isRead || until - from <= SHORTEST ? part.faxes : [], failure: part.failure };
		}
		if (Date.now() > watch.deadline) return { faxes: [] };
	}
}

/** Reads a part of a list, newest first. A second of which the service tells only some faxes is left behind, and told of. */
async function walk(watch: Watch, list: ListMemory, part: Part): Promise<Walk> {
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
			if (error instanceof InputError && before > (from ?? 0)) continue;
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
	const query = { ...watch, after: from === undefined ? undefined : new Date(from - SECOND) };
	const earliestStart = from === undefined ? 0 : from - (reachesBack ? watch.lateness : 0);
	const isDivisible = (until ?? Date.now()) - (from ?? LONG_AGO) > SHORTEST;
	for await (const page of faxPages(watch.reads, query, cursor)) {
		watch.noteRead(page.faxes);
		way.newest = newestOf(page.faxes, way.newest);
		const inPart = page.faxes.filter((fax) => (latestTimeOf(fax) ?? Infinity) >= (from ?? 0));
		const found = inPart.filter((fax) => startOf(fax) >= earliestStart && watch.isNew(fax));
		way.faxes.push(...found);
		if (way.faxes.length > MOST_NEW && isDivisible) return 'tooMany';
		if (page.isLast) break;
		if (endsWithSeen && found.length === 0) return 'seenBefore';
		if (Date.now() > watch.deadline) return 'outOfTime';
	}
	return 'complete';
}

/** Notes that all there was has been read. */
function settle(watch: Watch, list: ListMemory, newest: number | undefined): void {
	const settled = settledBy(watch, newest);
	if (settled !== undefined) list.since = Math.max(list.since ?? settled, settled);
	list.readAt = Date.now();
	list.sweep = undefined;
}

/** Until when all faxes are listed, by the service's own clock as its newest fax tells it, or by that of n8n if that is behind. */
function settledBy({ lateness }: Watch, newest: number | undefined): number | undefined {
	return newest === undefined ? undefined : toSecond(Math.min(newest, Date.now()) - lateness);
}

function backlogBefore(list: ListMemory, { position }: Walk): Backlog {
	const from = list.since ?? LONG_AGO;
	list.sweep = undefined;
	return { from, until: halfway(from, position) };
}

/** The newest faxes are read next, and all that is watched with them. */
function endBacklog(list: ListMemory): void {
	list.backlog = undefined;
	list.readAt = 0;
}

/** A fax that began before the period that is watched is listed again because something about it was changed. */
function startOf({ start_time: start }: NormalizedFax): number {
	return fromServiceForm(start)?.getTime() ?? Number.POSITIVE_INFINITY;
}

function newestOf(faxes: readonly NormalizedFax[], before: number | undefined): number | undefined {
	const times = faxes.map(latestTimeOf).filter((time) => time !== undefined);
	return times.length === 0 ? before : Math.max(...times, before ?? 0);
}

/**
 * Where a part of which too many are new is to end instead: it is as long as what was read of it, so that, where faxes lie
 * evenly, about as many are new in it as are passed on at once.
 */
function asLong(from: number, until: number, { position }: Walk): number {
	const length = CAUTION * (until - Math.max(position, from));
	return Math.max(toSecond(from + length), from + SECOND);
}

/** A period of a second at least. */
function halfway(from: number, until: number): number {
	return Math.max(toSecond((from + until) / 2), from + SECOND);
}

/** The service tells times to the second. */
function toSecond(time: number): number {
	return Math.floor(time / SECOND) * SECOND;
}
