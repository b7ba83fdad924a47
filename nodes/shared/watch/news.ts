import type { IPollFunctions } from 'n8n-workflow';

import { datesOf } from '../faxes/faxCursor';
import { idNamesOf } from '../faxes/faxIdentity';
import { isUnderWay } from '../faxes/faxStatus';
import type { Reader } from '../http/requests';
import { log } from '../log';
import { fingerprintOf } from '../values/fingerprint';
import { InputError } from '../values/inputError';
import type { Category, FoundFax, WatchedList } from './faxes';
import { idOf, latestTimeOf, MOST_AT_ONCE, startOf } from './faxes';
import type { Reading } from './lists';
import { reachesBefore, readList } from './lists';
import type { Memory } from './memory';
import type { Seen } from './seen';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** In milliseconds: so often all of the period that is watched is read, for faxes that were listed late. */
const WHOLE_EVERY = 10 * MINUTE;

/** In milliseconds: after it, n8n either has begun with what was passed on, or has lost it. */
const TAKES_UP_TO = 15 * MINUTE;

/** What it takes to look for new faxes. Times are in milliseconds. */
export interface Watch {
	reads: Reader;
	/** Encoded as one part of a path. */
	userId: string;
	/** Stands for the account and the user. */
	account: string;
	lists: readonly WatchedList[];
	/** For how long a fax may be listed after it began. */
	lateness: number;
	/** Whether a fax is to start the workflow; the others are done with. */
	isWanted: (found: FoundFax) => boolean;
	/** When no other page is to be asked for. */
	deadline: number;
	memory: Memory;
	seen: Seen;
}

/** A reading of one list, which one poll begins, in milliseconds, and others may have to go on with. */
type Sweep = Reading & { begun: number };

/**
 * Reads the lists and notes what is new in them. A usual poll reads one page of each, and all of the period in which faxes may be
 * listed late is read every ten minutes.
 *
 * @returns what was read, and what failed, list by list
 */
export async function findNew(context: IPollFunctions, watch: Watch): Promise<Reading[]> {
	const { memory, lists, account } = watch;
	takeBackLost(watch);
	const gone = Object.keys(memory.lists).filter((one) => !lists.some(({ category }) => category === one));
	for (const category of gone) Reflect.deleteProperty(memory.lists, category);
	if (gone.length > 0) memory.found.clear();
	// All of the period is read: whose faxes these are, the known ones tell.
	if (gone.length > 0 || memory.account !== account) [memory.sweeps, memory.wholeAt] = [{}, {}];
	const begun = Date.now();
	for (const { category } of lists) memory.lists[category] ??= { begun, isRead: false };
	const sweeps: Sweep[] = [];
	for (const list of lists) sweeps.push(await sweepOn(watch, list, begun));
	noteAccount(context, watch, sweeps, begun);
	for (const sweep of sweeps) note(watch, sweep);
	settle(watch);
	return sweeps;
}

/**
 * Takes what is passed on now: the oldest of the faxes that are new, so many at most. Amid a sweep nobody knows which of those
 * that it has found are the oldest.
 *
 * @returns those that are wanted, oldest first
 */
export function takeNew({ memory, seen, isWanted }: Watch): FoundFax[] {
	const { open, found, sweeps } = memory;
	const taken = [...found]
		.filter(([, { category, begun }]) => sweeps[category]?.begun !== begun)
		// Lists begin with the newest, also within a second.
		.reverse()
		.map(([id, one]) => ({ id, one, time: latestTimeOf(one.fax) }))
		.sort((a, b) => a.time - b.time)
		.slice(0, MOST_AT_ONCE);
	for (const { id, one } of taken) {
		found.delete(id);
		if (!isWanted(one)) memory.settle(one);
		else {
			open.set(id, one);
			seen.passOn(id);
		}
	}
	return taken.map(({ one }) => one).filter(isWanted);
}

/**
 * Finds out which of the faxes that were passed on n8n has begun with. Those that are lost are new again.
 *
 * - Where this process executes, it knows. What it has not begun with for a quarter of an hour could not be stored, or waits
 *   for its turn; then it is passed on once more, and the execution that comes second ends empty.
 * - Where workers execute, nobody tells. What was passed on a quarter of an hour ago counts as begun with, but once for each
 *   process: it may be that its very first execution was lost.
 */
function takeBackLost({ memory, seen }: Watch): void {
	const isTold = seen.hasBegun || !seen.hasTakenBack;
	for (const [id, one] of memory.open) {
		const { times, at } = seen.lastOf(id);
		// Not by its file: the same may go to the same number twice.
		const hasBegun = seen.hasBegunWith(idNamesOf({ event: one.event, data: one.fax }));
		if (!hasBegun && Math.abs(Date.now() - at) <= TAKES_UP_TO) continue;
		memory.open.delete(id);
		// A queue of executions may be longer than the pause: the same again and again would not help.
		if (hasBegun || !isTold || times > 1) memory.settle(one);
		else {
			seen.hasTakenBack = true;
			memory.found.set(id, { ...one, begun: 0 });
		}
	}
}

