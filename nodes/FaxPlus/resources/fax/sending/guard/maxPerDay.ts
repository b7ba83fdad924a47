import { perRunAndKey } from '../../../../../shared/async/perRun';
import { field } from '../../../../../shared/editor/field';
import { hasChangedNothing } from '../../../../../shared/http/faults';
import { rethrow } from '../../../../../shared/http/rethrow';
import { toTheMinute } from '../../../../../shared/values/times';
import type { ReadCall } from '../../../../operation/itemCall';
import { toField } from '../read/sendFields';
import { readFor, requireFixedUser, submittedSince, type EarlierFax } from './earlierFaxes';
import { refusedBy } from './refused';

const DAY_MS = 86_400_000;

export const maxPerDayGuard = field('number', 'Max Faxes per Day', 'maxPerDay', {
	typeOptions: { minValue: 1, numberPrecision: 0 },
	noDataExpression: true,
	default: 50,
	description:
		'How many faxes the account may submit in any 24 hours, from anywhere. n8n processes that send at the same moment may exceed it by the faxes in flight.',
});

/** What a run knows about the faxes of a user in the last 24 hours. */
interface Day {
	/** Submission times of the faxes that Fax.Plus showed before this run's first one, with an entry for each recipient. */
	before: Promise<number[]>;
	/** When the faxes of this run were submitted. */
	own: number[];
	/** How many recipients the checked items of this run have. */
	wanted: number;
}

const days = perRunAndKey<Day>();

/** A user's send to some numbers, with the maximum number of faxes in 24 hours. */
interface Limited {
	userId: string;
	to: readonly string[];
	max: number;
}

/**
 * Before anything is sent, refuses an item that would exceed the limit together with the items before it.
 *
 * @param isSent whether the item is then sent, so that less room is left for later items
 */
export async function requireRoom(call: ReadCall, limited: Limited, isSent: boolean): Promise<void> {
	requireFixedUser(call, maxPerDayGuard);
	const day = dayOf(call, limited);
	const times = withinDay(await day.before);
	requireRoomIn(times, day.wanted, limited);
	if (isSent) day.wanted += limited.to.length;
}

/**
 * Sends if the limit still has room. Other executions may have sent since the items were checked. So the faxes are read
 * again. The caller must make sure that nothing else in this process sends in between.
 */
export async function ifRoom<T>(call: ReadCall, limited: Limited, send: () => Promise<T>): Promise<T> {
	const { own, before } = dayOf(call, limited);
	const listed = await read(call, limited);
	const known = withinDay([...(await before), ...own]);
	// Fax.Plus may not list yet what this run has just sent.
	requireRoomIn(listed.length < known.length ? known : listed, 0, limited);
	const count = (): unknown => own.push(...limited.to.map(() => Date.now()));
	return await send().then(
		(sent) => {
			count();
			return sent;
		},
		(error: unknown) => {
			if (!hasChangedNothing(error)) count();
			return rethrow(error);
		},
	);
}

function dayOf(call: ReadCall, limited: Limited): Day {
	return days(call.context, limited.userId, () => ({ before: read(call, limited), own: [], wanted: 0 }));
}

async function read(call: ReadCall, { userId }: Limited): Promise<number[]> {
	const reading = async (): Promise<EarlierFax[]> => submittedSince(call, userId, Date.now() - DAY_MS);
	const faxes = await readFor(maxPerDayGuard, reading);
	// A record without a number or a time still counts as a fax.
	return faxes.flatMap(({ to, submittedAt = Date.now() }) => [
		submittedAt,
		...to.slice(1).map(() => submittedAt),
	]);
}

function withinDay(times: readonly number[]): number[] {
	return times.filter((time) => time > Date.now() - DAY_MS);
}

/** @param wanted number of recipients of other items that weren't sent yet */
function requireRoomIn(times: readonly number[], wanted: number, { to, max }: Limited): void {
	const excess = times.length + wanted + to.length - max;
	if (excess <= 0) return;
	const [name, guard] = [toField.displayName, maxPerDayGuard.displayName];
	const items = wanted === 0 ? '' : `, and the items before have ${wanted} more`;
	const numbers = to.length === 1 ? 'one number' : `${to.length} numbers`;
	throw refusedBy(
		maxPerDayGuard,
		`"${name}" has ${numbers}, but "${guard}" is "${max}". The account has submitted ${times.length} faxes in the last 24 hours${items}. ${whenRoom(times, excess)}`,
	);
}

/** Says when enough faxes will be older than 24 hours. */
function whenRoom(times: readonly number[], excess: number): string {
	const last = [...times].sort((one, other) => one - other)[excess - 1];
	if (last === undefined) return 'That is more than the limit has room for.';
	return `There is room again after ${toTheMinute(last + DAY_MS)} UTC.`;
}
