import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { addEndpoint, operationsNamed } from './support/operationCases';
import { locator } from './support/operationCases/case';

const bench = useBench();

/** Operation, field, what the editor calls it, and values of other fields, where those of the operation's case do not do. */
type Field = [name: string, field: string, label: string, others?: INodeParameters];

/** What is wrong in one way: the first field is tried with all values, the others with the first. */
interface Mistake {
	fields: Field[];
	values: unknown[];
	message: (label: string, value: unknown, field: string) => string;
}

const expression = '={{ $json.value }}';
const locatorExpression = locator('id', expression);
const NOTHING = [undefined, null, '', '  '];
const CHECK = 'check the expression that provides it.';

/** Fields that hold one identifier. */
const identifiers: Field[] = [
	['contactGroup: delete', 'groupId', 'Contact Group'],
	['customField: update', 'fieldId', 'Custom Field'],
	['fax: delete', 'faxId', 'Fax'],
	['fax: download', 'faxId', 'Fax'],
	['fax: get', 'faxId', 'Fax'],
	['fax: getReport', 'faxId', 'Fax'],
	['fax: getThumbnail', 'faxId', 'Fax'],
	['fax: update', 'faxId', 'Fax'],
	['faxText: get', 'faxId', 'Fax'],
	['fieldExtraction: correct', 'faxId', 'Fax'],
	['fieldExtraction: get', 'faxId', 'Fax'],
	['legacyHook: delete', 'hookId', 'Hook ID'],
	['member: get', 'memberUserId', 'Member'],
	['member: update', 'memberUserId', 'Member'],
	['number: revoke', 'memberUserId', 'Member'],
	['outboxFax: delete', 'outboxFaxId', 'Outbox Fax'],
	['outboxFax: get', 'outboxFaxId', 'Outbox Fax'],
	['outboxFax: update', 'outboxFaxId', 'Outbox Fax'],
	['shop: searchNumbers', 'callingCode', 'Area Code'],
	['webhookEndpoint: delete', 'endpointId', 'Webhook Endpoint'],
	['webhookEndpoint: update', 'endpointId', 'Webhook Endpoint'],
];

/** Identifiers that do not stand in a path. */
const identifiersInBodies: Field[] = [
	['number: assign', 'memberUserId', 'Member'],
	['shop: purchaseNumber', 'itemId', 'Item ID'],
];

const userIdOf = (name: string): Field => [name, 'options.userId', 'User ID'];

/** Reads: an empty user ID is the account's own. */
const userIdsOfReads = [
	'account: get',
	'account: getPlan',
	'fax: download',
	'fax: get',
	'fax: getAll',
	'fax: getReport',
	'fax: getThumbnail',
	'number: get',
	'number: getAll',
	'outboxFax: get',
	'outboxFax: getAll',
].map(userIdOf);

/** Of what changes something, or may do so. */
const userIdsOfWrites = [
	'fax: delete',
	'fax: update',
	'faxText: get',
	'fieldExtraction: correct',
	'fieldExtraction: get',
	'number: assign',
	'outboxFax: delete',
	'outboxFax: update',
].map(userIdOf);

const texts: Field[] = [
	['customField: create', 'name', 'Name'],
	['customField: create', 'instructions', 'Instructions'],
	['fax: download', 'binaryPropertyName', 'Put Output File in Field'],
	['fax: getReport', 'binaryPropertyName', 'Put Output File in Field'],
	['fax: getThumbnail', 'binaryPropertyName', 'Put Output File in Field'],
	['legacyHook: create', 'target', 'Target URL'],
	['number: assign', 'number', 'Number'],
	['number: get', 'number', 'Number'],
	['number: revoke', 'number', 'Number'],
	['outboxFax: update', 'comment', 'Comment'],
	['shop: getAreas', 'countryCode', 'Country'],
	['shop: searchNumbers', 'countryCode', 'Country'],
];

