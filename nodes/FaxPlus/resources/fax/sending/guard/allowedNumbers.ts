import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../../../shared/editor/field';
import { emptyField, InputError } from '../../../../../shared/values/inputError';
import { isE164, numberEntries, prefixIn, toE164 } from '../../../../../shared/values/phoneNumbers';
import { extendedNumber } from '../read/job';
import { refusedBy } from './refused';

export const allowedDestinationsGuard = field('string', 'Allowed Destinations', 'allowedDestinations', {
	noDataExpression: true,
	placeholder: 'e.g. +15550100200, +4122555*',
	description:
		'The only fax numbers to send to, separated by commas. "+1555*" allows all numbers that begin with +1555, "any" all numbers.',
});

export const allowedFromGuard = field('string', 'Allowed From', 'allowedFrom', {
	noDataExpression: true,
	placeholder: 'e.g. +15550100000',
	description: 'The only numbers of your own to send from, separated by commas. "any" allows all of them.',
});

/**
 * Returns numbers in Fax.Plus's format, and prefixes with an asterisk at the end. For "any", it returns only an
 * asterisk.
 */
export function toAllowedNumbers(field: INodeProperties, value: unknown): string[] {
	return allowedIn(field, value, numberIn);
}

/** Reads the same list for "From", which may also contain extensions and "no_number". */
export function toAllowedSenders(field: INodeProperties, value: unknown): string[] {
	return allowedIn(field, value, (entry) => extendedNumber(entry, numberIn));
}

function allowedIn(
	{ displayName }: INodeProperties,
	value: unknown,
	read: (entry: string) => string | undefined,
): string[] {
	if (typeof value === 'string' && value.trim().toLowerCase() === 'any') return ['*'];
	const entries = numberEntries(displayName, value).map(({ text }) => text);
	if (entries.length === 0) throw emptyField(displayName, 'Enter the allowed numbers, or remove the guard.');
	return entries.map((entry) => {
		const allowed = read(entry) ?? prefixIn(entry);
		if (allowed !== undefined) return allowed;
		throw new InputError(
			`"${displayName}" has "${entry}", which isn't a number such as +15550100000 or a prefix such as +1555*. Correct it. To allow all numbers, enter only "any".`,
		);
	});
}

function numberIn(entry: string): string | undefined {
	return isE164(entry) ? toE164(entry) : undefined;
}

/**
 * Refuses numbers in a field that its guard doesn't allow.
 *
 * @param allowed the guard's entries, or undefined if it isn't set
 */
export function requireAllowedNumbers(
	{ displayName }: INodeProperties,
	numbers: readonly string[],
	guard: INodeProperties,
	allowed: readonly string[] | undefined,
): void {
	const other = allowed && numbers.find((number) => !allowed.some((entry) => isWithin(number, entry)));
	if (other === undefined) return;
	throw refusedBy(guard, `"${displayName}" contains "${other}", which isn't in "${guard.displayName}".`);
}

function isWithin(number: string, entry: string): boolean {
	return entry.endsWith('*') ? number.startsWith(entry.slice(0, -1)) : number === entry;
}
