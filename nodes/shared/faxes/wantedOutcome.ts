import { outcomeOf, type FaxOutcome } from './faxStatus';

/** Values of the field that limits a trigger to faxes with one result. */
export type WantedOutcome = 'any' | Exclude<FaxOutcome, 'pending'>;

/**
 * Whether a fax may start a workflow that only wants one outcome (docs/contributing/api.md, "Fax records"). Only faxes with
 * a certainly different outcome are left out. Fax.Plus may use unknown statuses, and a missed fax does more harm than one
 * too many.
 *
 * @param status status of the fax. Events about pages may have none
 */
export function isWantedOutcome(wanted: unknown, status: unknown): boolean {
	if (wanted !== ('success' satisfies WantedOutcome) && wanted !== ('failure' satisfies WantedOutcome))
		return true;
	const outcome = typeof status === 'string' ? outcomeOf(status) : 'pending';
	return outcome === 'pending' || outcome === wanted;
}
