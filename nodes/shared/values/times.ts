import type { INodeProperties } from 'n8n-workflow';

import { InputError } from './inputError';
import { toText } from './text';

/** A date, and perhaps a time of day and an offset, as ISO 8601 and n8n's date picker write them. */
const TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]+\])?$/i;

/** Such as 1795000000000. Ten digits would be seconds: what is meant is not certain then. */
const MILLISECONDS = /^\d{13}$/;

/**
 * Reads a point in time as it comes from a date picker or an expression; undefined for empty text.
 *
 * @param zone name of the time zone in which a time without an offset is meant, such as Europe/Berlin
 * @throws InputError for what is no time, and for nothing at all, which is an expression that went wrong
 */
export function toTime({ displayName }: INodeProperties, value: unknown, zone: string): Date | undefined {
	if (value === undefined || value === null)
		throw new InputError(
			`${displayName} is missing. Leave the field empty, or check the expression that provides it.`,
		);
	const text = toText(asIsoText(value), displayName);
	if (text === '') return undefined;
	const time = MILLISECONDS.test(text) ? new Date(Number(text)) : parsed(text, zone);
	if (time && Number.isFinite(time.getTime())) return time;
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
	const [, date, time, offset = 'Z'] =
		/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(String(text)) ?? [];
	const read = new Date(`${date}T${time}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
	return Number.isFinite(read.getTime()) ? read : undefined;
}

function parsed(text: string, zone: string): Date | undefined {
	const [, date, time = '00:00', seconds = '00', fraction = '', offset] = TIME.exec(text) ?? [];
	if (date === undefined) return undefined;
	const asUtc = new Date(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
	// The 31st of June would become the 1st of July.
	if (!Number.isFinite(asUtc.getTime()) || !asUtc.toISOString().startsWith(date)) return undefined;
	if (offset === undefined) return inZone(asUtc, zone);
	return new Date(asUtc.getTime() - minutesOf(offset) * 60_000);
}

/** Minutes east of UTC. */
function minutesOf(offset: string): number {
	if (/^z$/i.test(offset)) return 0;
	const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The point in time at which the clocks of a zone show what the given one would show in UTC. */
function inZone(clock: Date, zone: string): Date {
	const first = new Date(clock.getTime() - offsetAt(clock, zone));
	// Around a change of the clocks the offset is another one there.
	return new Date(clock.getTime() - offsetAt(first, zone));
}

/** By how many milliseconds the clocks of a zone are ahead of UTC. */
function offsetAt(time: Date, zone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	}).formatToParts(time);
	const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map(
		(type) => Number(parts.find((part) => part.type === type)?.value),
	);
	const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
	return shown - Math.floor(time.getTime() / 1000) * 1000;
}
