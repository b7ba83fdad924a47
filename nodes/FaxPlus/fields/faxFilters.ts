import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { toFullList } from '../../shared/values/fieldValues';
import { emptyField, wrongValue } from '../../shared/values/inputError';
import { numberEntries, sameNumber, toE164 } from '../../shared/values/phoneNumbers';

const fromFilter = field('string', 'From', 'from', {
	placeholder: 'e.g. +15550100000',
	description: 'Return only faxes from these numbers. Separate several numbers with commas.',
});

const toFilter: INodeProperties = {
	...fromFilter,
	displayName: 'To',
	name: 'to',
	description: 'Return only faxes to these numbers. Separate several numbers with commas.',
};

type FaxFilters = Record<'from' | 'to' | 'status', readonly [INodeProperties, typeof toNumbers]>;

/**
 * Returns the filters by number and by status. An expression may return other statuses too, because Fax.Plus may add new ones.
 */
export function faxFiltersOf(statuses: readonly string[]): FaxFilters {
	const statusFilter = field('multiOptions', 'Status', 'status', {
		options: statuses.map((value) => ({ name: inWords(value), value })),
		description: 'Return only faxes with one of these statuses',
	});
	return { from: [fromFilter, toNumbers], to: [toFilter, toNumbers], status: [statusFilter, toStatuses] };
}

/** Reads the numbers of a filter, and returns them with the plus sign and the country code. At least one is required. */
function toNumbers({ displayName }: INodeProperties, value: unknown): string[] {
	const numbers = numberEntries(displayName, value).map(({ text }) => toE164(text, displayName));
	if (numbers.length > 0) return numbers;
	throw emptyField(displayName);
}

/** Reads the statuses of a filter. At least one is required. */
function toStatuses({ displayName }: INodeProperties, value: unknown): string[] {
	const statuses = toFullList(displayName, value).map((status) => status.toLowerCase());
	if (statuses.length === 0) throw emptyField(displayName, 'Select at least one status.');
	const wrong = statuses.find((status) => !/^[a-z0-9_]+$/.test(status));
	if (wrong === undefined) return statuses;
	throw wrongValue(`"${displayName}" is "${wrong}", which isn't a status`);
}

/** True if a filter includes a number, in whatever format. Without a filter, every number matches. */
export function isAmong(number: string | null | undefined, numbers: readonly string[] | undefined): boolean {
	return numbers === undefined || numbers.some((wanted) => sameNumber(wanted, number ?? ''));
}

/** Returns a status in words, such as "Failed User Busy". */
function inWords(status: string): string {
	return status.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => ` ${letter.toUpperCase()}`).trim();
}
