import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { authenticationField, userIdField } from '../shared/editor/commonFields';
import { keptAsSaved } from '../shared/editor/collections';
import { eventOptions } from '../shared/editor/events';
import { field } from '../shared/editor/field';
import {
	downloadFields,
	eventsFieldOf,
	numbersField,
	numbersOfOthersOption,
	outcomeField,
} from '../shared/trigger/fields';

const LONGEST_HOURS = 31 * 24;

export const eventsField = eventsFieldOf(eventOptions.filter(({ value }) => value !== 'fax_page_received'));

export const includeSpamOption = field('boolean', 'Include Spam', 'includeSpam', {
	noDataExpression: true,
	description: 'Whether received faxes that Fax.Plus has put aside as spam start the workflow as well',
});

export const lookBackOption = field('number', 'Look Back (Hours)', 'lookBackHours', {
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: LONGEST_HOURS },
	default: 4,
	description:
		'How long after it began a fax may be listed and is still found: long faxes come in slowly. If you schedule faxes ahead, enter more hours than that. More hours take more requests.',
});

/** As n8n gives it to polling triggers, which begin with every minute there. */
const pollTimesField = field('fixedCollection', 'Poll Times', 'pollTimes', {
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
	default: { item: [{ mode: 'everyX', unit: 'minutes', value: 5 }] },
	description:
		'When to ask for new faxes. Five minutes or more: Fax.Plus restricts accounts that ask very often.',
	placeholder: 'Add Poll Time',
	options: NodeHelpers.cronNodeOptions,
});

/**
 * The fields of a polling trigger that has Poll Times of its own. n8n puts its own in front of them when it loads the node, and
 * the editor would show both.
 */
class FieldsWithPollTimes extends Array<INodeProperties> {
	override unshift(...fields: INodeProperties[]): number {
		return super.unshift(...fields.filter(({ name }) => !this.some((own) => own.name === name)));
	}
}

/** What people seldom need. */
export const optionsField = field('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [includeSpamOption, lookBackOption, numbersOfOthersOption, userIdField],
});

/** The polling trigger's fields, in the order in which a new user meets them. */
export const pollingFields: INodeProperties[] = FieldsWithPollTimes.of(
	pollTimesField,
	authenticationField,
	field(
		'notice',
		'Publish the workflow. The first poll notes which faxes are there already; only those that come after it start the workflow.',
		'setUpNotice',
	),
	eventsField,
	outcomeField,
	numbersField,
	...downloadFields,
	...keptAsSaved([optionsField]),
);
