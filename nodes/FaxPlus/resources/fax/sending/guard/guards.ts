import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { rethrow } from '../../../../../shared/http/rethrow';
import { toBoolean, toNumber, toObject, toOption } from '../../../../../shared/values/fieldValues';
import { InputError } from '../../../../../shared/values/inputError';
import { partOf, requireAll } from '../../../../../shared/values/parts';
import { guardsFieldName } from '../../../../fields/common';
import { holdsExpression, isTool, savedValue } from '../../../../fields/fixedValues';
import type { ItemFields } from '../../../../fields/itemFields';
import type { GuardedField } from '../../../../operation/operation';
import { changesIn, collectionOf, type Changeable, type Changes } from '../../../../fields/updateFields';
import type { DraftParts } from '../read/draft';
import { allowHttpOption, documentUrlField, fromField, sentFaxIdField, toField } from '../read/sendFields';
import { isAllowedAddress, toAllowedAddresses } from './allowedAddresses';
import {
	allowedDestinationsGuard,
	allowedFromGuard,
	requireAllowedNumbers,
	toAllowedNumbers,
	toAllowedSenders,
} from './allowedNumbers';
import {
	allowedExistingFaxesGuard,
	existingFaxAgeGuard,
	requireExistingFaxes,
	type ExistingFaxLimits,
} from './existingFaxes';
import { failingNumbersGuard, toFailureLimits } from './failingNumbers';
import { maxPerDayGuard } from './maxPerDay';
import { asRefusalOf, refusedBy } from './refused';

// Guards limit "Send", no matter who fills in its other fields. n8n doesn't offer expressions or AI models for them.

const plainCount = { typeOptions: { minValue: 1, numberPrecision: 0 }, noDataExpression: true };

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
	allowedDestinations: [allowedDestinationsGuard, toAllowedNumbers],
	allowedDocumentAddresses: [allowedDocumentAddressesGuard, toAllowedAddresses],
	allowedExistingFaxes: [allowedExistingFaxesGuard, toOption],
	allowedFrom: [allowedFromGuard, toAllowedSenders],
	maxExistingFaxAge: [existingFaxAgeGuard, toNumber],
	maxPerDay: [maxPerDayGuard, toNumber],
	maxRecipients: [maxRecipientsGuard, toNumber],
	refuseFailingNumbers: [failingNumbersGuard, toFailureLimits],
	refuseSameFax: [refuseSameFaxGuard, toBoolean],
} satisfies Changeable;

const guards = { displayName: 'Guards', name: guardsFieldName, placeholder: 'Add Guard' };

export const guardsField = collectionOf(
	guards,
	GUARDS,
	"Limits for what an AI agent or an expression can send. A fax that exceeds one isn't sent.",
);

/** The fields of "Send" that need a guard in a tool. */
export const guardedFields: GuardedField[] = [
	{ field: toField, guard: allowedDestinationsGuard, always: true },
	{ field: documentUrlField, guard: allowedDocumentAddressesGuard, always: true },
	{ field: fromField, guard: allowedFromGuard, always: false },
	{ field: sentFaxIdField, guard: allowedExistingFaxesGuard, always: false },
];

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
	existingFaxes: ExistingFaxLimits;
	/** Throws an InputError for an address that must not be read. */
	requireAllowed: (url: URL) => void;
}

/**
 * Checks the numbers and the document of an item against its guards, before any request. All refusals are in the error.
 *
 * @throws InputError if the guards don't allow them
 */
export function guarded(
	fields: ItemFields,
	{ from, to, source }: Pick<DraftParts, 'from' | 'to' | 'source'>,
): Limits {
	const given = guardsOf(fields);
	const existingFaxes = { allowed: given.allowedExistingFaxes, maxAge: given.maxExistingFaxAge };
	const requireAllowed = addressRuleOf(fields, given);
	const checks: Array<() => void> = [
		() => {
			if (isTool(fields.context)) requireDestinations(given);
			requireAllowedNumbers(toField, to(), allowedDestinationsGuard, given.allowedDestinations);
			requireFewRecipients(given, to());
		},
		() => {
			requireGuardIfOpen(fields, fromField, allowedFromGuard, given.allowedFrom);
			requireAllowedNumbers(fromField, from().split(','), allowedFromGuard, given.allowedFrom);
		},
		() => {
			const { url, faxId } = source();
			if (url) requireAllowed(url);
			if (faxId === undefined) return;
			requireGuardIfOpen(fields, sentFaxIdField, allowedExistingFaxesGuard, given.allowedExistingFaxes);
			requireExistingFaxes(faxId, existingFaxes);
		},
	];
	requireAll(checks.map((check) => partOf(check)));
	return {
		refusesSameFax: given.refuseSameFax,
		maxPerDay: given.maxPerDay,
		failing: given.refuseFailingNumbers,
		existingFaxes,
		requireAllowed,
	};
}

