import type { INodePropertyOptions } from 'n8n-workflow';

/** Names of the events that the service can deliver (docs/contributing/api.md, "Events"). */
export type FaxEvent = 'fax_received' | 'fax_sent' | 'fax_page_received';

/** The events as options of a field, in the order in which people need them. */
export const eventOptions: Array<INodePropertyOptions & { value: FaxEvent }> = [
	{
		name: 'Fax Received',
		value: 'fax_received',
		description: 'An incoming fax is complete. Check data.status: it also reports failed and partial faxes.',
	},
	{
		name: 'Fax Sent or Failed',
		value: 'fax_sent',
		description: 'An outgoing fax was delivered or has failed. Check data.status to see which.',
	},
	{
		name: 'Fax Page Received',
		value: 'fax_page_received',
		description:
			'One page of an incoming fax has arrived, before the fax is complete. Needs fax streaming, which the service enables on request.',
	},
];
