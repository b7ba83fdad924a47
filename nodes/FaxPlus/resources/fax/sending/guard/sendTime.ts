import { InputError } from '../../../../../shared/values/inputError';
import { firstWithin, type WeeklyHours } from '../../../../../shared/values/weeklyHours';
import { waitLimitOption } from '../../../../fields/waitOptions';
import type { ItemFields } from '../../../../fields/itemFields';
import { waitUntilSentField, type WaitTerms } from '../../waiting/options';
import { sendTimeOf } from '../read/job';
import { sendBetweenOf, sendBetweenOption } from '../read/sendBetween';
import { minutesBetweenOption, sendTimeOption } from '../read/sendFields';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * How long it may take until Fax.Plus has a fax, in milliseconds. A fax without a send time may be sent at any moment
 * within that time.
 */
export const SUBMISSION_MS = MINUTE_MS;

/** How many days ahead to search for a time. It isn't public how far ahead Fax.Plus accepts one. */
const MOST_DAYS_AHEAD = 365;

/** When a fax may be sent, according to its item's options. */
export interface Timing {
	/** The earliest time. It's undefined if that's now. */
	sendAt: Date | undefined;
	/** The hours in which it may be sent, or undefined for any time. */
	hours: WeeklyHours | undefined;
	/** The shortest time between two faxes to one number, in milliseconds. It's 0 if they may be sent at any time. */
	spacing: number;
	/** Maximum time from now until it's sent, in milliseconds, because its item doesn't wait longer. */
	limit: number;
}

/** Reads when an item's fax may be sent. */
export function timingOf(fields: ItemFields, { wait }: WaitTerms): Timing {
	const isSpaced = fields.hasOption(minutesBetweenOption);
	return {
		sendAt: sendTimeOf(fields),
		hours: sendBetweenOf(fields),
		spacing: isSpaced ? fields.options.number(minutesBetweenOption) * MINUTE_MS : 0,
		limit: wait?.limit ?? Number.POSITIVE_INFINITY,
	};
}

/**
 * Returns the first time when a fax may be sent, or undefined to send it at once. It's sent at once only if that's allowed
 * at any time of the next minute, because Fax.Plus may get it a little later.
 *
 * @param taken times of other faxes to its numbers, in milliseconds
 * @throws InputError if there's no such time within a year, or if the item doesn't wait that long
 */
export function timeFor(timing: Timing, taken: readonly number[]): Date | undefined {
	const now = Date.now();
	const soon = now + SUBMISSION_MS;
	const earliest = Math.max(timing.sendAt?.getTime() ?? now, now);
	const end = earliest + MOST_DAYS_AHEAD * 24 * 60 * MINUTE_MS;
	const others = taken.map(toWholeSecond).sort((one, other) => one - other);
	const firstFrom = (time: number): number | undefined => firstFree(timing, others, time, end);
	const isKept = earliest < soon && [earliest, soon].every((time) => firstFrom(time) === time);
	if (isKept && earliest === now) return undefined;
	const time = isKept ? earliest : firstFrom(toWholeSecond(Math.max(earliest, soon)));
	if (time === undefined)
		throw new InputError(
			`The fax wasn't sent, because no time of the next ${MOST_DAYS_AHEAD} days fits ${inWords(timing)}. ${taken.length} other faxes to its numbers are sent or scheduled. Allow more time in "${sendBetweenOption.displayName}", or lower "${minutesBetweenOption.displayName}".`,
		);
	requireWithinWait(timing, time);
	return new Date(time);
}

/** Returns the first time that's within the hours and far enough from all other faxes, or undefined if it's after the end. */
function firstFree(
	{ hours, spacing }: Timing,
	others: readonly number[],
	from: number,
	end: number,
): number | undefined {
	let time = from;
	for (;;) {
		const open = hours ? firstWithin(hours, time, end) : time;
		if (open === undefined || open > end) return undefined;
		time = afterOthers(open, others, spacing);
		if (time === open) return time;
	}
}

/** @param others in ascending order */
function afterOthers(from: number, others: readonly number[], spacing: number): number {
	return others.reduce((time, other) => (Math.abs(other - time) < spacing ? other + spacing : time), from);
}

/** Fax.Plus accepts no milliseconds, and cutting them off could make the time too early. */
function toWholeSecond(time: number): number {
	return Math.ceil(time / SECOND_MS) * SECOND_MS;
}

/** Refuses a wait that would end before the fax is sent. */
function requireWithinWait(timing: Timing, time: number): void {
	const { sendAt, limit } = timing;
	if (time - Date.now() <= limit) return;
	const isAsSet = inWords(timing) === '' || sendAt?.getTime() === time;
	const said = isAsSet ? `"${sendTimeOption.displayName}" is` : `With ${inWords(timing)}, the fax is sent at`;
	throw new InputError(
		`${said} "${new Date(time).toISOString()}", which is after the wait ends. With "${waitUntilSentField.displayName}" on, it must fall within "${waitLimitOption.displayName}", which is "${limit / 1000}". Raise the limit, or turn "${waitUntilSentField.displayName}" off and run "Wait for Result" later.`,
	);
}

function inWords({ hours, spacing }: Timing): string {
	const names = [...(hours ? [sendBetweenOption] : []), ...(spacing > 0 ? [minutesBetweenOption] : [])];
	return names.map(({ displayName }) => `"${displayName}"`).join(' and ');
}
