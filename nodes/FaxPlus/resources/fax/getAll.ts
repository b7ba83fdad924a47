import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../shared/editor/field';
import { includeContactOption } from '../../../shared/faxes/contacts';
import { listFaxes, type NormalizedFax } from '../../../shared/faxes/faxRecords';
import { FINAL_STATUSES, outcomeOf } from '../../../shared/faxes/faxStatus';
import { toNumber, toOption } from '../../../shared/values/fieldValues';
import { InputError } from '../../../shared/values/inputError';
import { faxFiltersOf, isAmong } from '../../fields/faxFilters';
import { returnAllFields, userIdField } from '../../fields/common';
import type { ReadCall } from '../../operation/itemCall';
import { faxOutput, simplifyFax } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { contactsFor } from './contacts';
import { filtersOf, type Changeable, type Changes } from '../../fields/updateFields';

const categoryField = field('options', 'Category', 'category', {
	options: [
		{ name: 'Received', value: 'inbox', description: 'Faxes that you received' },
		{ name: 'Sent', value: 'sent', description: 'Faxes that you sent, including those that failed' },
		{ name: 'Spam', value: 'spam', description: 'Received faxes that Fax.Plus marked as spam' },
	],
	default: 'inbox',
	description: 'Which faxes to list',
});

const afterField = field('dateTime', 'After', 'after', {
	description: "Return only faxes from this time on. Without an offset, the workflow's time zone applies.",
});

const beforeField = field('dateTime', 'Before', 'before', {
	description: "Return only faxes before this time. Without an offset, the workflow's time zone applies.",
});

const outcomeFilter = field('options', 'Outcome', 'outcome', {
	options: [
		{ name: 'Any', value: 'any' },
		{ name: 'Failure', value: 'failure', description: 'No pages or only some pages were transmitted' },
		{ name: 'Success', value: 'success', description: 'All pages were transmitted' },
	],
	default: 'any',
	description: 'Return only faxes with this result',
});

const readStatusFilter = field('options', 'Read Status', 'readStatus', {
	options: [
		{ name: 'Read', value: 'read' },
		{ name: 'Unread', value: 'unread' },
	],
	default: 'unread',
	description: "Return only faxes that are marked as read, or only those that aren't",
});

const pagesFilter = (displayName: string, name: string, description: string): INodeProperties =>
	field('number', displayName, name, { typeOptions: { minValue: 0 }, description });

const filterable = {
	...faxFiltersOf(FINAL_STATUSES),
	outcome: [outcomeFilter, toOption],
	readStatus: [readStatusFilter, toOption],
	minPages: [
		pagesFilter('Min Pages', 'minPages', 'Return only faxes with at least this many pages'),
		toNumber,
	],
	maxPages: [
		pagesFilter('Max Pages', 'maxPages', 'Return only faxes with at most this many pages'),
		toNumber,
	],
} satisfies Changeable;

/** GET /accounts/{user_id}/faxes (docs/contributing/api.md, "Fax records") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many faxes',
	description: 'List received or sent faxes, newest first',
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	output: faxOutput,
	fields: [categoryField, afterField, beforeField, ...returnAllFields, filtersOf(filterable)],
	options: [includeContactOption],
	simplify: simplifyFax,
	async execute(call) {
		const withContacts = contactsFor(call);
		const query = { userId: call.userId(), category: call.choice(categoryField), ...periodOf(call) };
		const wanted = call.filters(filterable);
		const faxes = await listFaxes(call, query, call.limit(), (fax) => isWanted(fax, wanted));
		const event = query.category === 'sent' ? 'fax_sent' : 'fax_received';
		return toItems(await withContacts(faxes, event));
	},
};

/** @throws InputError if the period is empty, because an empty result would look as if there were no faxes */
function periodOf(call: ReadCall): { after: Date | undefined; before: Date | undefined } {
	const after = call.time(afterField);
	const before = call.time(beforeField);
	if (!after || !before || after < before) return { after, before };
	throw new InputError('There is no time between "After" and "Before". Enter a later time in "Before".');
}

/**
 * True if a fax matches the filters. Fax.Plus has some of these filters too, but documents neither which ones nor their
 * names.
 */
function isWanted(fax: NormalizedFax, wanted: Changes<typeof filterable>): boolean {
	const { outcome = 'any', minPages = 0, maxPages = Number.POSITIVE_INFINITY } = wanted;
	const { pages = 0 } = fax;
	return (
		isAmong(fax.from, wanted.from) &&
		isAmong(fax.to, wanted.to) &&
		(wanted.status?.includes(fax.status) ?? true) &&
		(outcome === 'any' || outcome === outcomeOf(fax.status)) &&
		(wanted.readStatus === undefined || (wanted.readStatus === 'read') === Boolean(fax.is_read)) &&
		pages >= minPages &&
		pages <= maxPages
	);
}
