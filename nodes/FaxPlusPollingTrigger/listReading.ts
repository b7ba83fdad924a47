import { FaxCursor } from '../shared/service/faxCursor';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { faxPages } from '../shared/service/faxRecords';
import { rethrow } from '../shared/service/rethrow';
import { InputError } from '../shared/values/inputError';
import { FaxIds } from './faxIds';
import { latestTimeOf, startOf } from './faxTimes';
import { idOf } from './item';
import type { ListMemory } from './memory';
import type { Walk, Watch } from './walk';
import { newestOf, SECOND, SHORTEST, walk } from './walk';

const DAY = 86_400_000;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const SWEEP_EVERY = 600_000;

/** A part of a list is made so much shorter than what holds too many. */
const CAUTION = 0.9;

/** What came of it. */
export interface NewFaxes {
	faxes: NormalizedFax[];
	/** What ended it too early; the faxes are new all the same, and the rest comes next time. */
	failure?: unknown;
}

type Backlog = NonNullable<ListMemory['backlog']>;

/**
 * Reads a list for the first time: what is there is not new.
 *
 * @param start what begins from then on is new all the same, in milliseconds: the activation may be a while ago
 * @returns what has to be compared from then on
 * @throws ServiceFault
 */
export async function begin(watch: Watch, start = Number.POSITIVE_INFINITY): Promise<ListMemory> {
	// Without a fax only n8n's clock tells the time; it may be wrong by hours.
	const list: ListMemory = {
		since: toSecond(Date.now() - watch.lateness - DAY),
		readAt: Date.now(),
		known: new FaxIds(),
	};
	const cursor = new FaxCursor();
	try {
		await readRecent(watch, list, cursor, start);
	} catch (error) {
		// Of one second the service tells only some: what is before it is not watched.
		if (!(error instanceof InputError) || !cursor.before) return rethrow(error);
		list.since = cursor.before.getTime() + SECOND;
	}
	list.readAt = Date.now();
	return list;
}

async function readRecent(watch: Watch, list: ListMemory, cursor: FaxCursor, start: number): Promise<void> {
	for await (const { faxes, isLast } of faxPages(watch.reads, watch, cursor)) {
		watch.noteRead(faxes);
		list.newest = newestOf(faxes, list.newest);
		list.since = settledBy(watch, list.newest) ?? list.since;
		const { since } = list;
		const recent = faxes.filter((fax) => (latestTimeOf(fax) ?? since) >= since);
		for (const fax of recent) {
			// One that is under way comes when it has ended.
			if (watch.isNew(fax) && (startOf(fax) ?? 0) < toSecond(start))
				list.known.add(idOf(watch.event, fax), latestTimeOf(fax) ?? Date.now());
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
			list.since = Math.max(list.since, settled);
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

/** Notes that all there was has been read. */
function settle(watch: Watch, list: ListMemory, newest: number | undefined): void {
	const settled = settledBy(watch, newest);
	if (settled !== undefined) list.since = Math.max(list.since, settled);
	list.readAt = Date.now();
	list.sweep = undefined;
}

/** Until when all faxes are listed, by the service's own clock as its newest fax tells it, or by that of n8n if that is behind. */
function settledBy({ lateness }: Watch, newest: number | undefined): number | undefined {
	return newest === undefined ? undefined : toSecond(Math.min(newest, Date.now()) - lateness);
}

function backlogBefore(list: ListMemory, { position }: Walk): Backlog {
	list.sweep = undefined;
	return { from: list.since, until: halfway(list.since, position) };
}

/** The newest faxes are read next, and all that is watched with them. */
function endBacklog(list: ListMemory): void {
	list.backlog = undefined;
	list.readAt = 0;
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
