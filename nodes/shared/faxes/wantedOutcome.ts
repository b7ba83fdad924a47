import { outcomeOf, type FaxOutcome } from './faxStatus';

/** Values of the field that limits a trigger to how faxes have ended. */
export type WantedOutcome = 'any' | Exclude<FaxOutcome, 'pending'>;

/**
 * Whether a fax may start a workflow that waits for one outcome (docs/contributing/api.md, "Fax records"). Only what has certainly ended
 * otherwise is left out: the statuses of the service are an open set, and a fax that is missed costs more than one too many.
 *
 * @param status of a fax; events about pages may have none
 */
export function isWantedOutcome(wanted: unknown, status: unknown): boolean {
	if (wanted !== ('success' satisfies WantedOutcome) && wanted !== ('failure' satisfies WantedOutcome))
		return true;
	const outcome = typeof status === 'string' ? outcomeOf(status) : 'pending';
	return outcome === 'pending' || outcome === wanted;
}