/** Reads on in one list, where the last poll was interrupted if it was. */
async function sweepOn(watch: Watch, list: WatchedList, now: number): Promise<Sweep> {
	const { reads, userId, memory, lateness, deadline } = watch;
	const { sweeps, wholeAt } = memory;
	const { category } = list;
	const { begun, position } = sweeps[category] ?? { begun: now, position: undefined };
	const first = memory.lists[category]?.isRead ? undefined : memory.lists[category];
	const isDue = first !== undefined || Math.abs(begun - (wholeAt[category] ?? 0)) > WHOLE_EVERY;
	const progress = { isOver: false };
	const reading = await readList(reads, userId, list, {
		position,
		// One second more: nobody knows whether the service includes it.
		after: first ? undefined : new Date(memory.since - SECOND),
		isEnd: (faxes) => {
			memory.newest = Math.max(memory.newest, ...faxes.flatMap((fax) => Object.values(datesOf(fax))));
			const from = first ? Math.min(memory.newest - lateness, first.begun) : 0;
			return reachesBefore(faxes, Math.max(memory.since, from));
		},
		isEnough: (faxes) => {
			progress.isOver = !isDue && !faxes.some((fax) => isNews(watch, { ...list, fax }));
			return progress.isOver || Date.now() > deadline;
		},
	});
	// What fails again at the same place must not hold up what was found before it.
	const isStuck = reading.failure !== undefined && reading.position === position;
	if (progress.isOver || isStuck || reading.isWhole) Reflect.deleteProperty(sweeps, category);
	else sweeps[category] = { begun, position: reading.position };
	if (reading.isWhole) wholeAt[category] = begun;
	else if (isStuck) Reflect.deleteProperty(wholeAt, category);
	// What a first reading leaves out would not be new.
	if (first?.begun === begun && reading.failure instanceof InputError) reading.failure = undefined;
	return { ...reading, begun };
}

/**
 * Notes whose lists these are. After the credential or the user has changed, the faxes tell whether they still are the same
 * account's, as a new token often is: those of an administrator are of many users, and one that is known tells, too. What is
 * there of another account is not new; where the one before had no fax, what began before it was watched.
 */
function noteAccount(
	context: IPollFunctions,
	{ memory, account }: Watch,
	sweeps: Sweep[],
	now: number,
): void {
	const faxes = sweeps.flatMap((sweep) => sweep.faxes);
	const owners = faxes.map(({ fax: { owner_id: owner } }) => owner && fingerprintOf(owner));
	const isCertain = faxes.length > 0 || sweeps.every(({ failure }) => failure === undefined);
	const isSame =
		memory.account === undefined ||
		faxes.length === 0 ||
		owners.includes(memory.owner) ||
		faxes.some(({ event, fax }) => memory.has(idOf(event, fax)));
	if (memory.account !== account && isCertain) {
		memory.account = account;
		for (const list of isSame ? [] : Object.values(memory.lists)) {
			list.isRead = false;
			if (memory.owner !== undefined) list.begun = now;
		}
		if (!isSame && memory.owner !== undefined) {
			log(context, 'info', 'the faxes of another account are watched from now on; what is there is not new');
			memory.found.clear();
			memory.open.clear();
			memory.owner = undefined;
		}
	}
	memory.owner ??= owners.find((owner) => owner !== undefined);
}

/** Notes the faxes of a list that are new. What the very first reading finds is not; if that has failed, what was there before it. */
function note(watch: Watch, { list, faxes, isWhole, begun }: Sweep): void {
	const { memory } = watch;
	const state = memory.lists[list.category] ?? { begun, isRead: false };
	const history = state.isRead ? 0 : state.begun === begun ? Number.POSITIVE_INFINITY : state.begun;
	for (const one of faxes) {
		if (!isNews(watch, one)) continue;
		if (startOf(one.fax) < history) memory.settle(one);
		else memory.found.set(idOf(one.event, one.fax), { ...one, begun });
	}
	state.isRead ||= isWhole;
}

/** One that stays under way is news before it leaves the period that is watched. */
function isNews({ memory, lateness }: Watch, { event, fax }: FoundFax): boolean {
	const start = startOf(fax);
	const isHeld = isUnderWay(fax.status) && Date.now() - start < lateness / 2;
	return start >= memory.since && !isHeld && !memory.has(idOf(event, fax));
}

/**
 * Notes until when all faxes have been listed, and n8n has begun with them: by the service's own clock, as its newest fax tells
 * it, or by that of n8n if that is behind. Without a fax only n8n's clock tells the time, and may be wrong by hours.
 */
function settle({ memory, lateness }: Watch): void {
	const { lists, wholeAt, found, open } = memory;
	const now = Date.now();
	const states = Object.entries(lists) as Array<[Category, { begun: number; isRead: boolean }]>;
	const at = Math.min(now, ...states.map(([one, { isRead }]) => (isRead ? (wholeAt[one] ?? 0) : now)));
	const newest = memory.newest || now - DAY;
	const times = [
		Math.min(newest - (now - at), at) - lateness,
		...states.map(([, { begun, isRead }]) => (isRead ? now : begun)),
		...[...found.values(), ...open.values()].flatMap(({ fax }) => Object.values(datesOf(fax))),
	];
	const since = times.reduce((a, b) => Math.min(a, b));
	memory.since = Math.max(memory.since, Math.floor(since / SECOND) * SECOND);
}
