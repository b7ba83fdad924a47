import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../shared/editor/events';
import { userIdField } from '../shared/editor/userField';
import { downloadFields, numbersField, outcomeField } from '../shared/trigger/fields';

const LONGEST_HOURS = 31 * 24;

export const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: eventOptions.filter(({ value }) => value !== 'fax_page_received'),
	required: true,
	default: ['fax_received'],
	description: 'Which events start the workflow',
};

export const includeSpamOption: INodeProperties = {
	displayName: 'Include Spam',
	name: 'includeSpam',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether received faxes that Fax.Plus has put aside as spam start the workflow as well',
};

export const lookBackOption: INodeProperties = {
	displayName: 'Look Back (Hours)',
	name: 'lookBackHours',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: LONGEST_HOURS },
	default: 4,
	description:
		'How long after it began a fax may be listed and is still found: long faxes come in slowly. If you schedule faxes ahead, enter more hours than that. More take more requests.',
};

/** The polling trigger's fields, in the order in which a new user meets them. */
export const pollingFields: INodeProperties[] = [
	{
		displayName:
			'Each poll asks Fax.Plus for new faxes. Every minute is too often: Fax.Plus restricts accounts that ask very often. Choose "Every X" at Poll Times, and five minutes or more. The first poll, at the publish, notes what is there already; only faxes that come after it start the workflow.',
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	eventsField,
	outcomeField,
	numbersField,
	...downloadFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [includeSpamOption, lookBackOption, userIdField],
	},
];
