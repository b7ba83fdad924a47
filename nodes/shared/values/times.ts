import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { toText } from './fieldValues';
import { InputError, missingValue } from './inputError';

/** A date, and perhaps a time of day, an offset and a named zone, as ISO 8601, RFC 9557 and n8n's date picker write them. */
const TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s{0,9}(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[!?([\w+/-]{1,60})\])?$/i;

/** Such as 1795000000000. Ten digits would be seconds: what is meant is not certain then. */
const MILLISECONDS = /^\d{13}$/;

/** Reads a time from a date picker or an expression, by a zone where it has no offset; undefined for empty text. */
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

/** Expressions give times of luxon's and of JavaScript's make as well. */
function asIsoText(value: unknown, name: string): unknown {
	const { toISO, toISOString } = value as { toISO?: unknown; toISOString?: unknown };
	const write = typeof toISO === 'function' ? toISO : toISOString;
	if (typeof value !== 'object' || typeof write !== 'function') return value;
	if (!Number.isNaN(Number(value))) return write.call(value) as unknown;
	throw new InputError(
		`"${name}" is an invalid date. Check its expression, and the text that it reads the date from.`,
	);
}

/** The service's form of a time: in UTC, to the second (docs/contributing/api.md, "Dates"). */
export function inServiceForm(time: Date): string {
	return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads the service's form of a time, which is in UTC where it has no offset. */
export function fromServiceForm(text: unknown): Date | undefined {
	const time = millisecondsOf(text);
	return time === undefined ? undefined : new Date(time);
}

/** The same in milliseconds since 1970. */
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
	// The 31st of June would become the 1st of July.
	if (read?.toISODate() !== date) return undefined;
	if (named === undefined) return read.toJSDate();
	const there = at(read.toJSDate(), named);
	// With "Z", the time is that of UTC, whatever the zone. Another offset has to be one of the zone.
	const isOfZone = offset.toUpperCase() === 'Z' || there?.offset === read.offset;
	return there && isOfZone ? read.toJSDate() : undefined;
}

/** What n8n reads; undefined where the time or the zone is none. */
function at(time: string | Date, zone: string): ReturnType<typeof tryToParseDateTime> | undefined {
	try {
		return tryToParseDateTime(time, zone);
	} catch {
		return undefined;
	}
}
