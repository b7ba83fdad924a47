import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FaxEvent } from '../editor/events';
import { field } from '../editor/field';
import { listField } from '../editor/listField';
import { formatField, outputFieldField } from '../editor/commonFields';
import { markAsReadField } from '../faxes/marking';

/** What the editor shows below the name of a trigger: its events in words, such as "Fax received, fax sent". */
export const eventsSubtitle =
	'={{ $parameter["events"].join(", ").replaceAll("_", " ").replace(/^f/, "F") }}';

/** What a trigger waits for, of the events that it can tell of. */
export function eventsFieldOf(options: INodePropertyOptions[]): INodeProperties {
	return field('multiOptions', 'Events', 'events', {
		noDataExpression: true,
		options,
		required: true,
		default: ['fax_received' satisfies FaxEvent],
		description: 'Which events start the workflow',
	});
}

/** Limits a trigger to faxes from or to some numbers. */
export const numbersField = listField('Numbers', 'channels', 'searchTriggerNumbers', {
	required: false,
	description:
		'Only faxes from or to these numbers start the workflow. Select one of yours, or enter several "By Number".',
	placeholder: 'All numbers',
	byHand: {
		displayName: 'By Number',
		name: 'number',
		placeholder: 'e.g. +15550100000,+41225550100',
		hint: 'Separate several numbers with commas. Leave it empty for all faxes.',
	},
});

/** Lets Numbers hold such as a publish would take for a mistake. */
export const numbersOfOthersOption = field('boolean', 'Numbers of Others', 'numbersOfOthers', {
	noDataExpression: true,
	default: true,
	description:
		'Whether "Numbers" can contain numbers that aren\'t yours. If off, you can\'t publish with such a number.',
});

/** Limits a trigger to how faxes have ended. */
export const outcomeField = field('options', 'Outcome', 'outcome', {
	// Read as it is saved: no stranger's request may evaluate an expression.
	noDataExpression: true,
	options: [
		{ name: 'Any', value: 'any', description: 'All faxes, also those that failed' },
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

/** What a trigger does about the pages of a fax. */
export const downloadFields: INodeProperties[] = [
	downloadFaxField,
	{ ...formatField, ...ifDownloading },
	{ ...outputFieldField, ...ifDownloading },
	{ ...markAsReadField, ...ifDownloading },
];
