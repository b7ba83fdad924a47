import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { logNumbersOption } from '../shared/audit';
import { authenticationField, userIdField } from '../shared/editor/commonFields';
import { keptAsSaved } from '../shared/editor/collections';
import { eventOptions } from '../shared/editor/events';
import { field } from '../shared/editor/field';
import { includeContactOption } from '../shared/faxes/contacts';
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
	description: 'Whether received faxes that Fax.Plus marked as spam also start the workflow',
});

export const lookBackOption = field('number', 'Look Back (Hours)', 'lookBackHours', {
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: LONGEST_HOURS },
	default: 4,
	description:
		'How far back each poll checks, because long faxes take time. If you schedule faxes ahead, enter more hours than that.',
});

/** This is the field that n8n gives to polling triggers, but n8n's own default is every minute. */
const pollTimesField = field('fixedCollection', 'Poll Times', 'pollTimes', {
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
	default: { item: [{ mode: 'everyX', unit: 'minutes', value: 5 }] },
	description:
		'When to check for new faxes. Leave at least five minutes in between, because Fax.Plus restricts accounts that check too often.',
	placeholder: 'Add Poll Time',
	options: NodeHelpers.cronNodeOptions,
});

/**
 * Fields of a polling trigger with its own "Poll Times". When n8n loads the node, it adds its own such field in front, and
 * the editor would show both.
 */
class FieldsWithPollTimes extends Array<INodeProperties> {
	override unshift(...fields: INodeProperties[]): number {
		return super.unshift(...fields.filter(({ name }) => !this.some((own) => own.name === name)));
	}
}

/** Settings that few people need. */
export const optionsField = field('collection', 'Options', 'options', {
	placeholder: 'Add option',
	options: [
		includeContactOption,
		includeSpamOption,
		logNumbersOption,
		lookBackOption,
		numbersOfOthersOption,
		userIdField,
	],
});

/** The polling trigger's fields, in the order a new user needs them. */
export const pollingFields: INodeProperties[] = FieldsWithPollTimes.of(
	pollTimesField,
	authenticationField,
	field(
		'notice',
		'Publish the workflow. The first poll only records which faxes exist. Faxes after that start the workflow.',
		'setUpNotice',
	),
	eventsField,
	outcomeField,
	numbersField,
	...downloadFields,
	...keptAsSaved([optionsField]),
);
