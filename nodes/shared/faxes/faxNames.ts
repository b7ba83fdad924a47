import type { IDataObject } from 'n8n-workflow';

import { labelTextOf } from '../values/text';
import type { FoundFax } from './faxEvents';
import { outcomeOf } from './faxStatus';

/** What an item of a trigger holds, as far as it tells one fax from another. */
interface FaxItem {
	event?: unknown;
	data?: IDataObject;
	hook?: IDataObject;
}

/**
 * The names of a fax: its event, its outcome and its id. Deliveries, lists, n8n's store and this process all tell faxes apart by
 * these alone. A fax that failed and was sent again has the same id, so the outcome is part of the name. Where a delivery has two
 * ids, the fax has two names (docs/contributing/api.md, "Events").
 *
 * @returns nothing for an event about a page, which has the id of its fax
 */
export function faxesOf({ event, data = {}, hook = {} }: FaxItem): string[] {
	if (event !== 'fax_received' && event !== 'fax_sent') return [];
	// A fax whose status isn't known may have ended either way.
	const outcome = outcomeOf(data['status']);
	const outcomes = outcome === 'pending' ? ['success', 'failure'] : [outcome];
	const ids = new Set([data['id'], hook['id']].map(labelTextOf).filter((id) => id !== ''));
	return [...ids].flatMap((id) => outcomes.map((one) => `${event} ${one} ${id}`));
}

/** The names of a fax in a list. */
export function listedNamesOf({ event, fax: { id, status } }: FoundFax): string[] {
	return faxesOf({ event, data: { id, status } });
}