/** Fields added under "Update Fields" or "Filters". */
const added: Field[] = [
	['fax: update', 'updateFields.comment', 'Comment'],
	['fax: update', 'updateFields.isRead', 'Read'],
	['fax: getAll', 'filters.from', 'From'],
	['fax: getAll', 'filters.to', 'To'],
	['fax: getAll', 'filters.status', 'Status'],
	['fax: getAll', 'filters.outcome', 'Outcome'],
	['fax: getAll', 'filters.isRead', 'Read'],
	['fax: getAll', 'filters.minPages', 'Min Pages'],
	['fax: getAll', 'filters.maxPages', 'Max Pages'],
	['outboxFax: getAll', 'filters.from', 'From'],
	['outboxFax: getAll', 'filters.to', 'To'],
	['outboxFax: getAll', 'filters.status', 'Status'],
	['member: update', 'updateFields.role', 'Role'],
	['member: update', 'updateFields.quota', 'Quota'],
	['customField: update', 'updateFields.name', 'Name'],
	['customField: update', 'updateFields.instructions', 'Instructions'],
	['customField: update', 'updateFields.enabled', 'Enabled'],
	['webhookEndpoint: update', 'updateFields.events', 'Events'],
	['webhookEndpoint: update', 'updateFields.url', 'URL'],
	['contact: getAll', 'filters.name', 'Name'],
	['contact: getAll', 'filters.notes', 'Notes'],
	['contact: getAll', 'filters.faxNumber', 'Fax Number'],
	['contact: getAll', 'filters.groupId', 'Group Name or ID'],
];

/** Numbers that a filter of events names. */
const channels: Field[] = [
	['webhookEndpoint: create', 'channels', 'Numbers'],
	['webhookEndpoint: update', 'channels', 'Numbers', { channelsAction: 'set' }],
	['legacyHook: create', 'numbers', 'Numbers'],
];

const numbersInFilters: Field[] = ['fax: getAll', 'outboxFax: getAll'].flatMap((name): Field[] => [
	[name, 'filters.from', 'From'],
	[name, 'filters.to', 'To'],
]);

const endpointUrls: Field[] = [
	['webhookEndpoint: create', 'url', 'URL'],
	['webhookEndpoint: update', 'updateFields.url', 'URL'],
];

const endpointEvents: Field[] = [
	['webhookEndpoint: create', 'events', 'Events'],
	['webhookEndpoint: update', 'updateFields.events', 'Events'],
];

const sharedIds: Field[] = [
	['contactGroup: share', 'groupIds', 'Group Names or IDs'],
	['contactGroup: share', 'memberIds', 'Member Names or IDs'],
];

const times: Field[] = [
	['fax: getAll', 'after', 'After'],
	['fax: getAll', 'before', 'Before'],
];

const lists = [
	'contact: getAll',
	'customField: getAll',
	'fax: getAll',
	'legacyHook: getAll',
	'member: getAll',
	'number: getAll',
	'outboxFax: getAll',
	'shop: getAreas',
	'shop: getCountries',
	'shop: searchNumbers',
	'webhookEndpoint: getAll',
];

/** Operations that wait for Fax AI. */
const aiJobs = ['faxText: get', 'fieldExtraction: get'];

const booleans: Field[] = [
	...aiJobs.flatMap((name): Field[] => [
		[name, 'options.waitUntilFinished', 'Wait Until Finished'],
		[name, 'requestIfMissing', 'Request If Not Requested'],
	]),
	['member: update', 'options.keepOtherValues', 'Keep Other Values'],
	...lists.map((name): Field => [name, 'returnAll', 'Return All']),
	['shop: searchNumbers', 'simplify', 'Simplify'],
	['customField: create', 'enabled', 'Enabled'],
];

const addedBooleans: Field[] = [
	['contact: getAll', 'filters.isShared', 'Shared'],
	['fax: getAll', 'filters.isRead', 'Read'],
	['fax: update', 'updateFields.isRead', 'Read'],
	['customField: update', 'updateFields.enabled', 'Enabled'],
];