/** Reads the guards. If they can't be read, they refuse the fax. */
function guardsOf(fields: ItemFields): Guards {
	try {
		return readGuards(fields);
	} catch (error) {
		return rethrow(error instanceof InputError ? asRefusalOf(guards, error) : error);
	}
}

/** Only plain values are accepted, because an expression may contain text from a stranger's fax. */
function readGuards({ context, itemIndex }: ItemFields): Guards {
	const asSaved = (name: string): unknown => savedValue(context, name, itemIndex);
	const stray = strayGuards.find(({ name }) => asSaved(name) !== '');
	if (stray) throw new InputError(stray.displayName);
	const saved = asSaved(guardsField.name);
	if (holdsExpression(saved))
		throw new InputError(
			`The fax wasn't sent, because "${guardsField.displayName}" has an expression. Guards need fixed values, so that no AI model and no incoming data can change them. Enter fixed numbers and text.`,
		);
	return changesIn(GUARDS, toObject(guardsField, saved), guards);
}

/** Returns a function that checks the address of a document before any request goes there. */
function addressRuleOf(
	fields: ItemFields,
	{ allowedDocumentAddresses: allowed }: Guards,
): (url: URL) => void {
	const isInTool = isTool(fields.context);
	const isHttpAllowed = fields.options.isOn(allowHttpOption);
	return (url) => {
		const said = `"${documentUrlField.displayName}" is "${url.origin}${url.pathname}"`;
		if (!isHttpAllowed && url.protocol !== 'https:')
			throw new InputError(
				`${said}, which isn't encrypted. Others on the network can read and change the file. Use https://, or add the option "${allowHttpOption.displayName}".`,
			);
		if (isInTool && !allowed)
			throw refusedBy(
				allowedDocumentAddressesGuard,
				`${said}, but the tool may not read any address, because it has no guard "${allowedDocumentAddressesGuard.displayName}".`,
			);
		if (allowed && !isAllowedAddress(url, allowed))
			throw refusedBy(
				allowedDocumentAddressesGuard,
				`${said}, which isn't in "${allowedDocumentAddressesGuard.displayName}".`,
			);
	};
}

/** Requires the guard in a tool, because if it's missing, it may have been lost. */
function requireDestinations({ allowedDestinations }: Guards): void {
	if (allowedDestinations) return;
	throw refusedBy(
		allowedDestinationsGuard,
		`The tool has no guard "${allowedDestinationsGuard.displayName}", and a tool sends nothing without it. A person must enter the allowed numbers there, or "any".`,
	);
}

/**
 * Requires a guard in a tool for a field that isn't fixed. There, the model fills in an expression, or it contains what the
 * model has entered elsewhere.
 */
function requireGuardIfOpen(
	{ context, itemIndex }: ItemFields,
	{ displayName, name }: INodeProperties,
	guard: INodeProperties,
	given: unknown,
): void {
	if (given !== undefined || !isTool(context) || !holdsExpression(savedValue(context, name, itemIndex)))
		return;
	throw refusedBy(
		guard,
		`"${displayName}" has an expression, so that a model can choose it, but the tool has no guard "${guard.displayName}". A person must add the guard, or enter a fixed value.`,
	);
}

function requireFewRecipients({ maxRecipients: max }: Guards, to: readonly string[]): void {
	if (max === undefined || to.length <= max) return;
	throw refusedBy(
		maxRecipientsGuard,
		`"${toField.displayName}" has ${to.length} numbers, but "${maxRecipientsGuard.displayName}" is "${max}".`,
	);
}
