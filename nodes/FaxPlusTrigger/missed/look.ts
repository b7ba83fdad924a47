import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/http/account';
import { Api, LOOKS } from '../../shared/http/api';
import { datesOf } from '../../shared/faxes/faxCursor';
import { isUnderWay } from '../../shared/faxes/faxStatus';
import { BY_WEBHOOK, faxNamesOf } from '../../shared/faxes/faxIdentity';
import { keyOf, log } from '../../shared/log';
import { numbersIn } from '../../shared/values/phoneNumbers';
import { againOf, unreadFrom, withUnread } from '../../shared/watch/againUntilRead';
import type { FoundFax } from '../../shared/watch/faxes';
import { isWantedFax, itemOf, latestTimeOf, listsOf, MOST_AT_ONCE, startOf } from '../../shared/watch/faxes';
import type { Reading } from '../../shared/watch/lists';
import { readLists } from '../../shared/watch/lists';
import { SLACK } from '../../shared/watch/polls';
import type { Seen } from '../../shared/watch/seen';
import { seenOf } from '../../shared/watch/seen';
import { addressHeldBy } from '../endpoint/addresses';
import { EndpointMemory } from '../endpoint/memory';
import { deliveriesToRemember } from '../fields';
import type { Learned } from './learned';
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

/** What this process knows of a trigger when it looks. Times are in milliseconds. */
interface Scene {
	now: number;
	/** When the trigger was registered. */
	since: number;
	seen: Seen;
	learned: Learned;
	/** For how many passes n8n's store certainly has room. */
	room: number;
	isWanted: (found: FoundFax) => boolean;
}

/** What n8n saves with the execution that gets the faxes. */
interface LookMemory extends IDataObject {
	/** The time of the last fax that was passed on where others were left behind, in milliseconds: the next look goes on there. */
	passedUntil?: number;
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
	const scene = sceneOf(context);
	const again = againOf(context);
	const missedSince = missedFrom(scene);
	const unreadSince = again && unreadFrom(context, again, new EndpointMemory(context).since ?? 0);
	const readings = await read(context, missedSince, unreadSince);
	const { room, isWanted } = scene;
	const missed = missedSince === undefined ? [] : missedAmong(context, scene, readings, missedSince);
	const found =
		again && unreadSince !== undefined
			? withUnread(context, missed, readings, { again, from: unreadSince, room, isWanted })
			: missed;
	const items = found.map(({ json }) => ({ json: { ...json, confirmedBy: 'list' } }));
	return { items, failure: readings.find(({ failure }) => failure !== undefined)?.failure };
}

function sceneOf(context: IPollFunctions): Scene {
	const key = keyOf(context);
	const seen = seenOf(key);
	// In a process that has not registered the trigger, n8n may not have saved when it was.
	const since = addressHeldBy(key)?.since ?? new EndpointMemory(context).since ?? seen.since;
	const { rememberDeliveries } = context.getNodeParameter('options', {}) as IDataObject;
	const numbers = numbersIn(context.getNodeParameter('channels', ''));
	const outcome = context.getNodeParameter('outcome', 'any');
	return {
		now: Date.now(),
		// To the second, as dates of faxes are.
		since: Math.floor(since / SECOND) * SECOND,
		seen,
		learned: learnedOf(key),
		room: deliveriesToRemember(rememberDeliveries) / 2,
		isWanted: (found) => isWantedFax(found, outcome, numbers),
	};
}

/** From when on faxes may have been missed, in milliseconds; undefined where it is not time to look. */
function missedFrom({ now, since, seen: { hasBegun }, learned }: Scene): number | undefined {
	const { lookedAt = 0, passedOnAt } = learned;
	// Where workers execute, nobody tells what they have begun with, so all is passed on again to ask them.
	if (!hasBegun && Math.abs(now - passedOnAt) < HOUR - SLACK) return undefined;
	const before = Math.min(now, lookedAt) - (hasBegun ? LATENESS : LATENESS_OF_WORKERS);
	return Math.max(before, now - LONGEST, since);
}

/** Reads each list once, as far back as is wanted of it: unread are only received faxes. */
async function read(context: IPollFunctions, missed = Infinity, unread = Infinity): Promise<Reading[]> {
	const lists = listsOf(context.getNodeParameter('events', []) as string[], false)
		.map((list) => ({ ...list, from: list.event === 'fax_received' ? Math.min(missed, unread) : missed }))
		.filter(({ from }) => from < Infinity);
	if (lists.length === 0) return [];
	const authentication = context.getNodeParameter('authentication') as Authentication;
	return await readLists((await Api.connect(context, authentication)).at(LOOKS), 'self', lists);
}

