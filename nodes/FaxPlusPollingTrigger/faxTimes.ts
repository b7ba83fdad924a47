import { datesOf } from '../shared/service/faxCursor';
import type { NormalizedFax } from '../shared/service/faxRecords';

/** When something happened to a fax for the last time, in milliseconds; undefined when its record has no date. */
export function latestTimeOf(fax: NormalizedFax): number | undefined {
	const times = timesOf(fax);
	return times.length === 0 ? undefined : Math.max(...times);
}

/** The same for the first time. */
export function earliestTimeOf(fax: NormalizedFax): number | undefined {
	const times = timesOf(fax);
	return times.length === 0 ? undefined : Math.min(...times);
}

/** When a fax began, in milliseconds; undefined when its record does not say. */
export function startOf(fax: NormalizedFax): number | undefined {
	return datesOf(fax).start_time;
}

function timesOf(fax: NormalizedFax): number[] {
	return Object.values(datesOf(fax));
}
