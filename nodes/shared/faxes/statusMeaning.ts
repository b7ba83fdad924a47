import type { IDataObject } from 'n8n-workflow';

import { meaningOf, outcomeOf } from './faxStatus';

/** What helps whoever was to get a fax: other statuses advise to send it again. */
const NOT_RECEIVED = 'The fax did not come through. Ask the sender to send it again.';

/**
 * What the status of a fax means, in words, with what to do (docs/api.md, "Fax records").
 *
 * @returns nothing for an event that does not tell how a fax has ended
 */
export function statusMeaningOf(event: unknown, { status }: IDataObject): { statusMeaning?: string } {
	if (typeof status !== 'string' || status === '') return {};
	if (event === 'fax_sent') return { statusMeaning: meaningOf(status) };
	if (event !== 'fax_received') return {};
	const isLost = outcomeOf(status) === 'failure' && !status.startsWith('partial');
	return { statusMeaning: isLost ? NOT_RECEIVED : meaningOf(status) };
}
