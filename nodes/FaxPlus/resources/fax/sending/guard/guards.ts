import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { toBoolean, toNumber, toObject } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';
import { prefixIn, isE164, numberEntries, toE164 } from '../../../../../shared/values/phoneNumbers';
import type { ItemFields } from '../../../../fields/itemFields';
import { changesIn, collectionOf, type Changeable, type Changes } from '../../../../fields/updateFields';
import { allowHttpOption, documentUrlField, toField } from '../read/sendFields';
import { isAllowedAddress, toAllowedAddresses } from './allowedAddresses';
import { holdsExpression } from './earlierFaxes';
import { failingNumbersGuard, toFailureLimits } from './failingNumbers';
import { maxPerDayGuard } from './maxPerDay';
import { REFUSED } from './refused';

// Guards limit "Send", no matter who fills in its other fields. n8n doesn't offer expressions or AI models for them.

const plainCount = { typeOptions: { minValue: 1, numberPrecision: 0 }, noDataExpression: true };

const allowedDestinationsGuard = field('string', 'Allowed Destinations', 'allowedDestinations', {
	noDataExpression: true,
	placeholder: 'e.g. +15550100200, +4122555*',
	description:
		'The only fax numbers to send to, separated by commas. "+1555*" allows all numbers that begin with +1555, "any" all numbers.',
});

const allowedDocumentAddressesGuard = field(
	'string',
	'Allowed Document Addresses',
	'allowedDocumentAddresses',
	{
		noDataExpression: true,
		placeholder: 'e.g. files.example.com, https://example.com/letters/*',
		description:
			'The only addresses to read documents from, separated by commas. Enter a host, or an address with * at the end.',
	},
);

const maxRecipientsGuard = field('number', 'Max Recipients', 'maxRecipients', {
	...plainCount,
	default: 1,
	description: 'The maximum number of recipients of one fax',
});

export const refuseSameFaxGuard = field('boolean', 'Refuse the Same Fax Within an Hour', 'refuseSameFax', {
	noDataExpression: true,
	default: true,
	description:
		'Whether to refuse a document that this node already sent to the same number in this clock hour or the one before',
});

const GUARDS = {
	allowedDestinations: [allowedDestinationsGuard, toDestinations],
	allowedDocumentAddresses: [allowedDocumentAddressesGuard, toAllowedAddresses],
	maxPerDay: [maxPerDayGuard, toNumber],
	maxRecipients: [maxRecipientsGuard, toNumber],
	refuseFailingNumbers: [failingNumbersGuard, toFailureLimits],
	refuseSameFax: [refuseSameFaxGuard, toBoolean],
} satisfies Changeable;

const guards = { displayName: 'Guards', name: 'guards', placeholder: 'Add Guard' };

export const guardsField = collectionOf(
	guards,
	GUARDS,
	"Limits for what an AI agent or an expression can send. A fax that exceeds one isn't sent.",
);

/** Names of guards that may be saved outside of "Guards" by mistake. n8n drops a value if no field has its name. */
const STRAY_NAMES = [...Object.values(GUARDS).map(([{ name }]) => name), 'guard', guards.displayName];

/** Notices that keep a value that was saved under one of these names. Each notice shows only if there is such a value. */
export const strayGuards = STRAY_NAMES.map((name) =>
	field(
		'notice',
		`No fax is sent, because "${name}" is outside "Guards", where it's ignored. Replace this node with a new one, and add its guards under "Guards".`,
		name,
		{ displayOptions: { show: { [`/${name}`]: [{ _cnd: { exists: true } }] } } },
	),
);

/** The limits that the user has set. A missing guard sets no limit. */
type Guards = Changes<typeof GUARDS>;

/** The guards that apply after an item was validated. */
export interface Limits {
	/** True if the node refuses to send the same documents to the same number. It's undefined if nobody has set the guard. */
	refusesSameFax: boolean | undefined;
	/** Maximum number of faxes in 24 hours. */
	maxPerDay: number | undefined;
	/** After how many failures a number is refused. */
	failing: Guards['refuseFailingNumbers'];
	/** Throws an InputError for an address that must not be read. */
	requireAllowed: (url: URL) => void;
}

/**
 * Checks the numbers to send to and the address to read against the guards of an item.
 *
 * @throws InputError if the guards don't allow them
 */
