import type { INodeExecutionData } from 'n8n-workflow';

import type { NormalizedFax } from '../shared/service/faxRecords';
import { LruMap } from '../shared/values/lruMap';
import { FaxIds, shortFingerprintOf } from './faxIds';
import { earliestTimeOf, latestTimeOf } from './faxTimes';
import { idOf, idOfItem } from './item';
import type { PolledList } from './lists';
import type { Emission, PollMemory } from './memory';

/** In milliseconds: after it, n8n either has begun with what was passed on, or has lost it. */
const TAKES_UP_TO = 900_000;

/** Of one trigger, how many of the latest are remembered. */
const EXECUTED = 10_000;

/** Which faxes executions of this process have begun with, by trigger. In queue mode workers execute, and this stays empty. */
const executed = new LruMap<string, LruMap<string, true>>(1_000);

/** Which faxes this process has passed on once more, because it had not begun with them. */
const repeated = new LruMap<string, LruMap<string, true>>(1_000);

/** Triggers that this process has polled. */
const polled = new LruMap<string, true>(10_000);

/** Notes which faxes an execution of this process has begun with. */
export function noteExecuted(key: string, items: readonly INodeExecutionData[]): void {
	const faxes = executed.getOrAdd(key, () => new LruMap(EXECUTED));
	for (const item of items) faxes.set(shortFingerprintOf(idOfItem(item) ?? ''), true);
}

/** Notes faxes of one list that are passed on to n8n now. */
export function noteEmitted(
	memory: PollMemory,
	{ category, event }: PolledList,
	faxes: readonly NormalizedFax[],
): void {
	if (faxes.length === 0) return;
	const now = Date.now();
	const ids = new FaxIds();
	for (const fax of faxes) ids.add(idOf(event, fax), latestTimeOf(fax) ?? now);
	const since = Math.min(...faxes.map((fax) => earliestTimeOf(fax) ?? now));
	memory.emissions.push({ category, at: now, since, ids });
}

/**
 * Finds out which of the faxes that were passed on n8n has begun with. Those that are lost count as new again.
 *
 * - Where this process executes, it knows. What it has not begun with for a quarter of an hour could not be stored, or waits
 *   for its turn; then it is passed on once more, and the execution that comes second ends empty.
 * - Where workers execute, nobody tells. What was passed on a quarter of an hour ago counts as begun with, but once for each
 *   process: it may be that its very first execution was lost.
 * - After a start of n8n, what was passed on last may have been lost with the process before, so it is passed on once more.
 */
export function reviewEmissions(memory: PollMemory, key: string): void {
	const isStart = polled.get(key) === undefined;
	polled.set(key, true);
	const begun = executed.get(key);
	const lastAt = memory.emissions.at(-1)?.at ?? 0;
	for (const emission of [...memory.emissions]) {
		confirm(memory, emission, (fingerprint) => begun?.get(fingerprint) === true);
		const isOld = Date.now() - emission.at > TAKES_UP_TO;
		if (isStart && lastAt - emission.at < TAKES_UP_TO) forget(memory, emission);
		else if (isOld && (begun ?? !isProbed(key))) repeatOnce(memory, emission, key);
		else if (isOld || emission.ids.size === 0) memory.settle(emission);
	}
}

/** Whether something was passed on once more to find out whether this process executes. */
function isProbed(key: string): boolean {
	return repeated.get(key) !== undefined;
}

/** Takes it for certain that n8n has begun with some of the faxes of an emission. */
function confirm(
	memory: PollMemory,
	{ category, ids }: Emission,
	isBegun: (fingerprint: string) => boolean,
): void {
	memory.lists.get(category)?.known.addAll(ids.takeOut(isBegun));
}

/** A queue of executions may be longer than the pause; then passing the same on again and again would not help. */
function repeatOnce(memory: PollMemory, emission: Emission, key: string): void {
	const faxes = repeated.getOrAdd(key, () => new LruMap(EXECUTED));
	confirm(memory, emission, (fingerprint) => faxes.get(fingerprint) === true);
	for (const fingerprint of emission.ids.fingerprints) faxes.set(fingerprint, true);
	forget(memory, emission);
}

/** Lets the faxes of an emission be found again. */
function forget(memory: PollMemory, emission: Emission): void {
	memory.emissions = memory.emissions.filter((one) => one !== emission);
	const list = memory.lists.get(emission.category);
	if (!list) return;
	list.since = Math.min(list.since, emission.since);
	list.backlog = undefined;
	list.sweep = undefined;
	list.readAt = 0;
}
