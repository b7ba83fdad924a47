import type { IPollFunctions } from 'n8n-workflow';

import { datesOf } from '../faxes/faxCursor';
import { isUnderWay } from '../faxes/faxStatus';
import { log } from '../log';
import { fingerprintOf } from '../values/fingerprint';
import { InputError } from '../values/inputError';
import type { Category, ListedFax, WatchedList } from '../faxes/faxEvents';
import { isDated, latestTimeOf, startOf } from '../faxes/faxEvents';
import type { ListRead } from './lists';
import { goesBackBefore, readList } from './lists';
import { idOf } from './memory';
import { takeBackLost } from './taking';
import type { Watch } from './task';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** How often the whole period is read, in milliseconds, because faxes may be listed late. */
const WHOLE_EVERY = 10 * MINUTE;

/** Maximum number of remembered users whose faxes were listed. */
const MOST_OWNERS = 20;

/** A read of one list, and when it began, in milliseconds. Later polls may have to continue it. */
type TimedRead = ListRead & { begun: number };

/**
 * Reads the lists and records which faxes are new. Every ten minutes, it reads the whole period in which faxes may be
 * listed late. In between, polls read one page of each list.
 *
 * @returns the read of each list, with its failure if there was one
 */
export async function findNew(context: IPollFunctions, watch: Watch): Promise<ListRead[]> {
	const { memory, lists, account } = watch;
	takeBackLost(watch);
	const begun = Date.now();
	const categories = lists.map(({ category }) => category);
	const isListRemoved = memory.noteLists(categories, begun, watch.delivered && 0);
	if (isListRemoved) memory.found.clear();
	// The whole period is read again, because known faxes show whether the lists belong to the same account.
	if (isListRemoved || memory.account !== account) [memory.unfinishedReads, memory.wholeAt] = [{}, {}];
	const reads: TimedRead[] = [];
	for (const list of lists) reads.push(await continueList(watch, list, begun));
	noteAccount(context, watch, reads, begun);
	for (const reading of reads) note(watch, reading);
	movePeriod(watch);
	if (reads.every(({ failure }) => failure === undefined)) memory.readAt = begun;
	return reads;
}

/** Reads one list, starting where the last poll was interrupted, if it was. */
async function continueList(watch: Watch, list: WatchedList, now: number): Promise<TimedRead> {
	const { reads, userId, memory, lateness, deadline, delivered } = watch;
	const { unfinishedReads, wholeAt } = memory;
	const { category } = list;
	const { begun, position } = unfinishedReads[category] ?? { begun: now, position: undefined };
	const first = memory.lists[category]?.isRead ? undefined : memory.lists[category];
	// The first read of the polling trigger only records which faxes exist.
	const toNote = delivered ? undefined : first;
	const isDue = first !== undefined || Math.abs(begun - (wholeAt[category] ?? 0)) > WHOLE_EVERY;
	const progress = { isOver: false };
	const floor = floorOf(watch, category);
	const reading = await readList(reads, userId, list, {
		position,
		// This is one second earlier, because it's unknown whether Fax.Plus includes the second itself.
		after: toNote ? undefined : new Date(floor - SECOND),
		isEnd: (faxes) => {
			memory.newest = Math.max(memory.newest, ...faxes.flatMap((fax) => Object.values(datesOf(fax))));
			const from = toNote ? Math.min(memory.newest - lateness, toNote.begun) : 0;
			return goesBackBefore(faxes, Math.max(floor, from));
		},
		isEnough: (faxes) => {
			progress.isOver = !isDue && !faxes.some((fax) => isNews(watch, { ...list, fax }));
			return progress.isOver || Date.now() > deadline;
		},
	});
	// A failure that repeats at the same place must not hold back what was found before it.
	const isStuck = reading.failure !== undefined && reading.position === position;
	if (progress.isOver || isStuck || reading.isWhole) Reflect.deleteProperty(unfinishedReads, category);
	else unfinishedReads[category] = { begun, position: reading.position };
	if (reading.isWhole) wholeAt[category] = begun;
	else if (isStuck) Reflect.deleteProperty(wholeAt, category);
	// If a first read left out faxes, they wouldn't count as new later.
	if (first?.begun === begun && reading.failure instanceof InputError) reading.failure = undefined;
	return { ...reading, begun };
}

/**
 * Records which account the lists belong to. If the credential, its token, or the user has changed, the account may still
 * be the same, as it often is with a new token. It's the same if any fax has a known owner, or is known itself. One is
 * enough, because an administrator's lists have faxes of many users.
 *
 * If it's another account, the faxes that it already has aren't new. If the old account had no fax, this only applies to
 * faxes from before the list was watched. If it's the same account, faxes of newly listed users aren't new if they're older
 * than the change.
 */
