import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/http/account';
import { Api } from '../../shared/http/api';
import { datesOf } from '../../shared/faxes/faxCursor';
import { isUnderWay } from '../../shared/faxes/faxStatus';
import { rethrow } from '../../shared/http/rethrow';
import { BY_WEBHOOK, faxNamesOf } from '../../shared/faxes/faxIdentity';
import { keyOf, log } from '../../shared/log';
import { numbersIn } from '../../shared/values/phoneNumbers';
import { againOf, unreadAmong, unreadFrom, withUnread } from '../../shared/watch/againUntilRead';
import type { FoundFax, WatchedList } from '../../shared/watch/faxes';
import { isWantedFax, itemOf, latestTimeOf, listsOf, MOST_AT_ONCE, startOf } from '../../shared/watch/faxes';
import { SLACK } from '../../shared/watch/polls';
import { recentFaxes } from '../../shared/watch/recentFaxes';
import { seenOf } from '../../shared/watch/seen';
import { addressHeldBy } from '../endpoint/addresses';
import { EndpointMemory } from '../endpoint/memory';
import { deliveriesToRemember } from '../fields';
import { learnedOf } from './learned';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How far lists are read back beyond the look before: long faxes come in slowly, and lists lag. In milliseconds. */
const LATENESS = 4 * HOUR;

/** The same where workers execute: an execution learns only from what comes with it. */
const LATENESS_OF_WORKERS = 52 * HOUR;

/**
 * How far they are read back at most, as at the first look: n8n may have been off over a weekend, and what tells how lists call
 * faxes may have been delivered two days before. In milliseconds.
 */
const LONGEST = 121 * HOUR;

/** A fax that is younger may still be delivered. */
const PATIENCE = 10 * MINUTE;

/** A fax that may have been missed. */
interface Candidate extends FoundFax {
	/** What this process calls it. */
	name: string;
	/** In milliseconds. */
	time: number;
}

/** From when on faxes are looked at, in milliseconds: for missed ones, and for unread ones. Neither, where it is not time yet. */
interface Depth {
	missed: number | undefined;
	unread?: number | undefined;
}

/** What a look has found. */
export interface Look {
	items: INodeExecutionData[];
	/** What kept it from reading as far back as it should. */
	failure?: unknown;
}

/**
 * Looks for faxes that no delivery has brought, as far as this process can tell; which of them were delivered after all, the
 * execution finds out that they start. And for unread ones that are to come again.
 *
 * @param context whose requests end with the time of the poll
 * @throws ServiceFault or InputError
 */
export async function lookAtLists(context: IPollFunctions): Promise<Look> {
	const again = againOf(context);
	const now = Date.now();
	const depth: Depth = {
		missed: missedFrom(context, now),
		unread: again && unreadFrom(context, again, new EndpointMemory(context).since ?? 0),
	};
	const { found, reached, failure } = await read(context, depth, now);
	const isWanted = wantedBy(context);
	const { rememberDeliveries } = context.getNodeParameter('options', {}) as IDataObject;
	const room = deliveriesToRemember(rememberDeliveries) / 2;
	const unread =
		again && reached.unread !== undefined
			? unreadAmong(context, found, { again, from: reached.unread, room, isWanted })
			: [];
	const candidates =
		reached.missed === undefined ? [] : candidatesAmong(context, found.filter(isWanted), reached.missed);
	const missed = passOn(context, candidates, room);
	if (depth.missed !== undefined && reached.missed === depth.missed)
		learnedOf(keyOf(context)).lookedAt = Math.min(now, ...openAmong(context, candidates));
	const items = withUnread(missed, unread);
	return { items: items.map(({ json }) => ({ json: { ...json, confirmedBy: 'list' } })), failure };
}

/** From when on faxes may have been missed, in milliseconds. */
function missedFrom(context: IPollFunctions, now: number): number | undefined {
	const { hasBegun } = seenOf(keyOf(context));
	const { lookedAt = 0, passedOnAt } = learnedOf(keyOf(context));
	// Where workers execute, nobody tells what they have begun with, so all is passed on again to ask them.
	if (!hasBegun && Math.abs(now - passedOnAt) < HOUR - SLACK) return undefined;
	const before = Math.min(now, lookedAt) - (hasBegun ? LATENESS : LATENESS_OF_WORKERS);
	return Math.max(before, now - LONGEST, sinceOf(context));
}

/** What cannot be read far back must not keep the newest from being read. */
async function read(
	context: IPollFunctions,
	depth: Depth,
	now: number,
): Promise<{ found: FoundFax[]; reached: Depth; failure?: unknown }> {
	const lists = listsOf(context.getNodeParameter('events', []) as string[], false);
	const { missed, unread } = depth;
	if (lists.length === 0 || (missed ?? unread) === undefined) return { found: [], reached: depth };
	const depths = [
		depth,
		...(missed !== undefined && unread !== undefined ? [{ missed }] : []),
		...(missed !== undefined && missed < now - LATENESS ? [{ missed: now - LATENESS }] : []),
	];
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const reads = (await Api.connect(context, authentication)).forLooks();
	const failures: unknown[] = [];
	for (const reached of depths) {
		try {
			const found = await recentFaxes(reads, 'self', deepLists(lists, reached));
			return { found, reached, failure: failures[0] };
		} catch (error) {
			failures.push(error);
		}
	}
	return rethrow(failures[0]);
}

