import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { authenticationField } from '../shared/editor/authentication';
import { eventOptions } from '../shared/editor/events';
import { userIdField } from '../shared/editor/userField';
import {
	againAtMostOption,
	againUntilReadOption,
	downloadFields,
	eventsFieldOf,
	numbersField,
	numbersOfOthersOption,
	outcomeField,
} from '../shared/trigger/fields';

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

/** As n8n gives it to polling triggers, which begin with every minute there. */
const pollTimesField: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
	default: { item: [{ mode: 'everyX', unit: 'minutes', value: 5 }] },
	description:
		'When to ask for new faxes. Five minutes or more: Fax.Plus restricts accounts that ask very often.',
	placeholder: 'Add Poll Time',
	options: NodeHelpers.cronNodeOptions,
};

/**
 * The fields of a polling trigger that has Poll Times of its own. n8n puts its own in front of them when it loads the node, and
 * the editor would show both.
 */
class FieldsWithPollTimes extends Array<INodeProperties> {
	override unshift(...fields: INodeProperties[]): number {
		return super.unshift(...fields.filter(({ name }) => !this.some((own) => own.name === name)));
	}
}

/** The polling trigger's fields, in the order in which a new user meets them. */
export const pollingFields: INodeProperties[] = FieldsWithPollTimes.of(
	pollTimesField,
	authenticationField,
	{
		displayName:
			'Publish the workflow. The first poll notes which faxes are there already; only those that come after it start the workflow.',
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
		options: [
			againUntilReadOption,
			againAtMostOption,
			includeSpamOption,
			lookBackOption,
			numbersOfOthersOption,
			userIdField,
		],
	},
);
