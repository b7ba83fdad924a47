import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../shared/editor/field';
import { listFaxes, type NormalizedFax } from '../../../shared/faxes/faxRecords';
import { FINAL_STATUSES, outcomeOf } from '../../../shared/faxes/faxStatus';
import { toBoolean, toNumber, toOption } from '../../../shared/values/fieldValues';
import { InputError } from '../../../shared/values/inputError';
import { faxFiltersOf, isAmong } from '../../fields/faxFilters';
import { returnAllFields, userIdField } from '../../fields/common';
import type { ReadCall } from '../../operation/itemCall';
import { faxOutput, simplifyFax } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { filtersOf, type Changeable, type Changes } from '../../fields/updateFields';

const categoryField = field('options', 'Category', 'category', {
	options: [
		{ name: 'Received', value: 'inbox', description: 'Faxes that have come' },
		{ name: 'Sent', value: 'sent', description: 'Faxes that have gone, or were tried in vain' },
		{ name: 'Spam', value: 'spam', description: 'Faxes that have come and were put aside' },
	],
	default: 'inbox',
});

const afterField = field('dateTime', 'After', 'after', {
	description:
		"Only faxes from this time on. Without an offset it is meant in the workflow's time zone. Empty for the first one.",
});

const beforeField = field('dateTime', 'Before', 'before', {
	description:
		"Only faxes before this time. Without an offset it is meant in the workflow's time zone. Empty for the last one.",
});

const outcomeFilter = field('options', 'Outcome', 'outcome', {
	options: [
		{ name: 'Any', value: 'any' },
		{ name: 'Failure', value: 'failure', description: 'Not all pages passed' },
		{ name: 'Success', value: 'success', description: 'All pages passed' },
	],
	default: 'any',
	description: 'Only faxes that have ended like this',
});

const isReadFilter = field('boolean', 'Read', 'isRead', {
	description: 'Whether to return the faxes that are marked as read, or those that are not',
});

const pagesFilter = (displayName: string, name: string, description: string): INodeProperties =>
	field('number', displayName, name, { typeOptions: { minValue: 0 }, description });

const filterable = {
	...faxFiltersOf(FINAL_STATUSES),
	outcome: [outcomeFilter, toOption],
	isRead: [isReadFilter, toBoolean],
	minPages: [pagesFilter('Min Pages', 'minPages', 'Only faxes with at least that many pages'), toNumber],
	maxPages: [pagesFilter('Max Pages', 'maxPages', 'Only faxes with at most that many pages'), toNumber],
} satisfies Changeable;

/** GET /accounts/{user_id}/faxes (docs/contributing/api.md, "Fax records") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many faxes',
	description: 'List faxes that have come or gone, newest first',
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	output: faxOutput,
	fields: [categoryField, afterField, beforeField, ...returnAllFields, filtersOf(filterable)],
	simplify: simplifyFax,
	async execute(call) {
		const query = { userId: call.userId(), category: call.choice(categoryField), ...periodOf(call) };
		const wanted = call.filters(filterable);
		return toItems(await listFaxes(call, query, call.limit(), (fax) => isWanted(fax, wanted)));
	},
};

function periodOf(call: ReadCall): { after: Date | undefined; before: Date | undefined } {
	const after = call.time(afterField);
	const before = call.time(beforeField);
	if (!after || !before || after < before) return { after, before };
	throw new InputError('There is no time between After and Before. Enter a later time for Before.');
}

/** The service takes some of these filters too; which, and by what names, is not public. */
function isWanted(fax: NormalizedFax, wanted: Changes<typeof filterable>): boolean {
	const { outcome = 'any', minPages = 0, maxPages = Number.POSITIVE_INFINITY } = wanted;
	const { pages = 0 } = fax;
	return (
		isAmong(fax.from, wanted.from) &&
		isAmong(fax.to, wanted.to) &&
		(wanted.status?.includes(fax.status) ?? true) &&
		(outcome === 'any' || outcome === outcomeOf(fax.status)) &&
		(wanted.isRead === undefined || wanted.isRead === Boolean(fax.is_read)) &&
		pages >= minPages &&
		pages <= maxPages
	);
}
