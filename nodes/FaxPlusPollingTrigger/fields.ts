import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../shared/editor/events';
import { userIdField } from '../shared/editor/userField';
import { downloadFields, eventsFieldOf, numbersField, outcomeField } from '../shared/trigger/fields';

const LONGEST_HOURS = 31 * 24;

export const eventsField = eventsFieldOf(eventOptions.filter(({ value }) => value !== 'fax_page_received'));

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
			// The editor shows lists and links in a notice, and drops all other tags.
			'<ul><li>At Poll Times choose "Every X", and five minutes or more. Every minute is too often: Fax.Plus restricts accounts that ask very often.</li><li>Publish the workflow. The first poll notes which faxes are there already; only those that come after it start the workflow.</li></ul>',
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
