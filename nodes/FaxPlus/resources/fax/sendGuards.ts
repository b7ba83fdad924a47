import type { INodeProperties } from 'n8n-workflow';

/**
 * What a person allows "Send" to do, whoever fills in its other fields. Guards are plain values: n8n's editor offers neither
 * an expression nor an AI model for them.
 */

export const allowedDestinationsGuard: INodeProperties = {
	displayName: 'Allowed Destinations',
	name: 'allowedDestinations',
	type: 'string',
	noDataExpression: true,
	default: '',
	placeholder: 'e.g. +15550100200, +4122555*',
	description:
		'The only fax numbers to send to, separated by commas; an asterisk at the end stands for all numbers that begin so',
};

export const mostPagesGuard = mostGuard({
	displayName: 'Most Pages',
	name: 'mostPages',
	default: 10,
	description:
		'The most pages of one fax, where they are certain: a text has 40 lines with 60 characters on a page, a JPG or PNG file is one page, an existing fax that passed whole has those of its record, a cover page counts too. All other files are refused.',
});

export const mostRecipientsGuard = mostGuard({
	displayName: 'Most Recipients',
	name: 'mostRecipients',
	default: 1,
	description: 'The most numbers that one fax goes to',
});

export const refuseRepeatsGuard = {
	displayName: 'Refuse the Same Fax Within an Hour',
	name: 'refuseRepeats',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to refuse documents that this node has sent to the same number within the last hour, in whichever execution',
} satisfies INodeProperties;

export const guardsField = {
	displayName: 'Guards',
	name: 'guards',
	type: 'collection',
	placeholder: 'Add Guard',
	default: {},
	description:
		'Limits for a send whose other fields an AI agent or an expression fills in. What is not within all of them is refused before anything of the run is sent.',
	options: [allowedDestinationsGuard, mostPagesGuard, mostRecipientsGuard, refuseRepeatsGuard],
} satisfies INodeProperties;

function mostGuard(
	field: Required<Pick<INodeProperties, 'displayName' | 'name' | 'default' | 'description'>>,
): INodeProperties {
	return {
		...field,
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		noDataExpression: true,
	};
}
