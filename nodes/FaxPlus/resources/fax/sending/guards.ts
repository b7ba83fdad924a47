import type { INodeProperties } from 'n8n-workflow';

import { toBoolean, toNumber, toObject } from '../../../../shared/values/fieldValues';
import { InputError } from '../../../../shared/values/inputError';
import { toFullList } from '../../../../shared/values/lists';
import { isE164, toE164 } from '../../../../shared/values/phoneNumbers';
import type { ItemFields } from '../../../fields/itemFields';
import { changesIn, type Changeable, type Changes } from '../../../fields/updateFields';

/**
 * What a person allows "Send" to do, whoever fills in its other fields. Guards are plain values: n8n's editor offers neither
 * an expression nor an AI model for them.
 */

const allowedDestinationsGuard: INodeProperties = {
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

const mostRecipientsGuard = mostGuard({
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

const GUARDS = {
	allowedDestinations: [allowedDestinationsGuard, toDestinations],
	mostPages: [mostPagesGuard, toNumber],
	mostRecipients: [mostRecipientsGuard, toNumber],
	refuseRepeats: [refuseRepeatsGuard, toBoolean],
} satisfies Changeable;

/** What a person allows; what is not there is not limited. */
export type Guards = Changes<typeof GUARDS>;

/** The beginning of numbers, with the asterisk that stands for the rest. */
const BEGINNING = /^\+[1-9]\d{0,13}\*$/;

/**
 * Reads the guards. They are plain values: an expression could hold what an AI model or a stranger's fax says. One that is
 * empty or wrong is refused, too: nothing must pass by a mistake.
 */
export function guardsOf({ context, itemIndex }: ItemFields): Guards {
	const raw = { rawExpressions: true };
	const entered: unknown = context.getNodeParameter(guardsField.name, itemIndex, {}, raw);
	if (holdsExpression(entered))
		throw new InputError(
			`${guardsField.displayName} holds an expression, but only plain values count there, so that no AI model and no incoming data can change them. Enter numbers and texts. The fax was not sent.`,
		);
	return changesIn(GUARDS, toObject(guardsField, entered), guardsField);
}

/** Numbers in E.164 form, and beginnings of such with an asterisk at the end. */
function toDestinations(field: INodeProperties, value: unknown): string[] {
	const entries = toFullList(field.displayName, value);
	if (entries.length > 0) return entries.map(toDestination);
	throw new InputError(
		`${field.displayName} is empty. Enter the numbers that may be sent to, or remove the guard.`,
	);
}

function toDestination(entry: string): string {
	if (isE164(entry)) return toE164(entry);
	const beginning = entry.replace(/[\s().-]/g, '');
	if (BEGINNING.test(beginning)) return beginning;
	throw new InputError(
		`${allowedDestinationsGuard.displayName}: "${entry}" is neither a number such as +15550100000 nor the beginning of numbers such as +1555*. Correct it.`,
	);
}

/** n8n evaluates a text that begins with an equals sign. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

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