/** Takes those that are passed on now, and notes how far the next look has to read. */
function missedAmong(
	context: IPollFunctions,
	scene: Scene,
	readings: readonly Reading[],
	from: number,
): INodeExecutionData[] {
	const { now, seen, learned } = scene;
	const candidates = candidatesAmong(
		scene,
		readings.flatMap(({ faxes }) => faxes),
		from,
	);
	const passed = takeDue(context, scene, candidates);
	for (const { name } of passed) seen.passOn(name);
	if (passed.length > 0) learned.passedOnAt = now;
	// Those have to be found again that nothing here has begun with, or where workers execute, that were never passed on.
	const isOpen = ({ name }: Candidate): boolean => seen.hasBegun || seen.lastOf(name).times === 0;
	const open = candidates.filter(isOpen).map(({ time }) => time);
	if (readings.every(({ isWhole }) => isWhole)) learned.lookedAt = Math.min(now, ...open);
	return passed.map(({ event, fax }) => itemOf(event, fax));
}

/** The faxes that are settled, and that no execution of this process has begun with. */
function candidatesAmong(
	{ now, since, seen, learned, isWanted }: Scene,
	found: readonly FoundFax[],
	from: number,
): Candidate[] {
	const candidates = new Map<string, Candidate>();
	const knows = seen.hasBegunBy.bind(seen);
	const listed = found.filter(isWanted).map((one) => ({ ...one, item: itemOf(one.event, one.fax) }));
	for (const { item } of listed) learned.learn(item, knows);
	for (const { event, fax, item } of listed) {
		const [name] = faxNamesOf(item.json);
		if (name === undefined || isUnderWay(fax.status)) continue;
		const isDated = Object.keys(datesOf(fax)).length > 0;
		const time = isDated ? latestTimeOf(fax) : learned.firstListedAt(name);
		// Where workers execute, all comes again and again: no more of it than the execution has to learn from.
		const isSettled = now - time >= PATIENCE && time >= (seen.hasBegun ? now - LONGEST : from);
		if (!isSettled || (isDated && startOf(fax) < since) || learned.isKnown(item, knows)) continue;
		candidates.set(name, { event, fax, name, time });
	}
	return [...candidates.values()];
}

/**
 * Those that are passed on now, oldest first. What was not passed on before comes first, so that what has to be asked about again
 * holds nothing up, whether n8n is started again or not. With them go others that may have been delivered, from which the
 * execution learns whether lists call faxes what deliveries call them.
 */
function takeDue(
	context: IPollFunctions,
	{ seen, learned, room }: Scene,
	candidates: Candidate[],
): Candidate[] {
	const most = Math.min(MOST_AT_ONCE, Math.floor(room));
	// Lists begin with the newest, also within a second.
	const byTime = candidates.reverse().sort((a, b) => a.time - b.time);
	const due = byTime.filter(({ name }) => seen.isDue(name));
	if (due.length === 0) return [];
	const memory: LookMemory = context.getWorkflowStaticData('node');
	const { passedUntil = 0 } = memory;
	const timesOf = ({ name }: Candidate): number => seen.lastOf(name).times;
	const isOfBefore = ({ time }: Candidate): number => Number(time < passedUntil);
	due.sort((a, b) => timesOf(a) - timesOf(b) || isOfBefore(a) - isOfBefore(b));
	// Only where some are left behind: n8n saves the static data of all nodes of the workflow with it.
	const [first, last] = [due[0], due[most - 1]].map((one) => one?.time ?? 0) as [number, number];
	// Where one second has more than that, its others wait for the next round: else all that came later would.
	if (due.length > most) memory.passedUntil = first === last ? last + 1 : last;
	const fresh = due.filter((one) => timesOf(one) === 0 && isOfBefore(one) === 0).length;
	if (fresh > most) {
		const line = `${fresh} faxes may have been missed, more than are passed on at once; the others follow with the next checks. The Fax.Plus Polling Trigger suits so many better.`;
		log(context, 'warn', line);
	}
	const isLearned = due.every(({ event }) => BY_WEBHOOK.some((way) => learned.hasFoundAgain(way, event)));
	const others = isLearned ? [] : byTime.filter(({ name }) => !seen.isDue(name)).reverse();
	return [...due, ...others].slice(0, most).sort((a, b) => a.time - b.time);
}