function noteAccount(context: IPollFunctions, watch: Watch, begunReadings: TimedRead[], now: number): void {
	const { memory, account, userId, delivered } = watch;
	const user = fingerprintOf(userId);
	const isOtherUser = memory.user !== undefined && memory.user !== user;
	const faxes = begunReadings.flatMap((reading) => reading.faxes);
	const owners = faxes.flatMap(({ fax: { owner_id: owner } }) => (owner ? fingerprintOf(owner) : []));
	const isSame =
		memory.account === undefined ||
		faxes.length === 0 ||
		owners.some((owner) => memory.owners.includes(owner)) ||
		faxes.some(({ event, fax }) => memory.has(idOf({ event, fax })));
	const isChanged = memory.account !== account;
	const isCertain = isChanged
		? faxes.length > 0 || begunReadings.every(({ failure }) => failure === undefined)
		: begunReadings.every(({ isWhole }) => isWhole) &&
			owners.length === faxes.length &&
			memory.owners.length > 0;
	if (isCertain && !isSame) {
		// It's unknown when a token was changed, but it was after the last read.
		const at = isChanged ? (memory.changedAt ?? now) : (memory.readAt ?? now);
		for (const list of Object.values(memory.lists)) {
			list.isRead = false;
			if (memory.owners.length > 0 || delivered || isOtherUser) list.begun = at;
		}
		if (memory.owners.length > 0) {
			log(
				context,
				'info',
				"it checks another account from now on. Faxes that are there already don't start the workflow.",
			);
			memory.found.clear();
			memory.open.clear();
			memory.owners = [];
		}
	}
	if (isCertain && isChanged) {
		// An administrator's list includes those of members, so the same account may now list faxes of other users.
		if (isSame && memory.owners.length > 0)
			memory.former = { owners: memory.owners, until: memory.changedAt ?? now };
		[memory.account, memory.changedAt] = [account, undefined];
	}
	if (memory.account === account) memory.user = user;
	memory.owners = [...new Set([...owners, ...memory.owners])].slice(0, MOST_OWNERS);
}

/**
 * Records which faxes of a list are new. Those in the very first read aren't. If that read failed, faxes from before it
 * aren't new either.
 */
function note(watch: Watch, { list, faxes, isWhole, begun }: TimedRead): void {
	const { memory, delivered } = watch;
	const state = memory.lists[list.category] ?? { begun, isRead: false };
	const history = state.isRead || delivered ? 0 : state.begun === begun ? Infinity : state.begun;
	for (const one of faxes) {
		// This must be called for every fax, because it also finds out whether lists and deliveries agree.
		const isDone = delivered?.isDone(one);
		if (memory.wasUnlisted(one.fax)) memory.finish(one);
		if (!isNews(watch, one)) continue;
		const isOld = startOf(one.fax) < history || (!state.isRead && !isDated(one.fax));
		if (isOld || isDone) memory.finish(one);
		else memory.found.set(idOf(one), { ...one, begun });
	}
	state.isRead ||= isWhole;
}

/** Returns the time before which no fax of a list is new. */
function floorOf({ memory, delivered }: Watch, category: Category): number {
	const latest = delivered ? Math.max(delivered.floor, memory.lists[category]?.begun ?? 0) : 0;
	// The time is rounded down, because faxes have dates in whole seconds.
	return Math.max(memory.periodBegins, Math.floor(latest / SECOND) * SECOND);
}

/**
 * Whether a fax is new and due. A fax that never becomes final is due before it leaves the period. A fax that may still be
 * delivered is due after a while.
 */
function isNews(watch: Watch, { category, event, fax }: ListedFax): boolean {
	const { memory, lateness, delivered } = watch;
	const start = startOf(fax);
	if (start < floorOf(watch, category) || memory.has(idOf({ event, fax }))) return false;
	const now = Date.now();
	if (isUnderWay(fax.status)) return now - start >= lateness / 2;
	const mayBeDelivered = delivered && !delivered.isDone({ event, fax }) && isDated(fax);
	return !mayBeDelivered || now - latestTimeOf(fax) >= delivered.patience;
}

/**
 * Moves the start of the period to the time up to which all faxes are listed, and n8n has begun to process them. The newest
 * fax shows Fax.Plus's clock, and n8n's clock is used if it's behind. Without a fax, only n8n's clock shows the time, and
 * it may be wrong by hours.
 */
function movePeriod({ memory, lateness, delivered }: Watch): void {
	const { lists, wholeAt, found, open } = memory;
	const now = Date.now();
	const states = Object.entries(lists) as Array<[Category, { begun: number; isRead: boolean }]>;
	const at = Math.min(now, ...states.map(([one, { isRead }]) => (isRead ? (wholeAt[one] ?? 0) : now)));
	const newest = memory.newest || now - DAY;
	// With deliveries, everything is read once more after a start. So a fax that waits for a long time doesn't have to make
	// all polls read several days.
	const waiting = delivered ? [] : [...found.values(), ...open.values()];
	const times = [
		Math.min(newest - (now - at), at) - lateness,
		...states.map(([, { begun, isRead }]) => (isRead ? now : begun)),
		...waiting.flatMap(({ fax }) => Object.values(datesOf(fax))),
	];
	const earliest = times.reduce((a, b) => Math.min(a, b));
	memory.periodBegins = Math.max(memory.periodBegins, Math.floor(earliest / SECOND) * SECOND);
}
