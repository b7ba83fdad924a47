import type { IDataObject } from 'n8n-workflow';

import type { FaxOutcome } from '../../../../shared/faxes/faxStatus';

/** A fax that was sent, and perhaps waited for, as the output has it. */
export interface FaxResult extends IDataObject {
	/** Of its record, or while there is none its id in the outbox; null where Fax.Plus did not tell. */
	id: string | null;
	to: string;
	status: string;
	/** "pending" while it was still being sent at the last check; "unknown" where that check tells nothing of it. */
	outcome?: FaxOutcome | 'unknown';
	/** In words, with what to do. */
	statusMeaning?: string;
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

/** The status of a fax of which nobody tells whether Fax.Plus took it. */
export const NOT_CONFIRMED = 'not_confirmed';

/** The code of an error that leaves open whether a fax was delivered. */
export const DELIVERY_UNKNOWN = 'delivery_unknown';
