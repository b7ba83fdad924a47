import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NormalizedFax } from '../shared/service/faxRecords';
import type { PolledEvent } from './lists';

/**
 * Makes of a fax record what the workflow gets: the same as of a delivery to the webhook trigger, as far as the record tells
 * (docs/api.md, "Events").
 */
export function itemOf(event: PolledEvent, fax: NormalizedFax): INodeExecutionData {
	const { owner_id: owner } = fax;
	const json = {
		event,
		data: { ...(fax as unknown as IDataObject), ...(owner === undefined ? {} : { uid: owner }) },
		isRetry: false,
		// Of a delivery: there was none.
		webhookId: null,
		timestamp: null,
		hook: { id: fax.id, event, event_time: fax.last_update ?? fax.start_time ?? null, target: '' },
	};
	return { json };
}

/** What tells a fax from all others. */
export function idOf(event: PolledEvent, { id }: Pick<NormalizedFax, 'id'>): string {
	return `${event} ${id}`;
}

/** The same for the item of a fax; undefined for what a person has made. */
export function idOfItem({ json }: INodeExecutionData): string | undefined {
	const { event, data } = json as { event?: PolledEvent; data?: { id?: unknown } };
	return event !== undefined && typeof data?.id === 'string' ? idOf(event, { id: data.id }) : undefined;
}
