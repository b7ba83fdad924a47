import type { FaxEvent } from '../shared/editor/events';

/** Events that the lists of faxes tell of. */
export type PolledEvent = Extract<FaxEvent, 'fax_received' | 'fax_sent'>;

/** A list of faxes (docs/api.md, "Fax records"), and the event that each of its faxes stands for. */
export interface PolledList {
	category: 'inbox' | 'sent' | 'spam';
	event: PolledEvent;
}

/** The lists in which the faxes of some events are. */
export function listsOf(events: readonly string[], includesSpam: boolean): PolledList[] {
	const received = { category: 'inbox', event: 'fax_received' } as const;
	const spam = { category: 'spam', event: 'fax_received' } as const;
	const sent = { category: 'sent', event: 'fax_sent' } as const;
	return [
		...(events.includes('fax_received') ? [received, ...(includesSpam ? [spam] : [])] : []),
		...(events.includes('fax_sent') ? [sent] : []),
	];
}
