import type { IDataObject } from 'n8n-workflow';

import { labelTextOf } from '../values/text';
import type { FoundFax } from './faxEvents';
import { outcomeOf } from './faxStatus';

/** Fields of a trigger's item that identify a fax. */
interface FaxItem {
	event?: unknown;
	data?: IDataObject;
	hook?: IDataObject;
}

/**
 * Returns the names of a fax, each with its event, its outcome and an ID. Deliveries, lists, n8n's store, and this process
 * identify faxes only by these names. A fax that failed and was sent again has the same ID, so the name has the outcome. If
 * a delivery has two IDs, the fax has two names (docs/contributing/api.md, "Events").
 *
 * @returns an empty list for an event about a page, because it has its fax's ID
 */
export function faxesOf({ event, data = {}, hook = {} }: FaxItem): string[] {
	if (event !== 'fax_received' && event !== 'fax_sent') return [];
	// A fax with an unknown status may have succeeded or failed.
	const outcome = outcomeOf(data['status']);
	const outcomes = outcome === 'pending' ? ['success', 'failure'] : [outcome];
	const ids = new Set([data['id'], hook['id']].map(labelTextOf).filter((id) => id !== ''));
	return [...ids].flatMap((id) => outcomes.map((one) => `${event} ${one} ${id}`));
}

/** Returns the names of a fax in a list. */
export function listedNamesOf({ event, fax: { id, status } }: FoundFax): string[] {
	return faxesOf({ event, data: { id, status } });
}
