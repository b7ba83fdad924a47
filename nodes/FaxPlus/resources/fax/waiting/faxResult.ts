import type { IDataObject } from 'n8n-workflow';

import type { FaxOutcome } from '../../../../shared/faxes/faxStatus';

/** A sent fax as the output shows it, with its result if the node waited for it. */
export interface FaxResult extends IDataObject {
	/** ID of the sent fax, or of the fax in the outbox before that. It's null if Fax.Plus didn't return one. */
	id: string | null;
	to: string;
	status: string;
	/**
	 * The result of the fax. It's "pending" if the fax was still being sent at the last check, and "unknown" if that check
	 * didn't show the fax.
	 */
	outcome?: FaxOutcome | 'unknown';
	/** What the status means, and what to do. */
	statusMeaning?: string;
}

/** Returns the IDs of a fax, which may have had another one in the outbox. */
export function idsOf({ id, outboxId }: FaxResult): unknown[] {
	return [id, outboxId];
}

/** A fax that "Send" has sent. */
export interface SentFax extends FaxResult {
	from: string;
}

/** A sent fax before the wait for its result. */
export interface KnownFax extends IDataObject {
	id: string | null;
	to?: string;
	status?: string;
}

/** Status of a fax if it's unknown whether Fax.Plus accepted it. */
export const NOT_CONFIRMED = 'not_confirmed';

/** Code of an error after which it's unknown whether a fax was delivered. */
export const DELIVERY_UNKNOWN = 'delivery_unknown';
