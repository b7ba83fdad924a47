import type { INodePropertyOptions } from 'n8n-workflow';

/** Names of the events that Fax.Plus can deliver (docs/contributing/api.md, "Events"). */
export type FaxEvent = 'fax_received' | 'fax_sent' | 'fax_page_received';

/** The events as options of a field, in the order people need them. */
export const eventOptions: Array<INodePropertyOptions & { value: FaxEvent }> = [
	{
		name: 'Fax Received',
		value: 'fax_received',
		description: 'When an incoming fax is complete or has failed. Check data.status.',
	},
	{
		name: 'Fax Sent or Failed',
		value: 'fax_sent',
		description: 'When an outgoing fax is delivered or fails. Check data.status.',
	},
	{
		name: 'Fax Page Received',
		value: 'fax_page_received',
		description:
			'When a page of an incoming fax arrives. This needs fax streaming, which Fax.Plus turns on if you ask.',
	},
];
