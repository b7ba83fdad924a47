import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { toText } from './fieldValues';
import { InputError, missingValue } from './inputError';

/** Matches a date, perhaps with a time of day, an offset and a named zone, as in ISO 8601, RFC 9557 and n8n's date picker. */
const TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s{0,9}(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[!?([\w+/-]{1,60})\])?$/i;

/** Matches milliseconds such as 1795000000000. Ten digits would be seconds, so it wouldn't be certain what's meant. */
const MILLISECONDS = /^\d{13}$/;

/**
 * Reads a time from a date picker or an expression. The zone is used if the time has no offset. It's undefined for empty text.
 */
export function toTime({ displayName }: INodeProperties, value: unknown, zone: string): Date | undefined {
	if (value === undefined || value === null) throw missingValue(displayName);
	const text = toText(asIsoText(value, displayName), displayName);
	if (text === '') return undefined;
	const time = MILLISECONDS.test(text) ? new Date(Number(text)) : parsed(text, zone);
	if (time) return time;
	throw new InputError(
		`"${displayName}" is "${text}", which isn't a time. Pick one, or enter it like 2026-12-31T17:30:00. Add an offset such as +01:00 if it isn't in the workflow's time zone (${zone}).`,
	);
}

/** Expressions may also return Luxon or JavaScript date objects. */
function asIsoText(value: unknown, name: string): unknown {
	const { toISO, toISOString } = value as { toISO?: unknown; toISOString?: unknown };
	const write = typeof toISO === 'function' ? toISO : toISOString;
	if (typeof value !== 'object' || typeof write !== 'function') return value;
	if (!Number.isNaN(Number(value))) return write.call(value) as unknown;
	throw new InputError(
		`"${name}" is an invalid date. Check its expression, and the text that it reads the date from.`,
	);
}

/** Returns a time in Fax.Plus's format, which is in UTC and without milliseconds (docs/contributing/api.md, "Dates"). */
export function inServiceForm(time: Date): string {
	return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns a time for people to read, in UTC and without seconds, such as "2026-11-20 09:12". */
export function toTheMinute(time: number): string {
	return inServiceForm(new Date(time)).slice(0, 16);
}

/** Reads a time in Fax.Plus's format. Without an offset, it's in UTC. */
export function fromServiceForm(text: unknown): Date | undefined {
	const time = millisecondsOf(text);
	return time === undefined ? undefined : new Date(time);
}

/** Reads a time in Fax.Plus's format as milliseconds since 1970. */
export function millisecondsOf(text: unknown): number | undefined {
	const [, date, time, offset = 'Z'] =
		/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(String(text)) ?? [];
	const read = Date.parse(`${date}T${time}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
	return Number.isFinite(read) ? read : undefined;
}

function parsed(text: string, zone: string): Date | undefined {
	const [, date, time = '00:00', seconds = '00', fraction = '0', offset = '', named] = TIME.exec(text) ?? [];
	if (date === undefined) return undefined;
	const read = at(`${date}T${time}:${seconds}.${fraction}${offset.toUpperCase()}`, named ?? zone);
	// Otherwise, the 31st of June would become the 1st of July.
	if (read?.toISODate() !== date) return undefined;
	if (named === undefined) return read.toJSDate();
	const there = at(read.toJSDate(), named);
	// A time with "Z" is in UTC, whatever the zone. Any other offset must match the zone.
	const isOfZone = offset.toUpperCase() === 'Z' || there?.offset === read.offset;
	return there && isOfZone ? read.toJSDate() : undefined;
}

/** Returns the time as n8n reads it, or undefined if the time or the zone is invalid. */
function at(time: string | Date, zone: string): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(time, zone);
	} catch {
		return undefined;
	}
}