/** As messages show it: what is nothing as an empty text. */
const shown = (value: unknown) => [value].join();

/** A field that takes one of these values. */
function choice(field: Field, values: string): Mistake {
	return {
		fields: [field],
		values: ['none', undefined],
		message: (label, value) => `${label} "${shown(value)}" is none of ${values}. Correct it, or ${CHECK}`,
	};
}

/** Fields that take a number of this range. */
function number(fields: Field[], range: string, outside: number[]): Mistake {
	const nothing = isAdded(fields[0]?.[1] ?? '') ? [] : NOTHING;
	return {
		fields,
		values: ['many', ...outside, ...nothing, 'Infinity', 'NaN'],
		message: (label, value) => `${label} "${shown(value).trim()}" is not a ${range}. Correct it, or ${CHECK}`,
	};
}

/** Whether a field is one that people add, of which none may be empty, whatever its type. */
function isAdded(field: string): boolean {
	return field.startsWith('updateFields.') || field.startsWith('filters.');
}

/** A field that one message is about, whatever it holds. */
function only(field: Field, values: unknown[], message: string): Mistake {
	return { fields: [field], values, message: () => message };
}

const empty = (label: string) => `${label} is empty. Enter one, or ${CHECK}`;
const missing = (label: string) => `${label} is missing. Leave the field empty, or ${CHECK}`;
const notE164 = (label: string, value: unknown) =>
	`${label}: "${String(value)}" is not a number in E.164 form. Write the plus sign, the country code and the number, such as +15550100000.`;
const noBoolean = (label: string, value: unknown) =>
	`${label} "${shown(value)}" is neither true nor false. Correct it, or ${CHECK}`;
/** The message about a list of two of which this one is nothing. */
const incomplete = (entry: number) => (label: string) =>
	`${label} is incomplete: entry ${entry} of 2 is empty. Remove it, or ${CHECK}`;
const nothingToUpdate = (fields: string) =>
	`There is nothing to update. Add ${fields} under "Update Fields".`;

/** The events that the service knows, as messages list them. */
const EVENTS = 'fax_received, fax_sent, fax_page_received';

