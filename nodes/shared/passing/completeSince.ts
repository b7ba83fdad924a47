import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { hourEntries, recordingIn } from './fax';
import type { Store } from './store';
import { heldAmong } from './store';

const HOUR = 3_600_000;

/**
 * How many hours are looked up. Lists are read five days back, and nothing may have been recorded for some days before
 * that.
 */
const HOURS_BACK = 14 * 24;

/** Six days in hours, which is longer than lists are read back. */
const QUIET = 6 * 24;

/**
 * Past hours for which the store had nothing when this process looked. If a late confirmation restores one, a check only
 * holds back more. In a large store, looking up all weeks each time would take a tenth of a second.
 */
class EmptyHours extends Set<number> {}

/**
 * Returns the time since which the store has lost nothing, in milliseconds. The store drops the oldest entries first. So
 * nothing was dropped as long as it still has its first entries. Otherwise, its oldest hour shows the time. Known faxes
 * don't show it, because a killed check may have left entries that it had only looked up.
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
		// If nothing was recorded for weeks, nothing was dropped either. An old hour is recorded, so that the next one
		// isn't mistaken for the oldest.
		oldest = present - QUIET;
		await store.recordWithoutDropping(hourEntries(oldest * HOUR));
		empty.delete(oldest);
	}
	// The store may already have dropped some entries of its oldest hour, so the next one is used. The next one can't be
	// later than the current hour, because no fax could start the workflow then.
	return Math.min(oldest + 1, present) * HOUR;
}

/** Returns the hours when something was recorded, if the store still has them. */
async function hoursAmong(store: Store, hours: readonly number[]): Promise<number[]> {
	const held = await heldAmong(
		store,
		hours.map((hour) => recordingIn(hour * HOUR)),
	);
	return hours.filter((hour) => held.includes(recordingIn(hour * HOUR)));
}
