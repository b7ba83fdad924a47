import type { IDataObject, IHookFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { NormalizedFax } from '../service/faxRecords';
import { isUnderWay } from '../service/faxStatus';
import type { Reads } from '../service/requests';
import { againAtMostOption, againUntilReadOption } from '../trigger/fields';
import { keyOf, log } from '../trigger/log';
import { toNumber } from '../values/fieldValues';
import { InputError } from '../values/inputError';
import { LruMap } from '../values/lruMap';
import type { FoundFax, ListedEvent, WatchedList } from './faxes';
import { idOfItem, itemOf, startOf } from './faxes';
import { recentFaxes } from './recentFaxes';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** So often the lists are read at most, in milliseconds; and so often in a period. */
const LOOK_EVERY = 15 * MINUTE;
const LOOKS_A_PERIOD = 16;

/**
 * How long after its last time a fax is still looked for, in milliseconds: some poll but once a day, and before the first
 * look of a process n8n may have been off over a weekend.
 */
const REACH = 25 * HOUR;
const FIRST_REACH = 72 * HOUR;

/** How many faxes are passed on at once. */
const MOST_ITEMS = 500;

/** For one trigger, how much of what was passed on is remembered. */
const PASSED = 10_000;

const EVENT: ListedEvent = 'fax_received';

/** What a person has set. */
export interface AgainSettings {
	/** In milliseconds. */
	period: number;
	most: number;
}

/** What it takes to look for unread faxes. */
export interface AgainLook {
	reads: Reads;
	/** Encoded as one part of a path. */
	userId: string;
	/** Those of received faxes. */
	lists: readonly WatchedList[];
	again: AgainSettings;
	/** What began before, in milliseconds, is not looked at. */
	since: number;
	/** For how many passes n8n's store certainly has room. */
	room: number;
	isWanted: (found: FoundFax) => boolean;
}

/** What this process knows of one trigger. Times are in milliseconds. */
interface Seen {
	lookedAt: number | undefined;
	/** When the trigger was first seen: for where n8n has saved nothing. */
	since: number;
	hasWarned: boolean;
	/** When a fax was passed on again, by `nameOf`, and how long an execution may take to begin with it. */
	passed: LruMap<string, { at: number; pause: number }>;
}

const seen = new LruMap<string, Seen>(1_000);

/**
 * Reads the options.
 *
 * @returns undefined unless they are added
 * @throws InputError for what would do nothing
 */
export function againSettings(options: IDataObject, events: readonly string[]): AgainSettings | undefined {
	const { againUntilRead: hours, againAtMost: most } = options;
	if (hours === undefined && most === undefined) return undefined;
	const name = againUntilReadOption.displayName;
	if (hours === undefined)
		throw new InputError(
			`${againAtMostOption.displayName} does nothing by itself. Add the option "${name}" too, or remove this one.`,
		);
	if (!events.includes(EVENT))
		throw new InputError(
			`${name} is for received faxes, and the trigger does not wait for any. Add "Fax Received" to Events, or remove the option.`,
		);
	return {
		period: toNumber(againUntilReadOption, hours) * HOUR,
		most: toNumber(againAtMostOption, most ?? againAtMostOption.default),
	};
}

/**
 * Notes in an activation from when on faxes may be passed on again, which n8n saves at its end: what came before the option
 * was there, nothing has marked as read.
 */
export function noteSince(
	context: Pick<IHookFunctions, 'getWorkflowStaticData' | 'getNode'>,
	again: AgainSettings | undefined,
): void {
	const data = context.getWorkflowStaticData('global');
	const name = sinceNameOf(context);
	if (again) data[name] ??= Date.now();
	else if (name in data) Reflect.deleteProperty(data, name);
}

/**
 * Looks for received faxes that are still unread although they came a period ago, or several. Nothing is noted: what an
 * execution has begun with, and n8n's store, decide what passes.
 *
 * @returns items, oldest first; none where the last look was a moment ago
 * @throws ServiceFault
 * @throws InputError when a list cannot be read to its end
 */
export async function unreadFaxes(context: IPollFunctions, look: AgainLook): Promise<INodeExecutionData[]> {
	const { period, most } = look.again;
	const { lookedAt, since: firstSeen, passed } = seenOf(keyOf(context));
	const now = Date.now();
	if (lookedAt !== undefined && Math.abs(now - lookedAt) < Math.max(LOOK_EVERY, period / LOOKS_A_PERIOD))
		return [];
	const { [sinceNameOf(context)]: saved = firstSeen } = context.getWorkflowStaticData('global');
	const reach = Math.max(period, lookedAt === undefined ? FIRST_REACH : REACH);
	// The service tells seconds.
	const since = Math.max(look.since, Number(saved), now - most * period - reach) - SECOND;
	const found = await recentFaxes(look.reads, look.userId, look.lists, new Date(since));
	seenOf(keyOf(context)).lookedAt = now;

	const isDue = ({ event, fax }: FoundFax): boolean =>
		now - startOf(fax) >= period && !fax.is_read && !isUnderWay(fax.status) && look.isWanted({ event, fax });
	const recent = found.filter(({ fax }) => startOf(fax) >= since);
	return newestOf(context, recent, look)
		.filter(isDue)
		.reverse()
		.map(({ fax }) => asAgain(fax, Math.min(most, Math.floor((now - startOf(fax)) / period))))
		.filter((item) => {
			const { at = 0, pause = 0 } = passed.get(nameOf(item)) ?? {};
			return Math.abs(now - at) >= pause;
		})
		.slice(0, MOST_ITEMS)
		.map((item) => notePassed(passed, item, now));
}

/**
 * Notes with what an execution of this process begins.
 *
 * @param key of the trigger
 */
export function noteBegunAgain(key: string, items: readonly INodeExecutionData[]): void {
	const { passed } = seenOf(key);
	for (const item of items)
		if (item.json['isAgain'] === true) passed.set(nameOf(item), { at: 0, pause: Number.POSITIVE_INFINITY });
}

/** Those of which n8n's store still knows whether they have passed, newest first. */
function newestOf(context: IPollFunctions, found: FoundFax[], { again, room }: AgainLook): FoundFax[] {
	const most = Math.floor(room / (1 + again.most));
	const process = seenOf(keyOf(context));
	if (found.length > most && !process.hasWarned) {
		process.hasWarned = true;
		const line = `more than ${most} faxes came in the time that ${againUntilReadOption.displayName} spans, so only the newest are passed on again. Enter fewer hours, or fewer times`;
		log(context, 'warn', line);
	}
	return found.sort((a, b) => startOf(b.fax) - startOf(a.fax)).slice(0, most);
}

function asAgain(fax: NormalizedFax, times: number): INodeExecutionData {
	const { json } = itemOf(EVENT, fax);
	return { json: { ...json, isAgain: true, attempt: times + 1 } };
}

/** Where this process does not execute, nobody tells what has begun: then n8n's store is asked ever less often. */
function notePassed(passed: Seen['passed'], item: INodeExecutionData, now: number): INodeExecutionData {
	const { pause = HOUR / 2 } = passed.get(nameOf(item)) ?? {};
	passed.set(nameOf(item), { at: now, pause: 2 * pause });
	return item;
}

function nameOf(item: INodeExecutionData): string {
	return `${Number(item.json['attempt'])} ${idOfItem(item) ?? ''}`;
}

function sinceNameOf(context: Pick<IHookFunctions, 'getNode'>): string {
	return `faxPlus again ${context.getNode().id}`;
}

function seenOf(key: string): Seen {
	return seen.getOrAdd(key, () => ({
		lookedAt: undefined,
		since: Date.now(),
		hasWarned: false,
		passed: new LruMap(PASSED),
	}));
}