const mistakes: Mistake[] = [
	{
		fields: [...identifiers, ...userIdsOfReads, ...userIdsOfWrites],
		values: ['../../shop/balance', 'a/b', 'a?b', 'a#b', '..'],
		message: (label, value) =>
			`${label} "${String(value)}" is not an identifier: it must not hold slashes, "?" or "#".`,
	},
	{
		fields: [...identifiers, ...identifiersInBodies],
		values: ['a,b', 'a;b', '[a,b]', '["a"]'],
		message: (label, value) =>
			`${label} "${String(value)}" looks like several. Give one ID for each item; for several, make an item of each.`,
	},
	{
		fields: identifiers,
		values: [{ id: 'a' }],
		message: (label) =>
			`${label}: expected a text, but got {"id":"a"}. Check the expression that provides it.`,
	},
	{ fields: [...identifiers, ...identifiersInBodies, ...texts], values: NOTHING, message: empty },
	// In a read an empty user ID is the account's own; one that an expression does not find is a mistake.
	{ fields: userIdsOfReads, values: [undefined, null], message: empty },
	// A write is about the account of the credential only where that is said.
	{
		fields: userIdsOfWrites,
		values: NOTHING,
		message: (label) => `${label} is empty. Enter "self" for the account of the credential, or ${CHECK}`,
	},
	{
		fields: added,
		values: NOTHING,
		message: (label, _value, field) =>
			`${label} is empty. Enter a value, check the expression that provides it, or remove the field from "${field.startsWith('filters.') ? 'Filters' : 'Update Fields'}".`,
	},
	// Without a number that is missing the filter would be another.
	{ fields: channels, values: [',', [null, null], ['', '']], message: incomplete(1) },
	{
		fields: [...channels, ...numbersInFilters],
		values: [['+15550100000', null], '+15550100000,'],
		message: incomplete(2),
	},
	{
		fields: [...channels, ...numbersInFilters, ['contact: getAll', 'filters.faxNumber', 'Fax Number']],
		values: ['15550100000', '0041225550100', '+1 555 FAX', '+'],
		message: notE164,
	},
	{
		fields: ['get', 'assign', 'revoke'].map((operation): Field => [
			`number: ${operation}`,
			'number',
			'Number',
		]),
		values: ['../+15550100000', '0791234567', 'fax', '+15550100000,+15550100001'],
		message: notE164,
	},
	only(
		['webhookEndpoint: create', 'channels', 'Numbers'],
		[['+15550100000', '5550100001']],
		notE164('Numbers', '5550100001'),
	),
	{
		fields: channels.filter(([name]) => name.endsWith('create')),
		values: [undefined, null],
		message: () =>
			'Numbers is missing. Leave the field empty for all numbers, or check the expression that provides them.',
	},
	only(
		['webhookEndpoint: update', 'channels', 'Numbers', { channelsAction: 'set' }],
		[''],
		'Numbers is empty. Enter a number, or set "Numbers Filter" to "Clear".',
	),
	only(
		['webhookEndpoint: update', 'channelsAction', 'Numbers Filter', { updateFields: {} }],
		['leave'],
		'There is nothing to update. Set or clear the numbers, or add Events or URL under "Update Fields".',
	),
	{
		fields: endpointUrls,
		values: ['http://example.com/faxes', 'example.com', 'https://', 'ftp://example.com'],
		message: (label, value) =>
			`${label} "${String(value)}" is not an address that begins with https://. The service delivers over HTTPS only.`,
	},
	{
		fields: endpointEvents,
		values: ['fax_lost', 'fax_received,fax_lost', ['fax_sent', 'fax_lost']],
		message: (label) => `${label} "fax_lost" is none of ${EVENTS}. Correct it, or ${CHECK}`,
	},
	{ fields: endpointEvents, values: [['fax_sent', null], 'fax_received,'], message: incomplete(2) },
	{ fields: endpointEvents, values: [[]], message: (label) => `${label} is empty. Select at least one.` },
	only(
		['legacyHook: create', 'target', 'Target URL'],
		['ftp://example.com'],
		'Target URL "ftp://example.com" is not an address that begins with https:// or http://.',
	),
	choice(['contact: getAll', 'options.sortBy', 'Sort By'], 'creation_date, modification_date, name'),
	choice(['contact: getAll', 'options.direction', 'Sort Direction'], 'asc, desc'),
	choice(['fax: download', 'format', 'Format'], 'pdf, tiff'),
	choice(['fax: getAll', 'category', 'Category'], 'inbox, sent, spam'),
	choice(['fieldExtraction: correct', 'specifyCorrections', 'Specify Corrections'], 'fields, json'),
	choice(['webhookEndpoint: update', 'channelsAction', 'Numbers Filter'], 'clear, leave, set'),
	choice(['shop: searchNumbers', 'channel', 'Numbers to Offer'], 'random, custom'),
	choice(['legacyHook: create', 'event', 'Event'], EVENTS),
	choice(['legacyHook: getAll', 'event', 'Event'], `all, ${EVENTS}`),
	only(
		['fax: getAll', 'filters.outcome', 'Outcome'],
		['none'],
		`Outcome "none" is none of any, failure, success. Correct it, or ${CHECK}`,
	),
	{
		fields: numbersInFilters.map(([name]) => [name, 'filters.status', 'Status']),
		values: ['no success'],
		message: () => `Status "no success" is no status. Correct it, or ${CHECK}`,
	},
	only(['contact: getAll', 'search', 'Search'], [undefined, null], missing('Search')),
	{ fields: times, values: [undefined, null], message: missing },
	{
		fields: times,
		values: ['2026-02-31', 'yesterday', '2026', 1795, true],
		message: (label, value) =>
			`${label} "${String(value)}" is not a time. Pick one, or write it as 2026-12-31T17:30:00, with an offset such as +01:00 where it is not of the workflow's time zone (America/New_York).`,
	},
	only(
		['fax: getAll', 'before', 'Before', { after: '2026-11-20T10:00:00Z' }],
		['2026-11-20T10:00:00Z'],
		'There is no time between After and Before. Enter a later time for Before.',
	),
	{
		fields: [['shop: searchNumbers', 'contains', 'Digits', { channel: 'custom' }]],
		values: ['12a4', '+1', '2 5', '-1'],
		message: (label, value) => `${label} "${String(value)}" may hold only the digits 0 to 9.`,
	},
	{
		fields: [['shop: searchNumbers', 'countryCode', 'Country']],
		values: ['USA', 'U', '1', 'U/', 'ÜS'],
		message: (label, value) => `${label} "${String(value)}" is not a two-letter ISO code such as US.`,
	},
	only(['member: update', 'updateFields', ''], [{}], nothingToUpdate('Role or Quota')),
	only(['fax: update', 'updateFields', ''], [{}], nothingToUpdate('Comment or Read')),
	only(['customField: update', 'updateFields', ''], [{}], nothingToUpdate('Name, Instructions or Enabled')),
	{
		fields: [['member: invite', 'emails', 'Email Addresses']],
		values: ['ann', '@example.com', 'a b@example.com', 'a@b@example.com', 'Ann <ann@example.com>'],
		message: (label, value) =>
			`${label}: "${String(value)}" is not an email address. Write it as jane@example.com, and separate several by commas.`,
	},
	only(['member: invite', 'emails', ''], NOTHING, 'Email Addresses is empty. Enter at least one address.'),
	{
		fields: [['member: invite', 'emails', 'Email Addresses']],
		values: [['ann@example.com', null]],
		message: incomplete(2),
	},
	only(
		['member: invite', 'emails', ''],
		[Array.from({ length: 11 }, (_, at) => `p${at}@example.com`)],
		'Email Addresses has 11 addresses. The service takes 10 at most; make several items of them.',
	),
	only(
		['fieldExtraction: correct', 'correctionsJson', '', { specifyCorrections: 'json' }],
		[undefined, null, '', '{', '[]', 'text', [{ name: 'a' }], 7],
		`Corrections (JSON) is not an object with names and values, such as { "name": "value" }. Correct it, or ${CHECK}`,
	),
	only(
		['fieldExtraction: correct', 'correctionsJson', '', { specifyCorrections: 'json' }],
		[{ sender_name: null }],
		`The value of "sender_name" is missing. Enter one, or ${CHECK}`,
	),
	only(
		['fieldExtraction: correct', 'correctionsJson', '', { specifyCorrections: 'json' }],
		[{}],
		'There is nothing to correct. Add a field and its value under "Corrections".',
	),
	{
		fields: sharedIds,
		values: [[], ...NOTHING],
		message: (label) => `${label} is empty. Enter at least one ID.`,
	},
	{ fields: sharedIds, values: [[null, 'a'], ' , ', ['', 'a'], ',a', '[null,"a"]'], message: incomplete(1) },
	{
		fields: sharedIds,
		values: ['a;b', '[a;b]', '[a'],
		message: (label, value) =>
			`${label} holds "${String(value)}", which is not one ID. Separate IDs by commas, without brackets, or give an array from an expression.`,
	},
	{ fields: booleans, values: ['maybe', undefined, null, '', 1], message: noBoolean },
	{ fields: addedBooleans, values: ['maybe', 1], message: noBoolean },
	number(
		lists.map((name) => [name, 'limit', 'Limit']),
		'number of 1 or more',
		[0, -1],
	),
	number([['member: update', 'updateFields.quota', 'Quota']], 'whole number of 0 or more', [-1, 12.5]),
	number(
		[
			['fax: getAll', 'filters.minPages', 'Min Pages'],
			['fax: getAll', 'filters.maxPages', 'Max Pages'],
		],
		'number of 0 or more',
		[-1],
	),
	number([['account: getPlan', 'options.readsInFlight', 'Items at Once']], 'number from 1 to 100', [0, 101]),
	number(
		['account: getPlan', 'contactGroup: delete'].map((name) => [
			name,
			'options.timeout',
			'Timeout (Seconds)',
		]),
		'number from 1 to 3600',
		[0, 3601],
	),
	number(
		aiJobs.map((name) => [name, 'options.pollingInterval', 'Polling Interval (Seconds)']),
		'number from 1 to 600',
		[0, 601],
	),
	number(
		aiJobs.map((name) => [name, 'options.waitLimit', 'Wait Limit (Seconds)']),
		'number from 1 to 3600',
		[0, 3601],
	),
];

