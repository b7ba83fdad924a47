import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isUnderWay } from '../faxes/faxStatus';
import { againAtMostOption, againUntilReadOption } from '../trigger/fields';
import { keyOf, log } from '../log';
import { readField } from '../trigger/readField';
import { toNumber } from '../values/fieldValues';
import { markAsReadField } from '../faxes/marking';
import { InputError } from '../values/inputError';
import type { FoundFax, ListedEvent } from './faxes';
import { itemOfRecord, startOf } from './faxes';
import type { Reading } from './lists';
import { SLACK } from './polls';
import { faxesOf } from '../passing/fax';
import { hereOf } from '../passing/here';
import { unmarkedHint } from './unmarked';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** So often the lists are read at most, in milliseconds; and so often in a period. */
const READ_EVERY = 15 * MINUTE;
const READS_A_PERIOD = 16;

/**
 * How long after its last time a fax is still looked for, in milliseconds: some poll but once a day, and before the first
 * reading of a process n8n may have been off over a weekend.
 */
const GRACE = 25 * HOUR;
const FIRST_GRACE = 72 * HOUR;

/** How many executions one reading starts at most. */
const MOST_EXECUTIONS = 50;

const EVENT: ListedEvent = 'fax_received';

/** What a person has set. */
export interface AgainSettings {
	/** In milliseconds. */
	period: number;
	most: number;
}

/** Which faxes are passed on again. */
export interface AgainReading {
	again: AgainSettings;
	/** What began before, in milliseconds, is not: see `unreadFrom`. */
	from: number;
	/** For how many passes n8n's store certainly has room. */
	room: number;
	isWanted: (found: FoundFax) => boolean;
}

/**
 * Reads the options.
 *
 * @param isMarked whether the trigger marks as read what it downloads
 * @returns undefined unless they are added
 * @throws InputError for what would do nothing
 */
export function againSettings(
	options: IDataObject,
	events: readonly string[],
	isMarked: unknown,
): AgainSettings | undefined {
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
	if (isMarked === true)
		throw new InputError(
			`${name} does nothing beside ${markAsReadField.displayName}, which marks each fax at once. Switch that off and let the workflow end with "Fax: Update", or remove the option.`,
		);
	return {
		period: toNumber(againUntilReadOption, hours) * HOUR,
		most: toNumber(againAtMostOption, most ?? againAtMostOption.default),
	};
}

/** The same of a trigger that is active: what a publish refuses counts as nothing. */
export function againOf(context: IPollFunctions | IExecuteFunctions): AgainSettings | undefined {
	try {
		const options = readField(context, 'options', {}) as IDataObject;
		const events = readField(context, 'events', []) as string[];
		return againSettings(options, events, readField(context, markAsReadField.name, false));
	} catch {
		return undefined;
	}
}

/**
 * Notes in an activation from when on faxes may be passed on again, which n8n saves at its end: what came before the option
 * was there, nothing has marked as read.
 */
export function noteFirstAgain(context: IPollFunctions, again: AgainSettings | undefined): void {
	const hint = again && unmarkedHint(context);
	if (hint !== undefined) log(context, 'warn', hint);
	const data = context.getWorkflowStaticData('global');
	const name = firstAgainNameOf(context);
	if (again) data[name] ??= Date.now();
	else if (name in data) Reflect.deleteProperty(data, name);
}

/**
 * From when on received faxes are to be read to find those that are unread.
 *
 * @param earliest what began before has never been passed on; in milliseconds
 * @returns the time in milliseconds; undefined where the last reading was a moment ago
 */
export function unreadFrom(
	context: IPollFunctions,
	{ period, most }: AgainSettings,
	earliest: number,
): number | undefined {
	const now = Date.now();
	const { unreadAt: readAt, metAt } = hereOf(keyOf(context));
	const pause = Math.max(READ_EVERY, period / READS_A_PERIOD) - SLACK;
	if (readAt !== undefined && Math.abs(now - readAt) < pause) return undefined;
	// Where n8n has saved nothing, it counts from when on the process knows the trigger.
	const { [firstAgainNameOf(context)]: saved = metAt } = context.getWorkflowStaticData('global');
	const grace = Math.max(period, readAt === undefined ? FIRST_GRACE : GRACE);
	// The service tells seconds.
	return Math.max(earliest, Number(saved), now - most * period - grace) - SECOND;
}

/**
 * Finds the received faxes that are still unread although they came a period ago, or several, oldest first. Nothing is noted for
 * good: what executions begin with, and n8n's store, decide what passes.
 *
 * @param readings of lists, back to `from`
 * @param items that are passed on for the first time now; the next reading is soon enough for these
 */
export function unreadAmong(
	context: IPollFunctions,
	readings: readonly Reading[],
	items: readonly INodeExecutionData[],
	{ again: { period, most }, from, room, isWanted }: AgainReading,
): INodeExecutionData[] {
	const here = hereOf(keyOf(context));
	const now = Date.now();
	const received = readings.filter(({ list }) => list.event === EVENT);
	if (received.every(({ isWhole }) => isWhole)) here.unreadAt = now;
	const newestFirst = received
		.flatMap(({ faxes }) => faxes)
		.filter(({ fax }) => startOf(fax) >= from)
		.sort((a, b) => startOf(b.fax) - startOf(a.fax));
	const fitting = Math.floor(room / (1 + most));
	if (newestFirst.length > fitting && !here.hasWarned) {
		here.hasWarned = true;
		const line = `more than ${fitting} faxes came in the time that ${againUntilReadOption.displayName} spans, so only the newest are passed on again. Enter fewer hours, or fewer times`;
		log(context, 'warn', line);
	}
	const first = new Set(items.flatMap(({ json }) => faxesOf(json)));
	const isFirst = ({ json }: INodeExecutionData): boolean => faxesOf(json).some((name) => first.has(name));
	const unread = newestFirst
		.slice(0, fitting)
		.reverse()
		.map(({ fax, event }) => ({
			fax,
			event,
			times: Math.min(most, Math.floor((now - startOf(fax)) / period)),
		}))
		.filter(
			({ times, ...one }) => times > 0 && !one.fax.is_read && !isUnderWay(one.fax.status) && isWanted(one),
		)
		.map(({ fax, times }) => atTime(itemOfRecord(EVENT, fax), times))
		.filter((item) => here.isDue(item) && !isFirst(item))
		.slice(0, MOST_EXECUTIONS);
	for (const item of unread) here.passOn(item);
	return unread;
}

/** The item of a fax that is passed on again for the given time; of one that passes first, when that is 0. */
export function atTime(item: INodeExecutionData, times: number): INodeExecutionData {
	return { ...item, json: { ...item.json, isAgain: times > 0, attempt: times + 1 } };
}

function firstAgainNameOf(context: IPollFunctions): string {
	return `faxPlus again ${context.getNode().id}`;
}
