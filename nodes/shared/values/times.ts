import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { toText } from './fieldValues';
import { InputError, missingValue } from './inputError';

/** A date, and perhaps a time of day and an offset, as ISO 8601 and n8n's date picker write them. */
const TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?$/i;

/** Such as 1795000000000. Ten digits would be seconds: what is meant is not certain then. */
const MILLISECONDS = /^\d{13}$/;

/** Reads a time from a date picker or an expression, by a zone where it has no offset; undefined for empty text. */
export function toTime({ displayName }: INodeProperties, value: unknown, zone: string): Date | undefined {
	if (value === undefined || value === null) throw missingValue(displayName);
	const text = toText(asIsoText(value), displayName);
	if (text === '') return undefined;
	const time = MILLISECONDS.test(text) ? new Date(Number(text)) : parsed(text, zone);
	if (time) return time;
	throw new InputError(
		`${displayName} "${text}" is not a time. Pick one, or write it as 2026-12-31T17:30:00, with an offset such as +01:00 where it is not of the workflow's time zone (${zone}).`,
	);
}

/** Expressions give times of luxon's and of JavaScript's make as well. */
function asIsoText(value: unknown): unknown {
	const { toISO, toISOString } = (value ?? {}) as { toISO?: unknown; toISOString?: unknown };
	const write = typeof toISO === 'function' ? toISO : toISOString;
	return typeof value === 'object' && typeof write === 'function' ? (write.call(value) as unknown) : value;
}

/** The service's form of a time: in UTC, to the second (docs/api.md, "Dates"). */
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
	const [, date, time = '00:00', seconds = '00', fraction = '0', offset = ''] = TIME.exec(text) ?? [];
	if (date === undefined) return undefined;
	try {
		const read = tryToParseDateTime(`${date}T${time}:${seconds}.${fraction}${offset.toUpperCase()}`, zone);
		// The 31st of June would become the 1st of July.
		return read.toISODate() === date ? read.toJSDate() : undefined;
	} catch {
		return undefined;
	}
}