const badInput = mistakes.flatMap(({ fields, values, message }) =>
	fields.flatMap(([name, field, label, others], at) =>
		(at === 0 ? values : values.slice(0, 1)).map((value) => ({
			name,
			field,
			others,
			value,
			message: message(label, value, field),
			written: value === undefined ? 'nothing' : JSON.stringify(value),
		})),
	),
);

const LOCATORS = ['endpointId', 'fieldId', 'faxId', 'memberUserId', 'number', 'outboxFaxId'];

/** The fields of an operation's case, with an expression in the one that is about to be wrong. */
function parametersWith(name: string, field: string, others: INodeParameters = {}): INodeParameters {
	const [operationCase] = operationsNamed(name);
	if (!operationCase) throw new Error(`No operation ${name}`);
	const { resource, operation, parameters } = operationCase;
	const all: INodeParameters = { resource, operation, ...parameters, ...others };
	const [outer = '', inner] = field.split('.');
	if (inner !== undefined) return { ...all, [outer]: { [inner]: expression } };
	return { ...all, [outer]: LOCATORS.includes(outer) ? locatorExpression : expression };
}

/** Runs the node for one item, whose value expressions find. */
async function run(parameters: INodeParameters, value?: unknown) {
	return await bench().run(parameters, { items: [{ json: { value } as IDataObject }] });
}

