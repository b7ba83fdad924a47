import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/account';
import { Api } from '../../shared/service/api';
import { datesOf } from '../../shared/service/faxCursor';
import { isUnderWay } from '../../shared/service/faxStatus';
import { rethrow } from '../../shared/service/rethrow';
import { faxNamesOf } from '../../shared/trigger/faxIdentity';
import { keyOf, log } from '../../shared/trigger/log';
import { numbersIn } from '../../shared/values/phoneNumbers';
import type { FoundFax } from '../../shared/watch/faxes';
import { isWantedFax, itemOf, latestTimeOf, listsOf, startOf } from '../../shared/watch/faxes';
import { recentFaxes } from '../../shared/watch/recentFaxes';
import { addressHeldBy } from '../endpoint/addresses';
import { EndpointMemory } from '../endpoint/memory';
import { deliveriesToRemember } from '../fields';
import type { Seen } from './seen';
import { seenOf } from './seen';

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

/** How many faxes are passed on at once. */
const MOST = 500;

/** A fax that may have been missed. */
interface Candidate extends FoundFax {
	/** What this process calls it. */
	name: string;
	/** In milliseconds. */
	time: number;
}

/** What a look has found. */
export interface Look {
	items: INodeExecutionData[];
	/** What kept it from reading as far back as it should. */
	failure?: unknown;
}

/**
 * Looks for faxes that no delivery has brought, as far as this process can tell; which of them were delivered after all, the
 * execution finds out that they start.
 *
 * @param context whose requests end with the time of the poll
 * @throws ServiceFault or InputError
 */
export async function lookForMissed(context: IPollFunctions): Promise<Look> {
	const seen = seenOf(keyOf(context));
	// Where workers execute, nobody tells what they have begun with, so all is passed on again to ask them.
	if (!seen.hasBegun && Math.abs(Date.now() - seen.passedOnAt) < HOUR) return { items: [] };
	const lookedAt = Date.now();
	const { found, ...outcome } = await read(context, seen);
	const candidates = candidatesAmong(found, context, seen);
	if (!('failure' in outcome)) seen.lookedAt = lookedAt;
	const passed = takeDue(candidates, context, seen);
	seen.passOn(passed.map(({ name }) => name));
	const items = passed.map(({ event, fax }) => ({
		json: { ...itemOf(event, fax).json, confirmedBy: 'list' },
	}));
	return { items, ...outcome };
}

/** What cannot be read far back must not keep the newest from being read. */
async function read(context: IPollFunctions, seen: Seen): Promise<{ found: FoundFax[]; failure?: unknown }> {
	const lists = listsOf(context.getNodeParameter('events', []) as string[], false);
	const now = Date.now();
	if (lists.length === 0) return { found: [] };
	const authentication = context.getNodeParameter('authentication') as Authentication;
	const reads = (await Api.connect(context, authentication)).forLooks();
	const lateness = seen.hasBegun ? LATENESS : LATENESS_OF_WORKERS;
	const before = Math.min(now, seen.lookedAt ?? 0) - lateness;
	const from = Math.max(before, now - LONGEST, sinceOf(context, seen));
	try {
		return { found: await recentFaxes(reads, 'self', lists, new Date(from)) };
	} catch (failure) {
		if (from >= now - LATENESS) rethrow(failure);
		const found = await recentFaxes(reads, 'self', lists, new Date(now - LATENESS));
		return { found, failure };
	}
}

/** The faxes that are settled, and that no execution of this process has begun with. */
function candidatesAmong(found: FoundFax[], context: IPollFunctions, seen: Seen): Candidate[] {
	const now = Date.now();
	const since = sinceOf(context, seen);
	const numbers = numbersIn(context.getNodeParameter('channels', ''));
	const outcome = context.getNodeParameter('outcome', 'any');
	const candidates = new Map<string, Candidate>();
	for (const { event, fax } of found) {
		const names = faxNamesOf({ event, data: fax });
		const [name] = names;
		if (name === undefined || isUnderWay(fax.status) || !isWantedFax({ event, fax }, outcome, numbers))
			continue;
		if (seen.wasDelivered(names)) seen.findAgain(event);
		const isDated = Object.keys(datesOf(fax)).length > 0;
		const time = isDated ? latestTimeOf(fax) : seen.firstListedAt(name);
		const isSettled = now - time >= PATIENCE && time >= now - LONGEST;
		if (!isSettled || (isDated && startOf(fax) < since) || seen.hasBegunWith(names)) continue;
		candidates.set(name, { event, fax, name, time });
	}
	return [...candidates.values()];
}

/**
 * Those that are passed on now, oldest first. With them go others that may have been delivered, from which the execution learns
 * whether lists call faxes what deliveries call them.
 */
function takeDue(candidates: Candidate[], context: IPollFunctions, seen: Seen): Candidate[] {
	// Lists begin with the newest, also within a second.
	const byTime = candidates.reverse().sort((a, b) => a.time - b.time);
	const due = byTime.filter(({ name }) => seen.isDue(name));
	const dueNames = new Set(due.map(({ name }) => name));
	if (due.length === 0) return [];
	const { rememberDeliveries } = context.getNodeParameter('options', {}) as IDataObject;
	const most = Math.min(MOST, Math.floor(deliveriesToRemember(rememberDeliveries) / 2));
	if (due.length > most) {
		const line = `${due.length} faxes may have been missed, more than are passed on at once; the others follow with the next checks. The Fax.Plus Polling Trigger suits so many better.`;
		log(context, 'warn', line);
	}
	const isLearned = due.every(({ event }) => seen.hasFoundAgain(event));
	const others = isLearned ? [] : byTime.filter(({ name }) => !dueNames.has(name)).reverse();
	return [...due, ...others].slice(0, most).sort((a, b) => a.time - b.time);
}

/** When the trigger was registered, to the second, as dates of faxes are. In a process that has not done that n8n may not have saved it. */
function sinceOf(context: IPollFunctions, seen: Seen): number {
	const since = addressHeldBy(keyOf(context))?.since ?? new EndpointMemory(context).since ?? seen.since;
	return Math.floor(since / SECOND) * SECOND;
}
