import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FaxEvent } from '../editor/events';
import { field } from '../editor/field';
import { listField } from '../editor/listField';
import { formatField, outputFieldField } from '../editor/commonFields';
import { markAsReadField } from '../faxes/marking';

/** Text that the editor shows below a trigger's name. It has the events in words, such as "Fax received, fax sent". */
export const eventsSubtitle =
	'={{ $parameter["events"].join(", ").replaceAll("_", " ").replace(/^f/, "F") }}';

/** Field for the events that start the workflow, with the events that the trigger supports. */
export function eventsFieldOf(options: INodePropertyOptions[]): INodeProperties {
	return field('multiOptions', 'Events', 'events', {
		noDataExpression: true,
		options,
		required: true,
		default: ['fax_received' satisfies FaxEvent],
		description: 'Which events start the workflow',
	});
}

/** Field that limits a trigger to faxes from or to some numbers. */
export const numbersField = listField('Numbers', 'channels', 'searchTriggerNumbers', {
	required: false,
	description:
		'Only faxes from or to these numbers start the workflow. Select one of yours, or enter several under "Number".',
	placeholder: 'All numbers',
	byHand: {
		displayName: 'Number',
		name: 'number',
		placeholder: 'e.g. +15550100000,+41225550100',
		hint: 'Separate several numbers with commas. Leave it empty for all faxes.',
	},
});

/** Option that allows numbers in "Numbers" that a publish would otherwise treat as a mistake. */
export const numbersOfOthersOption = field('boolean', 'Numbers of Others', 'numbersOfOthers', {
	noDataExpression: true,
	default: true,
	description:
		'Whether "Numbers" can contain numbers that aren\'t yours. If off, you can\'t publish with such a number.',
});

/** Field that limits a trigger to faxes with one result. */
export const outcomeField = field('options', 'Outcome', 'outcome', {
	// The saved value is read, because a stranger's request must not evaluate an expression.
	noDataExpression: true,
	options: [
		{ name: 'Any', value: 'any', description: 'All faxes, including those that failed' },
		{ name: 'Failure', value: 'failure', description: 'No pages or only some pages were transmitted' },
		{ name: 'Success', value: 'success', description: 'All pages were transmitted' },
	],
	default: 'any',
	description: 'Only faxes with this result start the workflow. Faxes with an unknown status always do.',
});

const downloadFaxField = field('boolean', 'Download Fax', 'downloadFax', {
	noDataExpression: true,
	description: 'Whether to download the pages into a binary field. If that fails, "fileError" shows why.',
});

const ifDownloading = { displayOptions: { show: { downloadFax: [true] } }, noDataExpression: true };

/** Fields for what a trigger does with the pages of a fax. */
export const downloadFields: INodeProperties[] = [
	downloadFaxField,
	{ ...formatField, ...ifDownloading },
	{ ...outputFieldField, ...ifDownloading },
	{ ...markAsReadField, ...ifDownloading },
];