test.each(badInput)('$name refuses $field $written before any request', async (one) => {
	const { error } = await run(parametersWith(one.name, one.field, one.others), one.value);
	const { message } = one;
	expect(error).toMatchObject({ name: 'NodeOperationError', message, context: { itemIndex: 0 } });
	expect(bench().simulator.requests).toEqual([]);
});

test('with continue on fail, bad input is data of its item, and the others come out', async () => {
	const { items } = await bench().run(
		{ resource: 'account', operation: 'getPlan', options: { userId: expression } },
		{
			items: ['self', 'a/b', seed.memberId].map((value) => ({ json: { value } })),
			onError: 'continueRegularOutput',
		},
	);
	const message = 'User ID "a/b" is not an identifier: it must not hold slashes, "?" or "#".';
	expect(items).toEqual([
		{ json: expect.objectContaining({ is_owner: true }) as unknown, pairedItem: { item: 0 } },
		{ json: { error: { message } }, pairedItem: { item: 1 } },
		{ json: expect.objectContaining({ is_owner: false }) as unknown, pairedItem: { item: 2 } },
	]);
	expect(bench().simulator.requests).toHaveLength(2);
});

test('with continue on fail, a bad "Items at Once" is the error of every item', async () => {
	const { items, errorItems } = await bench().run(
		{ resource: 'account', operation: 'getPlan', options: { readsInFlight: expression } },
		{ items: [{ json: { value: 0 } }, { json: { value: 0 } }], onError: 'continueErrorOutput' },
	);
	const message = `Items at Once "0" is not a number from 1 to 100. Correct it, or ${CHECK}`;
	expect(items).toEqual([]);
	expect(errorItems).toMatchObject([{ json: { error: { message } } }, { json: { error: { message } } }]);
	expect(bench().simulator.requests).toEqual([]);
});