export function guarded(fields: ItemFields, to: readonly string[], url: URL | undefined): Limits {
	const given = guardsOf(fields);
	if (isTool(fields)) requireDestinations(given);
	requireAllowedRecipients(given, to);
	const requireAllowed = addressRuleOf(fields, given);
	if (url) requireAllowed(url);
	return {
		refusesSameFax: given.refuseSameFax,
		maxPerDay: given.maxPerDay,
		failing: given.refuseFailingNumbers,
		requireAllowed,
	};
}

/** Reads the guards. Only plain values are accepted, because an expression may contain text from a stranger's fax. */
function guardsOf({ context, itemIndex }: ItemFields): Guards {
	const asSaved = (name: string, none: unknown = ''): unknown =>
		context.getNodeParameter(name, itemIndex, none, { rawExpressions: true });
	const stray = strayGuards.find(({ name }) => asSaved(name) !== '');
	if (stray) throw new InputError(stray.displayName);
	const saved = asSaved(guardsField.name, {});
	if (holdsExpression(saved))
		throw new InputError(
			`The fax wasn't sent, because "${guardsField.displayName}" has an expression. Guards need fixed values, so that no AI model and no incoming data can change them. Enter fixed numbers and text.`,
		);
	return changesIn(GUARDS, toObject(guardsField, saved), guards);
}

/**
 * Returns numbers in Fax.Plus's format, and prefixes with an asterisk at the end. For "any", it returns only an
 * asterisk.
 */
function toDestinations(field: INodeProperties, value: unknown): string[] {
	if (typeof value === 'string' && value.trim().toLowerCase() === 'any') return ['*'];
	const entries = numberEntries(field.displayName, value).map(({ text }) => text);
	if (entries.length > 0) return entries.map(toDestination);
	throw emptyField(field.displayName, 'Enter the allowed numbers, or remove the guard.');
}

function toDestination(entry: string): string {
	if (isE164(entry)) return toE164(entry);
	const prefix = prefixIn(entry);
	if (prefix !== undefined) return prefix;
	throw new InputError(
		`"${allowedDestinationsGuard.displayName}" has "${entry}", which isn't a number such as +15550100000 or a prefix such as +1555*. Correct it. To allow all numbers, enter only "any".`,
	);
}

/** Returns a function that checks the address of a document before any request goes there. */
function addressRuleOf(
	fields: ItemFields,
	{ allowedDocumentAddresses: allowed }: Guards,
): (url: URL) => void {
	const isInTool = isTool(fields);
	const isHttpAllowed = fields.options.isOn(allowHttpOption);
	return (url) => {
		const said = `"${documentUrlField.displayName}" is "${url.origin}${url.pathname}"`;
		if (!isHttpAllowed && url.protocol !== 'https:')
			throw new InputError(
				`${said}, which isn't encrypted. Others on the network can read and change the file. Use https://, or add the option "${allowHttpOption.displayName}".`,
			);
		if (isInTool && !allowed)
			throw new InputError(
				`${said}, but the tool may not read any address, because it has no guard "${allowedDocumentAddressesGuard.displayName}". ${REFUSED}`,
			);
		if (allowed && !isAllowedAddress(url, allowed))
			throw new InputError(
				`${said}, which isn't in "${allowedDocumentAddressesGuard.displayName}". ${REFUSED}`,
			);
	};
}

/** Requires the guard in a tool, because if it's missing, it may have been lost. */
function requireDestinations({ allowedDestinations }: Guards): void {
	if (allowedDestinations) return;
	throw new InputError(
		`The tool has no guard "${allowedDestinationsGuard.displayName}", and a tool sends nothing without it. A person must enter the allowed numbers there, or "any". ${REFUSED}`,
	);
}

function isTool({ context }: ItemFields): boolean {
	return NodeHelpers.isToolType(context.getNode().type);
}

function requireAllowedRecipients(guards: Guards, to: readonly string[]): void {
	const { allowedDestinations: allowed, maxRecipients = Number.POSITIVE_INFINITY } = guards;
	const other = allowed && to.find((number) => !allowed.some((entry) => isWithin(number, entry)));
	if (other !== undefined)
		throw new InputError(
			`"${toField.displayName}" contains "${other}", which isn't in "${allowedDestinationsGuard.displayName}". ${REFUSED}`,
		);
	if (to.length <= maxRecipients) return;
	throw new InputError(
		`"${toField.displayName}" has ${to.length} numbers, but "${maxRecipientsGuard.displayName}" is "${maxRecipients}". ${REFUSED}`,
	);
}

function isWithin(number: string, entry: string): boolean {
	return entry.endsWith('*') ? number.startsWith(entry.slice(0, -1)) : number === entry;
}
