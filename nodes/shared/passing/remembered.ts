import type { IExecuteFunctions } from 'n8n-workflow';

import { keyOf } from '../log';
import { rememberedOf } from '../trigger/processMemory';
import { hourEntries, recordingIn } from './fax';
import type { Store } from './store';
import { heldAmong } from './store';

const HOUR = 3_600_000;

/** So many hours are asked about: faxes are read back for five days, and nothing may have been recorded for some before. */
const HOURS_BACK = 14 * 24;

/** In hours: longer than faxes are read back. */
const QUIET = 6 * 24;

/**
 * Hours that are over, and of which the store held nothing when this process asked. One that it holds later, as a recording was
 * confirmed late, only makes a check hold back more. To ask about all weeks each time takes a tenth of a second in a large store.
 */
class EmptyHours extends Set<number> {}

/**
 * Since when the store has lost nothing, in milliseconds. It drops first what was recorded first: so nothing where it still holds
 * what it began with, and else the oldest of its hours tells. The faxes that it knows do not tell, because a check that was killed
 * has left there what it asked about.
 */
export async function rememberedFrom(context: IExecuteFunctions, store: Store): Promise<number> {
	if ((await hoursAmong(store, [0])).length > 0) return -Infinity;
	const empty = rememberedOf(keyOf(context), EmptyHours);
	const present = Math.floor(Date.now() / HOUR);
	const back = Array.from({ length: HOURS_BACK }, (_none, hours) => present - hours);
	const asked = back.filter((hour) => !empty.has(hour));
	const held = await hoursAmong(store, asked);
	for (const hour of asked) if (hour < present && !held.includes(hour)) empty.add(hour);
	let oldest = held.at(-1);
	if (oldest === undefined) {
		// Where nothing was recorded for weeks, nothing was dropped either; it is noted, because what passes now is recorded.
		oldest = present - QUIET;
		await store.ask(hourEntries(oldest * HOUR));
		empty.delete(oldest);
	}
	// Within an hour the store may have begun to drop; of the present one nothing would be left to pass.
	return Math.min(oldest + 1, present) * HOUR;
}

/** The hours in which something was recorded that the store still holds. */
async function hoursAmong(store: Store, hours: readonly number[]): Promise<number[]> {
	const held = await heldAmong(
		store,
		hours.map((hour) => recordingIn(hour * HOUR)),
	);
	return hours.filter((hour) => held.includes(recordingIn(hour * HOUR)));
}