test('n8n itself refuses a required field that was left empty in the editor', async () => {
	await expect(run({ resource: 'contactGroup', operation: 'delete' })).rejects.toThrow(
		'Parameter "Contact Group" is required.',
	);
	expect(bench().simulator.requests).toEqual([]);
});

const newEndpoint = { resource: 'webhookEndpoint', operation: 'create', url: 'https://example.com/faxes' };
const update = {
	resource: 'webhookEndpoint',
	operation: 'update',
	endpointId: locator('id', 'ep_clinic'),
	channelsAction: expression,
	channels: '+15550100001',
	updateFields: { events: ['fax_sent'] },
};
const newField = { resource: 'customField', operation: 'create', name: 'n', instructions: 'i' };
const share = {
	resource: 'contactGroup',
	operation: 'share',
	groupIds: '={{ $json.value.groups }}',
	memberIds: '={{ $json.value.members }}',
};

test.each<[string, INodeParameters, unknown, object]>([
	['a choice, whatever its case', update, 'Clear', { filter_types: ['fax_sent'], channels: null }],
	['a choice within blanks', update, ' SET ', { filter_types: ['fax_sent'], channels: ['+15550100001'] }],
	['a text for false', { ...newField, enabled: expression }, 'false', { enabled: false }],
	['a text for true', { ...newField, enabled: expression }, ' TRUE ', { enabled: true }],
	[
		'events with commas',
		{ ...newEndpoint, events: expression },
		'fax_received,fax_sent',
		{ filter_types: ['fax_received', 'fax_sent'] },
	],
	[
		'lists that are arrays',
		share,
		{ groups: seed.groupIds, members: [seed.memberId, seed.memberId] },
		{ group_ids: seed.groupIds, member_ids: [seed.memberId] },
	],
])('what expressions give is understood: %s', async (_what, parameters, value, body) => {
	addEndpoint(bench().simulator);
	const { error } = await run(parameters, value);
	expect(error).toBeUndefined();
	const changes = bench().simulator.requests.filter(({ method }) => method !== 'GET');
	expect(changes.map((request) => request.body)).toEqual([expect.objectContaining(body)]);
});

test('what expressions give is understood: texts for numbers', async () => {
	const options = { timeout: '={{ "30" }}', readsInFlight: '={{ "2" }}' };
	const parameters = { resource: 'shop', operation: 'getCountries', limit: expression, options };
	const { items, error } = await run(parameters, ' 2 ');
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
});

test.each([
	['an empty user ID', { resource: 'account', operation: 'getPlan', options: { userId: '' } }],
	['no user ID', { resource: 'account', operation: 'getPlan' }],
])('%s stands for the account of the credential', async (_case, parameters) => {
	await run(parameters);
	expect(bench().simulator.requests.map(({ path }) => path)).toEqual(['/accounts/self/plan']);
});

test('identifiers are encoded in the path', async () => {
	await run({ resource: 'contactGroup', operation: 'delete', groupId: 'grp 50%:ü' });
	expect(bench().simulator.requests.map(({ path }) => path)).toEqual([
		'/accounts/self/contact-groups/grp%2050%25%3A%C3%BC',
	]);
});

test.each(['', 'restapi.fax.plus/v3', 'file:///etc/passwd'])(
	'a base URL "%s" is refused with advice',
	async (baseUrl) => {
		const credentials = await bench().credentials('accessToken', baseUrl);
		const { error } = await bench().run({ resource: 'shop', operation: 'getBalance' }, { credentials });
		expect(error?.message).toContain('The Base URL in the credential is not an address.');
	},
);

test('slashes at the end of the base URL, and blanks around it and the token, do no harm', async () => {
	const { simulator } = bench();
	const credentials = await bench().accessToken(` ${seed.ownerToken}\n`, ` ${simulator.baseUrl}// `);
	const { error } = await bench().run({ resource: 'shop', operation: 'getBalance' }, { credentials });
	expect(error).toBeUndefined();
	expect(simulator.requests.map(({ path }) => path)).toEqual(['/shop/balance']);
});