/** Unread are only received ones. */
function deepLists(
	lists: readonly WatchedList[],
	{ missed = Infinity, unread = Infinity }: Depth,
): Array<WatchedList & { from: number }> {
	return lists
		.map((list) => ({ ...list, from: list.event === 'fax_received' ? Math.min(missed, unread) : missed }))
		.filter(({ from }) => from < Infinity);
}

function wantedBy(context: IPollFunctions): (found: FoundFax) => boolean {
	const numbers = numbersIn(context.getNodeParameter('channels', ''));
	const outcome = context.getNodeParameter('outcome', 'any');
	return (found) => isWantedFax(found, outcome, numbers);
}

function passOn(context: IPollFunctions, candidates: Candidate[], room: number): INodeExecutionData[] {
	const passed = takeDue(context, candidates, Math.min(MOST_AT_ONCE, Math.floor(room)));
	for (const { name } of passed) seenOf(keyOf(context)).passOn(name);
	if (passed.length > 0) learnedOf(keyOf(context)).passedOnAt = Date.now();
	return passed.map(({ event, fax }) => itemOf(event, fax));
}

/**
 * The times of faxes that the next look has to find again: those that nothing here has begun with, and where workers execute,
 * which do not tell, those that were never passed on.
 */
function openAmong(context: IPollFunctions, candidates: Candidate[]): number[] {
	const seen = seenOf(keyOf(context));
	const isOpen = ({ name }: Candidate): boolean => seen.hasBegun || seen.lastOf(name).times === 0;
	return candidates.filter(isOpen).map(({ time }) => time);
}

/** The faxes that are settled, and that no execution of this process has begun with. */
function candidatesAmong(context: IPollFunctions, found: FoundFax[], from: number): Candidate[] {
	const now = Date.now();
	const since = sinceOf(context);
	const seen = seenOf(keyOf(context));
	const learned = learnedOf(keyOf(context));
	const candidates = new Map<string, Candidate>();
	const knows = seen.hasBegunBy.bind(seen);
	for (const { event, fax } of found) learned.learn(itemOf(event, fax), knows);
	const isKnown = (item: INodeExecutionData): boolean => learned.isKnown(item, knows);
	for (const { event, fax } of found) {
		const item = itemOf(event, fax);
		const [name] = faxNamesOf(item.json);
		if (name === undefined || isUnderWay(fax.status)) continue;
		const isDated = Object.keys(datesOf(fax)).length > 0;
		const time = isDated ? latestTimeOf(fax) : learned.firstListedAt(name);
		// Where workers execute, all comes again and again: no more of it than the execution has to learn from.
		const isSettled = now - time >= PATIENCE && time >= (seen.hasBegun ? now - LONGEST : from);
		if (!isSettled || (isDated && startOf(fax) < since) || isKnown(item)) continue;
		candidates.set(name, { event, fax, name, time });
	}
	return [...candidates.values()];
}

/**
 * Those that are passed on now, oldest first. With them go others that may have been delivered, from which the execution learns
 * whether lists call faxes what deliveries call them.
 */
function takeDue(context: IPollFunctions, candidates: Candidate[], most: number): Candidate[] {
	const seen = seenOf(keyOf(context));
	const learned = learnedOf(keyOf(context));
	// Lists begin with the newest, also within a second.
	const byTime = candidates.reverse().sort((a, b) => a.time - b.time);
	const due = byTime.filter(({ name }) => seen.isDue(name));
	if (due.length === 0) return [];
	if (due.length > most) {
		const line = `${due.length} faxes may have been missed, more than are passed on at once; the others follow with the next checks. The Fax.Plus Polling Trigger suits so many better.`;
		log(context, 'warn', line);
	}
	const isLearned = due.every(({ event }) => BY_WEBHOOK.some((way) => learned.hasFoundAgain(way, event)));
	const others = isLearned ? [] : byTime.filter(({ name }) => !seen.isDue(name)).reverse();
	return [...due, ...others].slice(0, most).sort((a, b) => a.time - b.time);
}

/** When the trigger was registered, to the second, as dates of faxes are. In a process that has not done that n8n may not have saved it. */
function sinceOf(context: IPollFunctions): number {
	const key = keyOf(context);
	const since = addressHeldBy(key)?.since ?? new EndpointMemory(context).since ?? seenOf(key).since;
	return Math.floor(since / SECOND) * SECOND;
}
