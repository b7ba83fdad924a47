import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { hourEntries, recordingIn } from './fax';
import type { Store } from './store';
import { heldAmong } from './store';

const HOUR = 3_600_000;

/**
 * Number of hours that are looked up. Faxes are read back for five days, and nothing may have been recorded for some days before
 * that.
 */
const HOURS_BACK = 14 * 24;

/** A number of hours (six days) that is longer than the time for which faxes are read back. */
const QUIET = 6 * 24;

/**
 * Past hours of which the store had nothing when this process looked them up. If a late confirmation brings one back, a check
 * only holds back more. It would take a tenth of a second in a large store to look up all weeks each time.
 */
class EmptyHours extends Set<number> {}

/**
 * Returns the time since which the store has lost nothing, in milliseconds. The store drops the oldest entries first. So nothing
 * was dropped as long as it has what it began with, and otherwise its oldest hour shows the time. Known faxes don't show it,
 * because a killed check may have left entries that it had only looked up.
 */
export async function completeSince(context: IExecuteFunctions, store: Store): Promise<number> {
	if ((await hoursAmong(store, [0])).length > 0) return -Infinity;
	const empty = rememberedOf(keyOf(context), EmptyHours);
	const present = Math.floor(Date.now() / HOUR);
	const back = Array.from({ length: HOURS_BACK }, (_none, hours) => present - hours);
	const asked = back.filter((hour) => !empty.has(hour));
	const held = await hoursAmong(store, asked);
	for (const hour of asked) if (hour < present && !held.includes(hour)) empty.add(hour);
	let oldest = held.at(-1);
	if (oldest === undefined) {
		// If nothing was recorded for weeks, nothing was dropped either. An old hour is recorded, so that the hour that
		// is recorded next isn't mistaken for the oldest one.
		oldest = present - QUIET;
		await store.recordWithoutDropping(hourEntries(oldest * HOUR));
		empty.delete(oldest);
	}
	// The store may have begun to drop entries within its oldest hour, so the next one is used. The next one can't be later than
	// the current hour, because no fax could start the workflow then.
	return Math.min(oldest + 1, present) * HOUR;
}

/** Returns the hours in which something was recorded and which the store still has. */
async function hoursAmong(store: Store, hours: readonly number[]): Promise<number[]> {
	const held = await heldAmong(
		store,
		hours.map((hour) => recordingIn(hour * HOUR)),
	);
	return hours.filter((hour) => held.includes(recordingIn(hour * HOUR)));
}
