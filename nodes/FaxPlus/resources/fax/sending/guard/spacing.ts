import { perRunAndKey } from '../../../../../shared/async/perRun';
import { hasChangedNothing } from '../../../../../shared/http/faults';
import { rethrow } from '../../../../../shared/http/rethrow';
import { LruMap } from '../../../../../shared/values/lruMap';
import { lineOf } from '../../../../../shared/values/phoneNumbers';
import type { ItemFields } from '../../../../fields/itemFields';
import type { ReadCall } from '../../../../operation/itemCall';
import { minutesBetweenOption } from '../read/sendFields';
import { addressOf } from './address';
import { earlierFaxes, readFor } from './earlierFaxes';
import { SUBMISSION_MS, timeFor, type Timing } from './sendTime';

/** How far back sent faxes are listed, in milliseconds. It's the longest spacing. */
const LOOK_BACK_MS = 86_400_000;

/** How old a list of faxes may be when a fax is sent, in milliseconds. Other executions may have sent faxes since. */
const OLDEST_LIST_MS = 60_000;

/** How long it may take until Fax.Plus lists a fax, in milliseconds. After that, a missing fax was probably deleted. */
const LISTED_AFTER_MS = 300_000;

/** The times of faxes in milliseconds, keyed by the digits of their numbers. */
type Times = Map<string, number[]>;

/** What a run knows about the faxes of a user. */
interface Known {
	/** The faxes that Fax.Plus lists. */
	listed: Promise<Times>;
	/** When these were requested. */
	since: number;
	/** The faxes that other items of the run would send. */
	planned: Times;
}

const knownBy = perRunAndKey<Known>();

/** A user's send to some numbers, and when it may be sent. */
export interface TimedSend {
	userId: string;
	to: readonly string[];
	timing: Timing;
}

/** A fax that this process is sending, or has just sent. Its times are in milliseconds. */
interface OwnFax {
	sentAt: number;
	submittedAt: number;
}

/**
 * Faxes that Fax.Plus may not list yet, keyed by its address and the number. All executions of this process share them. All
 * accounts share them too, because several credentials may belong to one account.
 */
const ownFaxes = new LruMap<string, OwnFax[]>(10_000);

/**
 * Returns when an item's fax would be sent if nothing else is sent before, or undefined if that's at once.
 *
 * @param isSent whether nothing else refuses the item, so that later items keep their distance from its fax
 */
export async function spacedTime(
	call: ReadCall,
	send: TimedSend,
	isSent: boolean,
): Promise<Date | undefined> {
	const known = knownOf(call, send);
	const listed = await listedFor(send, known);
	const own = (await keysOf(call, send)).flatMap(ownTimes);
	const time = timeFor(send.timing, [...listed, ...own, ...timesTo(send, known.planned)]);
	if (isSent) for (const number of send.to) add(known.planned, number, time?.getTime() ?? Date.now());
	return time;
}

/**
 * Sends a fax with its send time, which is calculated again. Since the item was checked, time has passed, and other faxes
 * may have been sent. All items of a run share one read of earlier faxes per minute. If no spacing is set, nothing is read
 * or remembered.
 *
 * @param submit submits the fax with a time, or without one to send it at once
 */
export async function atItsTime<T>(
	call: ReadCall,
	send: TimedSend,
	submit: (time: Date | undefined) => Promise<T>,
): Promise<T> {
	if (send.timing.spacing === 0) return await submit(timeFor(send.timing, []));
	const keys = await keysOf(call, send);
	const known = knownOf(call, send);
	if (known.since < Date.now() - OLDEST_LIST_MS) Object.assign(known, newList(call, send));
	const listed = await listedFor(send, known);
	// Nothing is awaited between the next two lines, so nothing else in this process can take the same time.
	const time = timeFor(send.timing, [...listed, ...keys.flatMap(ownTimes)]);
	const own = noteOwn(keys, time);
	return await submit(time).then(
		(sent) => {
			own.settle();
			return sent;
		},
		(error: unknown) => {
			if (hasChangedNothing(error)) own.remove();
			else own.settle();
			return rethrow(error);
		},
	);
}

function knownOf(call: ReadCall, send: TimedSend): Known {
	return knownBy(call.context, send.userId, () => ({ ...newList(call, send), planned: new Map() }));
}

function newList(call: ReadCall, { userId }: TimedSend): Pick<Known, 'listed' | 'since'> {
	const since = Date.now();
	const reading = async (): Promise<Times> => {
		const times: Times = new Map();
		for (const { to, sentAt } of await earlierFaxes(call, userId, since - LOOK_BACK_MS))
			for (const number of to) add(times, number, sentAt);
		return times;
	};
	return { listed: readFor(minutesBetweenOption, reading), since };
}

async function listedFor(send: TimedSend, { listed }: Known): Promise<number[]> {
	return timesTo(send, await listed);
}

function timesTo({ to }: TimedSend, times: Times): number[] {
	return to.flatMap((number) => times.get(lineOf(number)) ?? []);
}

function add(times: Times, number: string, time: number): void {
	const line = lineOf(number);
	const ofLine = times.get(line) ?? [];
	ofLine.push(time);
	times.set(line, ofLine);
}

/** The keys under which this process remembers the numbers of a send. */
async function keysOf({ context }: ItemFields, { to }: TimedSend): Promise<string[]> {
	const address = await addressOf(context);
	return to.map((number) => `${address} ${lineOf(number)}`);
}

function ownTimes(key: string): number[] {
	return recentOf(key).map(({ sentAt }) => sentAt);
}

function recentOf(key: string): OwnFax[] {
	return (ownFaxes.get(key) ?? []).filter(({ submittedAt }) => submittedAt > Date.now() - LISTED_AFTER_MS);
}

/**
 * Remembers a fax that this process is about to submit.
 *
 * @returns functions for when it was submitted, and for when it certainly wasn't
 */
function noteOwn(keys: readonly string[], time: Date | undefined): { settle(): void; remove(): void } {
	const own: OwnFax = {
		sentAt: time?.getTime() ?? Date.now() + SUBMISSION_MS,
		submittedAt: Date.now(),
	};
	for (const key of keys) ownFaxes.set(key, [...recentOf(key), own]);
	return {
		settle() {
			own.submittedAt = Date.now();
			if (!time) own.sentAt = own.submittedAt;
		},
		remove() {
			for (const key of keys)
				ownFaxes.set(
					key,
					recentOf(key).filter((one) => one !== own),
				);
		},
	};
}
